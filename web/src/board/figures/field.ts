// All units of an open table as they are drawn at one zoom, and the plates that name them.

import type { Box } from '../camera';
import { at, type Point } from '../ground/points';
import type { World } from '../ground/world';
import type { Lights } from '../lights';
import type { Placed } from '../pieces/arrange';
import { conditionsOf, type Shape } from '../pieces/conditions';
import { type Drawn, draw, figureLevel, type Level } from './draw';
import { farCorners } from './far';
import { crossed } from './marks';
import { type Put, place, type Spot, type Wanting } from './plates';
import { cornersOf, isRound, kindOf, onTable, standsOf, type Unit, unitOf, unitsOf } from './unit';

/** Marks are made for this many pixels a figure unit, and keep their size at any other. */
const REFERENCE = 1.62;

/** A table's measures: `fig` is a figure unit in units of the world. */
export type Measure = { fig: number; scale: number };

export function measureOf(world: World): Measure {
  const scale = world.table?.layout.scale ?? 1;
  return { scale, fig: (100 * scale) / unitsOf(world.unit) };
}

export type Figure = { entry: Placed; unit: Unit; drawn: Drawn };

/** How much is drawn and how large a pixel is, at this zoom. */
export function grain({ fig }: Measure, k: number): { level: Level; z: number } {
  const pixels = fig * k;
  return { level: figureLevel(pixels), z: REFERENCE / pixels };
}

function shapesOf(entry: Placed, lights: Lights | null): Set<Shape> {
  const shapes = new Set<Shape>();
  for (const { shape } of conditionsOf(entry.piece.states)) if (shape) shapes.add(shape);
  const lit = lights?.byThing.get(`piece:${entry.piece.id}`);
  if (lit) shapes.add(lit.kind === 'target' ? 'target' : 'lit');
  return shapes;
}

/** A placed block in figure units. */
export function figureOf(entry: Placed, livery: number, measure: Measure, lights: Lights | null): Unit | null {
  const { pose } = entry;
  if (!pose) return null;
  const turn = (pose.heading / 1800) * Math.PI;
  const half = (pose.depth * measure.scale) / 2;
  return unitOf(entry.piece, pose, livery, shapesOf(entry, lights), {
    x: (entry.x + Math.sin(turn) * half) / measure.fig,
    y: (entry.y - Math.cos(turn) * half) / measure.fig,
    per: measure.scale / measure.fig,
  });
}

/** The corners of a unit as it is drawn at this zoom, `gap` around it, in units of the world. */
export function outlineOf(entry: Placed, world: World, k: number, gap = 0): Point[] {
  const measure = measureOf(world);
  const unit = figureOf(entry, 0, measure, null);
  if (!unit) return [];
  const { level, z } = grain(measure, k);
  const corners = level === 'far' ? farCorners(unit, z, gap / measure.fig) : cornersOf(unit, gap / measure.fig);
  return corners.map(([x, y]) => at(x * measure.fig, y * measure.fig));
}

/** Draws units, those that did not change once only. */
export class Drawer {
  #kept = new Map<string, { key: string; entry: Placed; drawn: Drawn; unit: Unit }>();

  figures(
    entries: readonly Placed[],
    livery: (side: number) => number,
    measure: Measure,
    k: number,
    lights: Lights,
  ): Figure[] {
    const { level, z } = grain(measure, k);
    const kept = new Map<string, { key: string; entry: Placed; drawn: Drawn; unit: Unit }>();
    const out: Figure[] = [];
    for (const entry of entries) {
      const wears = livery(entry.piece.side);
      const unit = figureOf(entry, wears, measure, lights);
      if (!unit) continue;
      const key = `${level} ${z} ${wears} ${[...unit.shapes].join(' ')}`;
      const old = this.#kept.get(entry.piece.id);
      const same = old && old.key === key && old.entry === entry;
      const drawn = same ? old.drawn : draw(unit, level, z);
      kept.set(entry.piece.id, { key, entry, drawn, unit });
      out.push({ entry, unit, drawn });
    }
    this.#kept = kept;
    // Leaders stand before the units they are with.
    return out.sort((a, b) => Number(isRound(a.unit)) - Number(isRound(b.unit)));
  }
}

