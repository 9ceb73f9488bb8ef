import { wordsOf } from '../api';
import type { Ghost as Drawn } from '../board/types';
import type { Pose, SaidDrag } from '../wire';
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

  put(piece: string, wish: Pose | null): void {
    if (wish === null || !this.game.open || this.game.question === null) {
      this.leave();
      return;
    }
    if (this.piece !== piece) {
      this.drag = null;
      this.held += 1;
    }
    this.piece = piece;
    this.wish = wish;
    this.wished += 1;
    this.waiting = true;
    this.placing = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), REST_MS);
  }

  leave(): void {
    clearTimeout(this.timer);
    this.held += 1;
    this.piece = null;
    this.wish = null;
    this.drag = null;
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
    await this.game.why(`piece:${piece}`, { x: 0, y: 0 });
  }

  /** Does it: the actions of the drag, one after the other. While the answer is awaited, it is done when that is there. */
  async place(): Promise<void> {
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
