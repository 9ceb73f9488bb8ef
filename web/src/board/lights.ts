// What may be chosen, sorted by how it is drawn.

import { bounded, type Step } from './detail';
import { inset, type Point, ringPath } from './ground/points';
import type { World } from './ground/world';
import type { Arranged, Placed } from './pieces/arrange';
import { type Reach, reachOf } from './reach';
import { thingOf } from './things';
import type { Lit } from './types';

export type Light = { lit: Lit; at: Point };

export type Lights = {
  /** By thing; of several choices on one thing the cheapest. */
  byThing: ReadonlyMap<string, Lit>;
  choicePlaces: readonly string[];
  targetPlaces: readonly string[];
  choicePieces: readonly Placed[];
  targetPieces: readonly Placed[];
  spots: readonly Light[];
  /** The spots as one area, where there are many of them. */
  reach: Reach | null;
  /** With a cost or a warning to write. */
  figures: readonly Light[];
  /** Everything that can be reached on the boards, in the order Tab goes through it: pieces, then places. */
  order: readonly Light[];
};

export function lightsOf(lit: readonly Lit[], world: World, arranged: Arranged): Lights {
  const byThing = new Map<string, Lit>();
  for (const one of lit) {
    const known = byThing.get(one.thing);
    const cheaper = known && (one.cost ?? Infinity) >= (known.cost ?? Infinity);
    if (!cheaper) byThing.set(one.thing, one);
  }
  const choicePlaces: string[] = [];
  const targetPlaces: string[] = [];
  const choicePieces: Placed[] = [];
  const targetPieces: Placed[] = [];
  const spots: Light[] = [];
  const figures: Light[] = [];
  const pieces: Light[] = [];
  const places: Light[] = [];
  for (const one of byThing.values()) {
    const { kind, id } = thingOf(one.thing);
    const target = one.kind === 'target';
    const entry = kind === 'piece' ? arranged.byId.get(id) : undefined;
    const at = entry ?? world.point(one.thing);
    if (!at) continue;
    const light = { lit: one, at };
    if (entry) {
      // Units on an open table are framed with their figures.
      if (!entry.pose) (target ? targetPieces : choicePieces).push(entry);
      pieces.push(light);
    } else {
      if (kind === 'spot') spots.push(light);
      else (target ? targetPlaces : choicePlaces).push(id);
      places.push(light);
    }
    if ((one.cost !== null && one.cost !== undefined) || one.warning) figures.push(light);
  }
  // Of a stack only the uppermost is framed: frames one over the other are a tangle.
  const uppermost = (entries: Placed[]): Placed[] => [...new Map(entries.map((entry) => [entry.pile, entry])).values()];
  const reading = (a: Light, b: Light): number => a.at.y - b.at.y || a.at.x - b.at.x;
  const order = [...pieces.sort(reading), ...places.sort(reading)];
  return {
    byThing,
    choicePlaces,
    targetPlaces,
    choicePieces: uppermost(choicePieces),
    targetPieces: uppermost(targetPieces),
    spots,
    reach: spots.some((light) => light.lit.pose) ? null : reachOf(spots.map((light) => light.at)),
    figures,
    order,
  };
}

/** One path for all places of a kind, each drawn in a little so that neighbours' dashes stay apart. */
export function placesPath(world: World, labels: readonly string[], part = 0.95): string {
  return ringPath(labels.map((label) => inset(world.outline(label), part)));
}

/** The corners of a frame around a counter. */
export function frameOf(entry: Placed, gap: number): Point[] {
  const half = entry.size / 2 + gap;
  return [
    { x: entry.x - half, y: entry.y - half },
    { x: entry.x + half, y: entry.y - half },
    { x: entry.x + half, y: entry.y + half },
    { x: entry.x - half, y: entry.y + half },
  ];
}

export function framesPath(entries: readonly Placed[], gap: number): string {
  return ringPath(entries.map((entry) => frameOf(entry, gap)));
}

/** Brackets at the four corners of a frame, so long. */
export function bracketsPath(frames: readonly (readonly Point[])[], length: number): string {
  let d = '';
  for (const frame of frames) {
    frame.forEach((p, i) => {
      const before = frame[(i + frame.length - 1) % frame.length]!;
      const after = frame[(i + 1) % frame.length]!;
      const [a, b] = [towards(p, before, length), towards(p, after, length)];
      d += `M${a.x} ${a.y}L${p.x} ${p.y}L${b.x} ${b.y}`;
    });
  }
  return d;
}

function towards(from: Point, to: Point, length: number): Point {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(0.45, length / far);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return { x: round(from.x + (to.x - from.x) * part), y: round(from.y + (to.y - from.y) * part) };
}

/** The size of a cost on a place: it stays readable from afar as long as it fits. */
export const figureSize = (step: Step): number => Math.min(34, bounded(step, 16, 14, 22));

/** The width of the lines around choices. */
export const lineWidth = (step: Step): number => bounded(step, 2.6, 2, 3.6);
