import { untrack } from 'svelte';
import type { BoardHandle } from '../board/types';
import { thingOf } from '../core/scene';
import type { Game } from './game.svelte';
import type { Ghost } from './ghost.svelte';
import type { Overlays } from './overlays.svelte';
import { strokesOf } from './view.svelte';

/** Brings into view where the question lies, and what a moment of the past is about. Called as a table is made. */
export function bringIntoView(game: Game, boardOf: () => BoardHandle | undefined): void {
  let brought: string | null = null;
  // Once what led to the question has been shown.
  $effect(() => {
    const board = boardOf();
    const spot = game.question?.at ?? null;
    const asked = spot === null ? null : `${game.rest?.number ?? 0} ${spot}`;
    if (board === undefined || game.view.playing || game.moment !== null || asked === brought) return;
    brought = asked;
    if (spot !== null) untrack(() => board.show(spot));
  });
  $effect(() => {
    const past = game.moment?.at ?? null;
    const step = past === null ? undefined : game.steps.find((one) => one.number === past);
    const thing = step === undefined ? null : thingOf(strokesOf(step));
    if (thing !== null) untrack(() => boardOf()?.show(thing));
  });
}

/** Whatever happens puts a block in the hand back, and changes what is drawn over the map. Called as a table is made. */
export function ofTheMoment(game: Game, ghost: Ghost, overlays: Overlays): void {
  $effect(() => {
    void [game.rest, game.moment];
    untrack(() => {
      ghost.leave();
      ghost.offer();
    });
  });
  $effect(() => {
    void [game.rest, game.moment, game.view.playing];
    untrack(() => void overlays.refresh());
  });
  $effect(() => {
    void [game.inspected, game.rest, game.moment];
    untrack(() => void overlays.look());
  });
}
