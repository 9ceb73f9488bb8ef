import type { BoardHandle } from '../board/types';
import { wanted } from '../ui/book.svelte';
import type { Foresight } from './foresight.svelte';
import type { Game } from './game.svelte';
import type { Ghost } from './ghost.svelte';
import type { HandPick } from './hand.svelte';
import type { KeyActions } from './keys';
import type { Overlays } from './overlays.svelte';

/** The parts of a table that keys act on. */
type Parts = {
  ghost: Ghost;
  hand: HandPick;
  overlays: Overlays;
  foresight: Foresight;
  board(): BoardHandle | undefined;
  /** The thing with the cursor. */
  ringed(): string | null;
  close(): void;
  command(): void;
  list(): void;
  help(): void;
  exact(): void;
};

/** What the keys do at this table. */
export function keysOf(game: Game, parts: Parts): KeyActions {
  const { ghost, hand, overlays, foresight, board } = parts;
  return {
    buttons: () => game.menu.buttons,
    press: (button) => void game.press(button.choice),
    ringed: () => {
      if (ghost.drawn !== null || ghost.line.length > 0) {
        void ghost.place();
        return true;
      }
      const thing = parts.ringed();
      if (thing === null || !game.menu.things.has(thing)) return false;
      void game.click(thing, board()?.where(thing) ?? { x: 0, y: 0 });
      return true;
    },
    undo: () => void game.undoOne(),
    escape: parts.close,
    skip: () => {
      const busy = game.view.playing;
      game.view.skip();
      return busy;
    },
    command: parts.command,
    list: parts.list,
    help: parts.help,
    rules: () => wanted.open(game.question?.rule ?? game.questions[0]?.rule ?? ''),
    threat: () => overlays.press(),
    exact: parts.exact,
    unfold: () => {
      const odds = foresight.seen?.odds;
      if ([...(odds?.folded ?? []), ...(odds?.answers ?? []), ...(odds?.hidden ?? [])].length === 0) return false;
      foresight.unfolded = !foresight.unfolded;
      return true;
    },
    moment: (step) => void game.look((game.moment?.at ?? game.view.lastNumber) + step),
    zoom: (factor) => board()?.zoom(factor),
    fit: () => board()?.fit(),
    board: () => board()?.focus(),
    hand: () => {
      const card = document.querySelector<HTMLElement>('.hands li button');
      card?.focus();
      return card !== null;
    },
    play: () => {
      const [first] = hand.ready;
      if (first !== undefined) void game.act(first.action);
      return first !== undefined;
    },
    turn: () => hand.turn(),
    next: (by) => board()?.next(by < 0 ? -1 : 1) ?? false,
  };
}
