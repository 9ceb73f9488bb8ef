// Which of several spots an arrow key leads to.

import type { Point } from './points';

export type Arrow = 'up' | 'down' | 'left' | 'right';

const WAY: Readonly<Record<Arrow, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** Of some spots the one that lies best in a direction: near, and not far aside. */
export function ahead<T>(from: Point, arrow: Arrow, spots: Iterable<readonly [T, Point]>): T | null {
  const way = WAY[arrow];
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [key, p] of spots) {
    const along = (p.x - from.x) * way.x + (p.y - from.y) * way.y;
    const aside = Math.abs((p.x - from.x) * way.y - (p.y - from.y) * way.x);
    if (along < 1 || aside > along * 2.5) continue;
    const cost = along + aside * 2;
    if (cost < least) [least, best] = [cost, key];
  }
  return best;
}
