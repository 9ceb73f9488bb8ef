// The keyboard on the board: where arrows lead, and the round of what is lit.

import { type Arrow, ahead } from './ground/ahead';
import type { Point } from './ground/points';
import type { World } from './ground/world';
import type { Lights } from './lights';
import type { Arranged } from './pieces/arrange';
import { pieceThing, placeThing, thingOf } from './things';

export type Chart = { world: World; arranged: Arranged; lights: Lights };

export const ARROWS: Readonly<Record<string, Arrow>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Where a thing lies, if it lies on a board. */
export function whereIs(thing: string, { world, arranged }: Pick<Chart, 'world' | 'arranged'>): Point | null {
  const { kind, id } = thingOf(thing);
  if (kind === 'piece') return arranged.byId.get(id) ?? null;
  return world.point(thing);
}

/** The place under the cursor, also when it is on a piece. */
export function placeUnder(thing: string, arranged: Arranged): string | null {
  const { kind, id } = thingOf(thing);
  if (kind === 'place') return id;
  return kind === 'piece' ? arranged.byId.get(id)?.place || null : null;
}

/** One step: to the next place, or on an open table to the next unit or spot. */
export function stepped(cursor: string, arrow: Arrow, chart: Chart): string | null {
  const place = placeUnder(cursor, chart.arranged);
  if (place) {
    const next = chart.world.step(place, arrow) ?? acrossBoards(place, arrow, chart.world);
    return next && placeThing(next);
  }
  const from = whereIs(cursor, chart);
  return from && ahead(from, arrow, openThings(chart));
}

/** To the next lit thing in a direction. */
export function leapt(cursor: string, arrow: Arrow, chart: Chart): string | null {
  const from = whereIs(cursor, chart);
  const spots = chart.lights.order.map((light) => [light.lit.thing, light.at] as const);
  return from && ahead(from, arrow, spots);
}

/** Over the edge of a sheet to the board beside it. */
function acrossBoards(place: string, arrow: Arrow, world: World): string | null {
  const sheet = world.sheetOf(place);
  const seat = world.seat(place);
  const other = world.sheets[world.sheets.indexOf(sheet!) + (arrow === 'right' ? 1 : arrow === 'left' ? -1 : NaN)];
  if (!sheet || !seat || !other) return null;
  const edge = arrow === 'right' ? other.origin.x + 80 : other.origin.x + other.layout.end.x - 60;
  return world.near({ x: edge, y: Math.min(seat.y, other.layout.end.y - 60) });
}

function* openThings({ arranged, lights }: Chart): Generator<readonly [string, Point]> {
  for (const entry of arranged.placed) if (entry.pose) yield [pieceThing(entry.piece.id), entry];
  for (const light of lights.spots) yield [light.lit.thing, light.at];
}

/** The next or the last before of what is lit; `null` past the ends. */
export function round(cursor: string | null, by: 1 | -1, lights: Lights): string | null {
  const at = cursor === null ? -1 : lights.order.findIndex((light) => light.lit.thing === cursor);
  if (at === -1) return (by === 1 ? lights.order[0] : lights.order.at(-1))?.lit.thing ?? null;
  return lights.order[at + by]?.lit.thing ?? null;
}

/** What Enter means: as a click there would. */
export function meant(cursor: string, { arranged, lights }: Chart): string {
  const { kind, id } = thingOf(cursor);
  if (kind !== 'place' || lights.byThing.has(cursor)) return cursor;
  const stack = arranged.stacks.get(id) ?? [];
  const lit = stack.findLast((entry) => lights.byThing.has(pieceThing(entry.piece.id)));
  const top = lit ?? stack.at(-1);
  return top ? pieceThing(top.piece.id) : cursor;
}
