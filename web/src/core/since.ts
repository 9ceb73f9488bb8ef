// What others have done since a seat last acted, grouped: the steps of one unit one after the other are one event.

import type { Stroke, ToldStep } from '../wire';
import { undone } from './history';

export type Happening = {
  /** From 1, as written on its arrow. */
  n: number;
  /** The last input of it: what is shown when it is looked at. */
  number: number;
  /** The input before it. */
  before: number;
  /** The seat that did it; `null` where the table or the dice did. */
  seat: number | null;
  text: string;
  /** What followed from it: throws, losses. */
  more: string[];
  strokes: Stroke[];
};

const moverOf = (strokes: readonly Stroke[]): string | null => {
  for (const stroke of strokes) {
    if ('moved' in stroke) return stroke.moved.piece;
    if ('turned' in stroke) return stroke.turned.piece;
    if ('appeared' in stroke) return stroke.appeared.piece;
  }
  return null;
};

/** The input this seat acted with last; 0 if it has not. */
export function lastOwn(steps: readonly ToldStep[], seat: number): number {
  return steps.findLast((step) => step.cause.kind === 'act' && step.cause.seat === seat)?.number ?? 0;
}

/**
 * Everything told after `from` that others did, in order. What the dice brought belongs to the act before them; what a
 * seat did itself is left out.
 */
export function sinceOf(steps: readonly ToldStep[], from: number, own: number | null): Happening[] {
  const gone = undone([...steps]);
  const all: Happening[] = [];
  let mover: string | null = null;
  let before = from;
  for (const step of steps) {
    if (step.number <= from || gone.has(step.number)) continue;
    const seat = step.cause.kind === 'act' ? step.cause.seat : null;
    const events = step.cause.kind === 'act' || step.cause.kind === 'throw' ? step.events : [];
    for (const event of seat !== null && seat === own ? [] : events) {
      const strokes = event.strokes ?? [];
      const moved = moverOf(strokes);
      const last = all.at(-1);
      const follows = last !== undefined && (seat === null || (moved !== null && moved === mover));
      if (follows) {
        last.number = step.number;
        last.strokes = [...last.strokes, ...strokes];
        if (event.text !== '' && event.text !== last.text) last.more = [...last.more, event.text];
      } else if (event.text !== '') {
        all.push({ n: all.length + 1, number: step.number, before, seat, text: event.text, more: [], strokes });
        mover = moved;
      }
    }
    before = step.number;
  }
  return all;
}

/** Pieces that went off the table in these events. */
export function goneIn(events: readonly Happening[]): number {
  return events.flatMap((one) => one.strokes).filter((stroke) => 'gone' in stroke).length;
}
