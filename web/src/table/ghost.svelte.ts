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
  /** What the drag comes to; `null` while it is asked for or where nothing is dragged. */
  drag: SaidDrag | null = $state.raw(null);
  waiting = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

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
    if (this.piece !== piece) this.drag = null;
    this.piece = piece;
    this.wish = wish;
    this.waiting = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), REST_MS);
  }

  leave(): void {
    clearTimeout(this.timer);
    this.asked += 1;
    this.piece = null;
    this.wish = null;
    this.drag = null;
    this.waiting = false;
  }

  private async ask(): Promise<void> {
    const { piece, wish } = this;
    if (piece === null || wish === null) return;
    this.asked += 1;
    const number = this.asked;
    try {
      const answer = await this.game.view.ask({ say: 'drag', piece: `piece:${piece}`, to: wish });
      if (number !== this.asked) return;
      this.waiting = false;
      this.drag = answer.tell === 'drag' ? (answer.drag ?? null) : null;
      if (this.drag === null) await this.notDragged(piece);
    } catch (error) {
      if (number === this.asked) this.leave();
      this.game.say(wordsOf(error));
    }
  }

  /** Nothing is dragged now: why not is what a click would be told. */
  private async notDragged(piece: string): Promise<void> {
    this.leave();
    await this.game.why(`piece:${piece}`, { x: 0, y: 0 });
  }

  /** Does it: the actions of the drag, one after the other. */
  async place(): Promise<void> {
    const drag = this.drag;
    if (drag === null || this.waiting) return;
    this.leave();
    await this.game.chain(drag.actions);
  }
}
