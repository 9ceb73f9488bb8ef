import { wordsOf } from '../api';
import type { Ghost as Drawn } from '../board/types';
import type { Choice, Pose, SaidDrag } from '../wire';
import type { Game } from './game.svelte';

/** How long the hand must rest before the server is asked, in ms. */
const REST_MS = 60;

/** A block dragged over an open table, and what the rules make of it. Nothing is done until it is placed. */
export class Ghost {
  piece: string | null = $state(null);
  wish: Pose | null = $state.raw(null);
  /** What the drag comes to; `null` until the first answer or where nothing is dragged. */
  drag: SaidDrag | null = $state.raw(null);
  /** `drag` answers an earlier wish than the one in the hand. */
  waiting = $state(false);
  /** It is to be done as soon as the answer for the wish in the hand is there. */
  placing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts wishes and drags that were left, so that a late answer is known for what it is. */
  private wished = 0;
  private held = 0;

  constructor(private readonly game: Game) {}

  drawn: Drawn | null = $derived(
    this.piece === null || this.wish === null
      ? null
      : { piece: this.piece, wish: this.wish, found: this.drag?.pose ?? null },
  );

  /** Several units in one front, from left to right. */
  line: readonly { piece: string; wish: Pose; drag: SaidDrag | null }[] = $state.raw([]);
  lined: readonly Drawn[] = $derived(
    this.line.map(({ piece, wish, drag }) => ({ piece, wish, found: drag?.pose ?? null })),
  );

  /** The unit of the question, with handles, where the ways it can stand are the choices. */
  offer(): void {
    const at = this.game.question?.at ?? '';
    const piece = this.game.scene?.pieces.find((one) => `piece:${one.id}` === at);
    if (this.game.menu.stances.length > 0 && piece?.pose != null) this.put(piece.id, piece.pose);
  }

  /** Units were put into a front: one is dragged as by its body, several together. */
  putAll(units: readonly { piece: string; wish: Pose }[]): void {
    const [only] = units;
    if (units.length < 2 || !this.game.open || this.game.question === null) {
      if (only === undefined) this.leave();
      else this.put(only.piece, only.wish);
      return;
    }
    this.leave();
    this.line = units.map((one) => ({ ...one, drag: null }));
    this.timer = setTimeout(() => void this.askAll(), REST_MS);
  }

  private async askAll(): Promise<void> {
    const { held, line } = this;
    for (const { piece, wish } of line) {
      const answer = await this.game.view.ask({ say: 'drag', piece: `piece:${piece}`, to: wish }).catch(() => null);
      if (held !== this.held) return;
      const drag = answer?.tell === 'drag' ? (answer.drag ?? null) : null;
      this.line = this.line.map((one) => (one.piece === piece ? { ...one, drag } : one));
    }
  }

  /** All of them, one after the other; each ends the move of the one before. */
  private async placeAll(): Promise<void> {
    const line = this.line;
    this.leave();
    for (const { piece, wish } of line) {
      const answer = await this.game.view.ask({ say: 'drag', piece: `piece:${piece}`, to: wish }).catch(() => null);
      const drag = answer?.tell === 'drag' ? answer.drag : null;
      if (drag != null && drag.actions.length > 0 && !(await this.game.chain(drag.actions))) return;
    }
  }

  put(piece: string, wish: Pose | null): void {
    if (wish === null || !this.game.open || this.game.question === null) {
      this.leave();
      return;
    }
    this.line = [];
    if (this.piece !== piece) {
      this.drag = null;
      this.held += 1;
    }
    this.piece = piece;
    this.wish = wish;
    this.wished += 1;
    this.placing = false;
    clearTimeout(this.timer);
    if (this.game.menu.stances.length > 0) {
      this.waiting = false;
      this.drag = stanceFor(this.game.menu.stances, wish);
      return;
    }
    this.waiting = true;
    this.timer = setTimeout(() => void this.ask(), REST_MS);
  }

  leave(): void {
    clearTimeout(this.timer);
    this.held += 1;
    this.piece = null;
    this.wish = null;
    this.drag = null;
    this.line = [];
    this.waiting = false;
    this.placing = false;
  }

  private async ask(): Promise<void> {
    const { piece, wish } = this;
    if (piece === null || wish === null) return;
    const { wished, held } = this;
    try {
      const answer = await this.game.view.ask({ say: 'drag', piece: `piece:${piece}`, to: wish });
      if (held !== this.held) return;
      const drag = answer.tell === 'drag' ? (answer.drag ?? null) : null;
      // Where the hand was a moment ago: it may be drawn, but not done.
      if (wished !== this.wished) {
        if (drag !== null) this.drag = drag;
        return;
      }
      this.waiting = false;
      this.drag = drag;
      if (drag === null) await this.notDragged(piece);
      else if (this.placing) await this.place();
    } catch (error) {
      if (held === this.held) this.leave();
      this.game.say(wordsOf(error));
    }
  }

  /** Nothing is dragged now: why not is what a click would be told. */
  private async notDragged(piece: string): Promise<void> {
    this.leave();
    const thing = `piece:${piece}`;
    // A unit that must first be chosen, or obey, is chosen; any other says why it stays.
    if (this.game.menu.things.has(thing)) await this.game.click(thing, { x: 0, y: 0 });
    else if (!(await this.game.why(thing, null))) {
      const asked = this.game.question;
      const text = `That cannot be moved now. ${asked?.prompt ?? ''}`.trim();
      this.game.note = { text, rule: asked?.rule ?? null, at: null, kind: 'why' };
    }
  }

  /** Does it: the actions of the drag, one after the other. While the answer is awaited, it is done when that is there. */
  async place(): Promise<void> {
    if (this.line.length > 0) {
      await this.placeAll();
      return;
    }
    const drag = this.drag;
    if (this.waiting) {
      this.placing = true;
      return;
    }
    this.placing = false;
    if (drag === null || drag.actions.length === 0) return;
    this.leave();
    await this.game.chain(drag.actions);
  }
}

/** The way to stand that is nearest to the wish: by heading, then by files. */
function stanceFor(stances: readonly Choice[], wish: Pose): SaidDrag | null {
  const askew = (pose: Pose): number => {
    const turn = Math.abs(pose.heading - wish.heading) % 3600;
    return Math.min(turn, 3600 - turn) + 100 * Math.abs(pose.files - wish.files);
  };
  const ways = stances.flatMap((choice) => (choice.pose == null ? [] : [{ choice, pose: choice.pose }]));
  const best = ways.toSorted((a, b) => askew(a.pose) - askew(b.pose))[0];
  if (best === undefined) return null;
  const { action, text } = best.choice;
  return { actions: [action], texts: [text], pose: best.pose, cost: '', warnings: [], stopped: null };
}
