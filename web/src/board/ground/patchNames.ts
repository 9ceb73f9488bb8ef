// Names of an open table's ground: each beside the units that stand on it, where that is possible.

import type { Box } from '../camera';
import { at, type Point } from './points';

/** The outline of something with a name, and how large the name is on paper. */
export type Named = { ring: readonly Point[]; wide: number; high: number };

/** Room between a name and the outline it stands beside. */
const GAP = 4;

type Edges = { left: number; right: number; top: number; bottom: number };

function edgesOf(ring: readonly Point[]): Edges {
  const [xs, ys] = [ring.map((p) => p.x), ring.map((p) => p.y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Where a name may stand, the best places first: on its ground, along it, below and above it, beside it. */
function spots({ ring, wide, high }: Named): Point[] {
  const { left, right, top, bottom } = edgesOf(ring);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const along = [0, -0.3, 0.3].map((part) => x + part * (right - left));
  const [below, above] = [bottom + GAP + high / 2, top - GAP - high / 2];
  // Where the name is higher than its ground it stands below it.
  const inside = bottom - top > 1.4 * high;
  return [
    ...(inside ? along.map((one) => at(one, y)) : []),
    ...along.map((one) => at(one, below)),
    ...along.map((one) => at(one, above)),
    at(right + GAP + wide / 2, y),
    at(left - GAP - wide / 2, y),
  ];
}

const shared = (a: Edges, b: Edges): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The middle of each name, in their order: on no unit and on no other name if there is such a place on the sheet. */
export function placeNames(named: readonly Named[], units: readonly (readonly Point[])[], sheet: Box): Point[] {
  const taken = units.map(edgesOf);
  const bounds = { left: sheet.from.x, right: sheet.to.x, top: sheet.from.y, bottom: sheet.to.y };
  return named.map((one) => {
    const around = (p: Point): Edges => ({
      left: p.x - one.wide / 2,
      right: p.x + one.wide / 2,
      top: p.y - one.high / 2,
      bottom: p.y + one.high / 2,
    });
    const area = one.wide * one.high;
    const cost = (p: Point, rank: number): number => {
      const box = around(p);
      const covered = taken.reduce((sum, other) => sum + shared(box, other), 0);
      return rank + (100 * covered) / area + (1000 * (area - shared(box, bounds))) / area;
    };
    const all = spots(one);
    const best = all.reduce((least, p, rank) => (cost(p, rank) < cost(least, all.indexOf(least)) ? p : least), all[0]!);
    taken.push(around(best));
    return best;
  });
}
