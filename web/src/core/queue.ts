/** Something to be shown: it may take time, and `finish` brings it to its end at once. */
export type Showing = { play(skipped: () => boolean): Promise<void>; finish(): void };

/**
 * Shows things one after the other. A skip ends the running one and all that wait; what comes later is
 * shown in full again.
 */
export class Queue {
  private waiting: Showing[] = [];
  private running = false;
  private generation = 0;

  constructor(
    private readonly changed: (busy: boolean, waiting: number) => void,
    private readonly stop: () => void = () => {},
  ) {}

  get busy(): boolean {
    return this.running;
  }

  add(showing: Showing): void {
    this.waiting.push(showing);
    this.changed(true, this.waiting.length);
    if (!this.running) void this.run();
  }

  skip(): void {
    if (!this.running) return;
    this.generation += 1;
    this.stop();
  }

  private async run(): Promise<void> {
    this.running = true;
    let next = this.waiting.shift();
    while (next !== undefined) {
      const generation = this.generation;
      this.changed(true, this.waiting.length);
      try {
        await next.play(() => generation !== this.generation);
      } catch (error) {
        console.error('showing what happened failed', error);
      }
      next.finish();
      if (generation !== this.generation) {
        for (const rest of this.waiting.splice(0)) rest.finish();
      }
      next = this.waiting.shift();
    }
    this.running = false;
    this.changed(false, 0);
  }
}

/** A pause that can be cut short. */
export function pause(ms: number, cut: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    cut(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