/** Discs at the lines of contact, one for each pair that fights. */
export function contacts(figures: readonly Figure[], z: number): string {
  const fighting = figures.filter(({ unit }) => unit.shapes.has('melee'));
  let out = '';
  fighting.forEach((a, i) => {
    for (const b of fighting.slice(i + 1)) {
      if (a.entry.piece.side === b.entry.piece.side) continue;
      const line = contact(a.unit, b.unit);
      if (line) out += crossed(line[0], line[1], z);
    }
  });
  return out;
}

/** Units of a melee stand this near, in figure units. */
const TOUCH = 12;

/** Where two units touch: at 62 % of the shorter front that lies on the other. */
function contact(a: Unit, b: Unit): Spot | null {
  const [shorter, other] = a.wide <= b.wide ? [a, b] : [b, a];
  const ring = cornersOf(other, TOUCH);
  for (const part of [0.62, 0.38, 0.5, 0.8, 0.2, 0.95, 0.05]) {
    const p = onTable(shorter, (part - 0.5) * shorter.wide, -1);
    if (holds(ring, p)) return p;
  }
  // A flank or a rear: the corner of one that lies on the other.
  return (
    cornersOf(shorter, 2).find((p) => holds(ring, p)) ??
    cornersOf(other, 2).find((p) => holds(cornersOf(shorter, TOUCH), p)) ??
    null
  );
}

function holds(ring: readonly Spot[], [x, y]: Spot): boolean {
  return ring.every(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });
}

export type Plated = { figure: Figure; put: Put; wide: number };
export type Sizing = (figure: Figure) => readonly [number, number] | null;

/** Plates for the figures in view, in pixels from the upper left corner of the view. */
export function plates(figures: readonly Figure[], measure: Measure, k: number, seen: Box, size: Sizing): Put[] {
  const pixels = measure.fig * k;
  const { level, z } = grain(measure, k);
  const screen = ([x, y]: Spot): Spot => [x * pixels - seen.from.x * k, y * pixels - seen.from.y * k];
  const bounds = { x: 4, y: 4, w: (seen.to.x - seen.from.x) * k - 8, h: (seen.to.y - seen.from.y) * k - 8 };
  const shown = (spot: Spot): boolean => spot[0] > 0 && spot[1] > 0 && spot[0] < bounds.w + 8 && spot[1] < bounds.h + 8;
  const wanting = figures.map((figure): Wanting => {
    const { unit } = figure;
    const framed = unit.shapes.has('chosen') || unit.shapes.has('target') || unit.shapes.has('lit');
    const corners = (level === 'far' ? farCorners(unit, z) : cornersOf(unit, framed ? 6 * z : 0)).map(screen);
    const kind = kindOf(unit.kinds[0]!);
    if (kind.base === 'camp' && level !== 'far') raise(corners, 20 * pixels);
    const turn = (unit.heading * Math.PI) / 180;
    const middle = screen(onTable(unit, 0, unit.deep / 2));
    return {
      id: figure.entry.piece.id,
      corners,
      rear: Math.atan2(Math.cos(turn), -Math.sin(turn)),
      size: shown(middle) ? size(figure) : null,
      priority: priorityOf(unit),
      banner: level === 'far' || kind.figures ? null : screen([unit.x, unit.y]),
      ends: isRound(unit) || level === 'far' ? [middle] : standsOf(unit).map((s) => screen(onTable(unit, s.x, s.y))),
    };
  });
  return place(wanting, bounds);
}

/** Curtains stand above the far edge of their base. */
function raise(corners: Spot[], by: number): void {
  const top = Math.min(...corners.map(([, y]) => y));
  corners.forEach(([x, y], i) => {
    if (y < top + by) corners[i] = [x, y - by];
  });
}

function priorityOf({ shapes }: Unit): number {
  if (shapes.has('chosen')) return 9;
  if (shapes.has('target')) return 8;
  return shapes.has('melee') ? 5 : 0;
}
