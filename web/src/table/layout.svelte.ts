import { MediaQuery } from 'svelte/reactivity';

/**
 * The four shapes of the table: a panel at the side, a panel below with two columns, a phone held upright, and a phone
 * held sideways with one sheet at its side.
 */
export type Shape = 'wide' | 'tall' | 'phone' | 'side';

export class Layout {
  private readonly low = new MediaQuery('(max-height: 499px)');
  private readonly narrow = new MediaQuery('(max-width: 719px)');
  private readonly medium = new MediaQuery('(max-width: 1099px)');

  get shape(): Shape {
    if (this.low.current) return 'side';
    if (this.narrow.current) return 'phone';
    return this.medium.current ? 'tall' : 'wide';
  }

  /** One pane at a time: the dock, or a tab. */
  get small(): boolean {
    return this.shape === 'phone' || this.shape === 'side';
  }
}
