import { wordsOf } from '../api';
import { together } from '../core/overlays';
import { type Threats, threatsOf } from '../core/threats';
import type { Overlay } from '../wire';
import type { Game } from './game.svelte';

/** A key held this long shows threats while it is held, in ms; pressed shorter it keeps them. */
const HELD = 350;

/** The view of charges that were declared. */
const STANDING = 'declared';

/** Views drawn over the board: one that was chosen, all threats, and those of the piece that is looked at. */
export class Overlays {
  shown: Overlay | null = $state.raw(null);
  about: Overlay[] = $state.raw([]);
  /** Where the enemy can strike and shoot, on an open table. */
  threats: Threats | null = $state.raw(null);
  /** What stays drawn until it is done. */
  standing: Overlay[] = $state.raw([]);
  private pressed = 0;

  constructor(private readonly game: Game) {}

  get on(): boolean {
    return this.shown !== null || this.threats !== null;
  }

  /** Nothing but the map. */
  clear(): void {
    this.shown = null;
    this.threats = null;
  }

  /** The key of threats goes down. */
  press(): void {
    this.pressed = performance.now();
    void this.next();
  }

  /** It comes up: what was shown while it was held goes. */
  release(): void {
    if (performance.now() - this.pressed >= HELD) this.threats = null;
  }

  /**
   * All threats of units at once, and then the map alone; where a system tells of places instead, the next view: what
   * the enemy could do comes first, and after the last the map alone.
   */
  async next(): Promise<void> {
    if (this.threats !== null) {
      this.clear();
      return;
    }
    try {
      const all = await this.ask();
      const threats = threatsOf(all, this.game.scene?.pieces ?? [], this.game.side);
      if (threats !== null) {
        this.shown = null;
        this.threats = threats;
        return;
      }
      const own = (one: Overlay) => Number(one.side === this.game.side);
      const views = together(all).sort((a, b) => own(a) - own(b));
      const now = views.findIndex((one) => one.id === this.shown?.id && one.side === this.shown?.side);
      this.shown = views[now + 1] ?? null;
      if (views.length === 0) {
        const text = 'This game has no views of threats.';
        this.game.note = { text, rule: null, at: null, kind: 'info' };
      }
    } catch (error) {
      this.game.say(wordsOf(error));
    }
  }

  /** Something has happened on an open table: threats and declared charges are those of now. */
  async refresh(): Promise<void> {
    const { game } = this;
    const open = game.scene?.pieces.some((piece) => piece.pose != null) === true;
    if (!open || game.view.playing || game.moment !== null) {
      this.standing = [];
      return;
    }
    try {
      const all = await this.ask();
      this.standing = all.filter((one) => one.id === STANDING);
      if (this.threats !== null) this.threats = threatsOf(all, game.scene?.pieces ?? [], game.side);
    } catch {
      this.clear();
    }
  }

  /** What is drawn for the piece that is looked at, on an open table. */
  async look(): Promise<void> {
    const inspected = this.game.inspected;
    const piece = inspected?.startsWith('piece:') ? inspected.slice('piece:'.length) : null;
    this.about = [];
    const posed = this.game.scene?.pieces.some((one) => one.id === piece && one.pose) ?? false;
    if (piece === null || !posed || this.game.moment !== null) return;
    try {
      const all = await this.ask();
      if (this.game.inspected === inspected) this.about = all.filter((one) => one.piece === piece);
    } catch {
      // Nothing is drawn; the piece itself is there.
    }
  }

  private async ask(): Promise<Overlay[]> {
    const answer = await this.game.view.ask({ say: 'overlays' });
    return answer.tell === 'overlays' ? answer.overlays : [];
  }
}
