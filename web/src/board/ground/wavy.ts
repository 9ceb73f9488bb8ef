// The borders of areas as crates/draw/src/areas.rs draws them, so that a click hits what is seen.

import { at, clearance, mean, minus, type Point, plus, times, within } from './points';

const WORD = (1n << 64n) - 1n;

/** A splitmix generator, seeded by a text as crates/draw/src/seed.rs does it. */
export class Seed {
  #state: bigint;

  constructor(text: string) {
    this.#state = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(text)) {
      this.#state = ((this.#state ^ BigInt(byte)) * 0x100000001b3n) & WORD;
    }
  }

  /** From 0 up to 1. */
  unit(): number {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & WORD;
    let z = this.#state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD;
    z ^= z >> 31n;
    return Number(z >> 11n) / 2 ** 53;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** Mean 0, deviation 1. */
  normal(): number {
    let sum = 0;
    for (let i = 0; i < 12; i += 1) sum += this.unit();
    return sum - 6;
  }
}

export type Spot = readonly [number, number];
export type Outline = readonly Spot[];

const before = (a: Spot, b: Spot): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

/** Corners cut off an open line. */
function cut(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points];
  const out = [points[0]!];
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [a, b] = [points[i]!, points[i + 1]!];
    out.push(plus(times(a, 0.75), times(b, 0.25)), plus(times(a, 0.25), times(b, 0.75)));
  }
  out.push(points.at(-1)!);
  return out;
}

/** A line as a hand would draw it: midpoints pushed aside, four times over. */
function wavy(a: Spot, b: Spot): Point[] {
  const seed = new Seed(`(${a[0]}, ${a[1]})(${b[0]}, ${b[1]})`);
  let points = [at(a[0], a[1]), at(b[0], b[1])];
  let push = 0.1;
  for (let round = 0; round < 4; round += 1) {
    const finer = [points[0]!];
    for (let i = 0; i + 1 < points.length; i += 1) {
      const way = minus(points[i + 1]!, points[i]!);
      const off = Math.min(0.2, Math.max(-0.2, seed.normal() * push));
      const along = times(way, seed.between(0.42, 0.58));
      finer.push(plus(plus(points[i]!, along), times(at(-way.y, way.x), off)), points[i + 1]!);
    }
    points = finer;
    push *= 0.8;
  }
  return cut(points);
}

/** The edges of an area, parted where a corner of another area lies on them. */
function edges(outline: Outline, all: readonly Outline[]): [Spot, Spot][] {
  const out: [Spot, Spot][] = [];
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const unit = at((b[0] - a[0]) / length, (b[1] - a[1]) / length);
    const stops: { along: number; spot: Spot }[] = [];
    for (const spot of all.flat()) {
      if ((spot[0] === a[0] && spot[1] === a[1]) || (spot[0] === b[0] && spot[1] === b[1])) continue;
      const off = at(spot[0] - a[0], spot[1] - a[1]);
      const along = off.x * unit.x + off.y * unit.y;
      const aside = Math.abs(off.y * unit.x - off.x * unit.y);
      if (aside < 1 && along > 0 && along < length) stops.push({ along, spot });
    }
    stops.sort((x, y) => x.along - y.along);
    let here = a;
    for (const next of [...stops.map((stop) => stop.spot), b]) {
      if (next[0] !== here[0] || next[1] !== here[1]) out.push([here, next]);
      here = next;
    }
  });
  return out;
}

/** The shapes of all areas in the units of the ground; each border is one line that both neighbours share. */
export function areaShapes(outlines: readonly Outline[], width: number, height: number): Point[][] {
  const drawn = new Map<string, Point[]>();
  const onEdge = (a: Spot, b: Spot): boolean =>
    (a[0] === b[0] && (a[0] <= 0 || a[0] >= width)) || (a[1] === b[1] && (a[1] <= 0 || a[1] >= height));
  return outlines.map((outline) => {
    const shape: Point[] = [];
    for (const [a, b] of edges(outline, outlines)) {
      const [low, high] = before(a, b) ? [a, b] : [b, a];
      const key = `${low} ${high}`;
      let line = drawn.get(key);
      if (!line) {
        line = onEdge(a, b) ? [at(low[0], low[1]), at(high[0], high[1])] : wavy(low, high);
        drawn.set(key, line);
      }
      const points = before(a, b) ? line : [...line].reverse();
      shape.push(...points.slice(0, -1));
    }
    return shape;
  });
}

/** The point of a coarse raster that lies deepest within a ring: where pieces stand. */
export function deepest(ring: readonly Point[]): Point {
  const xs = ring.map((p) => p.x);
  const ys = ring.map((p) => p.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  let best: Point | null = null;
  let most = -1;
  for (let i = 1; i < 16; i += 1) {
    for (let j = 1; j < 16; j += 1) {
      const p = at(left + (wide * i) / 16, top + (high * j) / 16);
      if (!within(ring, p)) continue;
      const room = clearance(ring, p);
      // Not less: Rust's max_by keeps the last of equals.
      if (room >= most) [most, best] = [room, p];
    }
  }
  return best ?? mean(ring);
}
