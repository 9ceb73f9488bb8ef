import type { ToldStep } from '../wire';

/** One state on the way the game really took, undone steps left out. */
type Node = { number: number; before: Node | null; loose: boolean };

/**
 * Which inputs still count. An undo is an input too: after it the game stands where it stood after
 * input `to`, so "one back" is not simply the number before.
 */
export class History {
  private at = new Map<number, Node>();
  private last: Node = { number: 0, before: null, loose: false };

  constructor() {
    this.at.set(0, this.last);
  }

  add(step: ToldStep): void {
    if (step.number === 0 || this.at.has(step.number)) return;
    if (step.cause.kind === 'share' || step.cause.kind === 'dice') {
      // Whoever sits down changes nothing that could be taken back.
    } else if (step.cause.kind === 'undo') {
      this.last = this.at.get(step.cause.to) ?? this.nearest(step.cause.to);
    } else {
      const loose = step.cause.kind === 'act' && step.events.length === 0;
      this.last = { number: step.number, before: this.last, loose };
    }
    this.at.set(step.number, this.last);
  }

  /** Notes that the game rested in the middle of a chain after this input. */
  midChain(number: number): void {
    const node = this.at.get(number);
    if (node !== undefined && node.number === number) node.loose = true;
  }

  private nearest(number: number): Node {
    for (let n = number; n > 0; n -= 1) {
      const node = this.at.get(n);
      if (node !== undefined) return node;
    }
    return this.at.get(0) as Node;
  }

  /** The input that is counted last at this number; the same number unless it was an undo. */
  standing(number: number): number {
    return (this.at.get(number) ?? this.nearest(number)).number;
  }

  /** Where one undo goes: before the last click within a chain, else before the whole last chain. */
  back(number: number, inChain: boolean): number | null {
    let node = (this.at.get(number) ?? this.nearest(number)).before;
    if (!inChain) while (node?.loose) node = node.before;
    return node?.number ?? null;
  }

  /** The inputs that count, oldest first, after `from`. */
  path(number: number, from = 0): number[] {
    const numbers: number[] = [];
    for (
      let node: Node | null = this.at.get(number) ?? this.nearest(number);
      node !== null && node.number > from;
      node = node.before
    ) {
      numbers.push(node.number);
    }
    return numbers.reverse();
  }
}

/** The numbers of steps that an undo has taken back. */
export function undone(steps: ToldStep[]): Set<number> {
  const history = new History();
  for (const step of steps) history.add(step);
  const last = steps.at(-1);
  const kept = new Set(last === undefined ? [] : history.path(last.number));
  return new Set(
    steps
      .filter(
        (step) =>
          step.cause.kind !== 'undo' &&
          step.cause.kind !== 'share' &&
          step.cause.kind !== 'dice' &&
          step.number > 0 &&
          !kept.has(step.number),
      )
      .map((step) => step.number),
  );
}
