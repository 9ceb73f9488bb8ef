import { untrack } from 'svelte';
import { me } from '../core/me.svelte';
import { notice, play } from '../core/sounds';
import type { Game } from './game.svelte';

const setIcon = (href: string) => document.querySelector('link[rel=icon]')?.setAttribute('href', href);

/**
 * Draws attention to the table: a sound and a notice when it is this browser's move, a sound for chat, the title and the
 * icon of the tab. It also says the name of the person here to the table. Called while a component is made.
 */
export function attention(game: Game): void {
  let wasMine = false;
  $effect(() => {
    const mine = game.mine && !game.view.playing;
    if (mine && !wasMine) {
      untrack(() => {
        play('move');
        notice('Your move', game.sight?.card.title.en ?? 'Gunbai');
      });
    }
    wasMine = mine;
  });
  let heard = -1;
  $effect(() => {
    const lines = game.view.chat.length;
    if (heard >= 0 && lines > heard && game.view.chat.at(-1)?.seat !== game.seat) play('chat');
    heard = lines;
  });
  $effect(() => {
    const mine = game.mine;
    const title = game.sight?.card.title.en ?? 'Gunbai';
    document.title = mine ? `● Your move – ${title}` : `${title} – Gunbai`;
    setIcon(mine ? '/favicon-move.svg' : '/favicon.svg');
  });
  $effect(() => () => setIcon('/favicon.svg'));
  $effect(() => {
    void [game.view.seats, me.name];
    if (game.view.connection === 'open') untrack(() => game.sendName());
  });
}
