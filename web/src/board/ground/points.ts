// Points and rings on paper.

export type Point = { x: number; y: number };

export const at = (x: number, y: number): Point => ({ x, y });
export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const times = (a: Point, by: number): Point => ({ x: a.x * by, y: a.y * by });
export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export function within(ring: readonly Point[], p: Point): boolean {
  let inside = false;
  for (let i = 0; i < ring.length; i += 1) {
    const a = ring[i]!;
    const b = ring[(i + 1) % ring.length]!;
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) {
      inside = !inside;
    }
  }
  return inside;
}

/** How far a point lies from the nearest side of a ring. */
export function clearance(ring: readonly Point[], p: Point): number {
  let nearest = Number.MAX_VALUE;
  for (let i = 0; i < ring.length; i += 1) {
    const a = ring[i]!;
    const way = minus(ring[(i + 1) % ring.length]!, a);
    const off = minus(p, a);
    const along = (off.x * way.x + off.y * way.y) / Math.max(way.x * way.x + way.y * way.y, 1e-9);
    nearest = Math.min(nearest, distance(plus(a, times(way, Math.min(1, Math.max(0, along)))), p));
  }
  return nearest;
}

export function mean(points: readonly Point[]): Point {
  const sum = points.reduce(plus, at(0, 0));
  return times(sum, 1 / Math.max(points.length, 1));
}

/** A ring drawn towards its middle, so that neighbours' outlines do not lie on each other. */
export function inset(ring: readonly Point[], part: number): Point[] {
  const middle = mean(ring);
  return ring.map((p) => plus(middle, times(minus(p, middle), part)));
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** The `d` of closed rings. */
export function ringPath(rings: Iterable<readonly Point[]>): string {
  let d = '';
  for (const ring of rings) {
    ring.forEach((p, i) => {
      d += `${i === 0 ? 'M' : 'L'}${n(p.x)} ${n(p.y)}`;
    });
    d += 'z';
  }
  return d;
}

export function linePath(points: readonly Point[]): string {
  return points.map((p, i) => `${i === 0 ? 'M' : 'L'}${n(p.x)} ${n(p.y)}`).join('');
}

/** A line less so much at its start and at its end; empty if nothing is left. */
export function trimmed(points: readonly Point[], start: number, end: number): Point[] {
  const forward = shortened(points, start);
  return end > 0 ? shortened(forward.reverse(), end).reverse() : forward;
}

function shortened(points: readonly Point[], by: number): Point[] {
  let left = by;
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [a, b] = [points[i]!, points[i + 1]!];
    const leg = distance(a, b);
    if (leg > left) return [plus(a, times(minus(b, a), left / leg)), ...points.slice(i + 1)];
    left -= leg;
  }
  return [];
}

/**
 * The outline of a union of rings: sides that two of them share are left out. Shared corners must be equal
 * to a tenth.
 */
export function unionPath(rings: Iterable<readonly Point[]>): string {
  const sides = new Map<string, [Point, Point]>();
  for (const ring of rings) {
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      const back = `${n(b.x)},${n(b.y)} ${n(a.x)},${n(a.y)}`;
      if (!sides.delete(back)) sides.set(`${n(a.x)},${n(a.y)} ${n(b.x)},${n(b.y)}`, [a, b]);
    });
  }
  const next = new Map<string, [string, Point]>();
  for (const [a, b] of sides.values()) next.set(`${n(a.x)},${n(a.y)}`, [`${n(b.x)},${n(b.y)}`, a]);
  let d = '';
  for (const start of [...next.keys()]) {
    let here = start;
    let step = next.get(here);
    for (let first = true; step; first = false) {
      next.delete(here);
      d += `${first ? 'M' : 'L'}${n(step[1].x)} ${n(step[1].y)}`;
      here = step[0];
      step = next.get(here);
      if (!step) d += here === start ? 'z' : '';
    }
  }
  return d;
}
