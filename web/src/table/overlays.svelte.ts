import { wordsOf } from '../api';
import { together } from '../core/overlays';
import type { Overlay } from '../wire';
import type { Game } from './game.svelte';

/** Views drawn over the board: one that was chosen, and those of the piece that is looked at. */
export class Overlays {
  shown: Overlay | null = $state.raw(null);
  about: Overlay[] = $state.raw([]);

  constructor(private readonly game: Game) {}

  /** The next view: what the enemy could do comes first, and after the last the map alone. */
  async next(): Promise<void> {
    try {
      const foreign = (one: Overlay) => Number(one.side === this.game.side);
      const all = together(await this.ask()).sort((a, b) => foreign(a) - foreign(b));
      const now = all.findIndex((one) => one.id === this.shown?.id && one.side === this.shown?.side);
      this.shown = all[now + 1] ?? null;
    } catch (error) {
      this.game.say(wordsOf(error));
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
