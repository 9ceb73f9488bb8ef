// What lies under a point. By arithmetic, not by elements: the layers take no part in pointer events.

import type { Fan } from './fan';
import { outlineOf } from './figures/field';
import { distance, type Point, within } from './ground/points';
import type { World } from './ground/world';
import type { Light, Lights } from './lights';
import { type Arranged, covers, type Placed } from './pieces/arrange';
import { pieceThing, placeThing } from './things';

export type Field = {
  world: World;
  arranged: Arranged;
  lights: Lights;
  fan: Fan | null;
  /** The scale of the camera: from afar units are drawn larger than they are. */
  k: number;
};

export type Hit = {
  /** What a click means here. */
  thing: string | null;
  /** The place under the point, whatever stands on it. */
  place: string | null;
  /** The piece under the point. */
  piece: string | null;
};

/** `reach` is how far off a finger may be, in units of the world; 0 for a mouse. */
export function hit(field: Field, p: Point, reach: number): Hit {
  const { world, arranged, lights, fan } = field;
  if (fan) {
    const slot = fan.slots.find(
      (one) => Math.abs(p.x - one.x) <= one.size / 2 + 2 && Math.abs(p.y - one.y) <= one.size / 2 + 2,
    );
    if (slot) return { thing: pieceThing(slot.piece.id), place: fan.label, piece: slot.piece.id };
    if (p.x >= fan.from.x && p.x <= fan.to.x && p.y >= fan.from.y && p.y <= fan.to.y) {
      return { thing: null, place: null, piece: null };
    }
  }
  const place = world.at(p);
  const here = place ? (arranged.stacks.get(place) ?? []) : arranged.placed.filter((entry) => entry.pose);
  const on = (entry: Placed): boolean =>
    entry.pose ? within(outlineOf(entry, world, field.k, 4 / field.k), p) : covers(entry, p);
  const piece = here.findLast((entry) => entry.seen && on(entry))?.piece.id ?? null;
  const lit = (thing: string | null): boolean => thing !== null && lights.byThing.has(thing);

  const direct = piece && pieceThing(piece);
  const ground = place && placeThing(place);
  // Beside its counter a hex still means the one piece on it that may be chosen, unless it is lit itself.
  const alone = here.filter((entry) => place && lit(pieceThing(entry.piece.id)));
  const standing = alone.length === 1 ? pieceThing(alone[0]!.piece.id) : null;
  const spot = nearestSpot(lights, p, reach);
  for (const thing of [direct, spot?.lit.thing ?? null, ground, standing]) {
    if (lit(thing)) return { thing, place, piece };
  }
  if (reach > 0) {
    const near = nearestLight(lights, p, reach);
    if (near) return { thing: near, place, piece };
  }
  return { thing: direct ?? ground, place, piece };
}

/** The spot under a point: anywhere in an area of spots the nearest of them. */
export function nearestSpot(lights: Lights, p: Point, reach: number): Light | null {
  let best: Light | null = null;
  let least = Math.max(14, reach, (lights.reach?.step ?? 0) * 0.75);
  for (const light of lights.spots) {
    const far = distance(light.at, p);
    if (far <= least) [least, best] = [far, light];
  }
  return best;
}

function nearestLight(lights: Lights, p: Point, reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  for (const light of lights.order) {
    const far = distance(light.at, p);
    if (far <= least) [least, best] = [far, light.lit.thing];
  }
  return best;
}
