import { type Happening, lastOwn, sinceOf } from '../core/since';
import type { Stroke } from '../wire';
import type { Game } from './game.svelte';

/** The turn of another: what they have done since this seat last acted, as a list and as arrows on the map. */
export class Telling {
  constructor(private readonly game: Game) {}

  /** Arrows and list are put away until something new happens. */
  private hiddenAt = $state(-1);
  private from: number = $derived.by(() => {
    const { seat } = this.game;
    return seat === null ? -1 : lastOwn(this.game.steps, seat);
  });

  /** What happened, numbered. Watchers and those who play both sides have seen it. */
  events: Happening[] = $derived.by(() => {
    if (this.from < 0 || this.game.both || this.game.moment !== null) return [];
    return sinceOf(this.game.steps, this.from, this.game.seat);
  });

  shown: boolean = $derived(this.events.length > 0 && this.hiddenAt < (this.events.at(-1)?.number ?? -1));
  /** They stay until this seat acts. */
  strokes: Stroke[] = $derived(this.shown ? this.events.flatMap((one) => one.strokes) : []);
  /** The number of the event each stroke belongs to. */
  labels: number[] = $derived(this.shown ? this.events.flatMap((one) => one.strokes.map(() => one.n)) : []);

  hide(): void {
    this.hiddenAt = this.events.at(-1)?.number ?? -1;
  }
}
