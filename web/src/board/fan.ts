// A stack fanned out: all its counters side by side, large enough to read and to hit.

import type { Piece } from '../wire';
import type { Box } from './camera';
import { COUNTER } from './detail';
import { at, type Point } from './ground/points';
import type { Placed } from './pieces/arrange';

export type Slot = { piece: Piece; x: number; y: number; size: number };
export type Fan = { label: string; from: Point; to: Point; slots: Slot[] };

/** So large is a counter of a fan on the screen at least, in pixels. */
const LEAST = 60;
const ACROSS = 5;

/** `seat` is where the stack stands, `seen` what is in view, `k` the zoom. */
export function fanOut(label: string, stack: readonly Placed[], seat: Point, seen: Box, k: number): Fan {
  const size = Math.max(COUNTER, LEAST / k);
  const gap = size * 0.16;
  // A great stack is laid out wider, so that all of it can be seen.
  const columns = Math.min(stack.length > 15 ? 2 * ACROSS : ACROSS, stack.length);
  const rows = Math.ceil(stack.length / columns);
  const wide = columns * (size + gap) + gap;
  const high = rows * (size + gap) + gap;
  const above = seat.y - COUNTER / 2 - 6 - high;
  // Above the stack, or below it where the view ends.
  const y = above >= seen.from.y ? above : seat.y + COUNTER / 2 + 6;
  const x = Math.max(seen.from.x, Math.min(seat.x - wide / 2, seen.to.x - wide));
  const from = at(x, y);
  // The uppermost first: it is the one that was seen.
  const slots = [...stack].reverse().map(({ piece }, i) => ({
    piece,
    x: from.x + gap + (i % columns) * (size + gap) + size / 2,
    y: from.y + gap + Math.floor(i / columns) * (size + gap) + size / 2,
    size,
  }));
  return { label, from, to: at(from.x + wide, from.y + high), slots };
}
