// The layout of a map of areas.

import type { Ground } from '../../wire';
import { ahead } from './ahead';
import { RIM, sheetSize } from './hexes';
import type { Layout } from './layout';
import { at, type Point, plus, times, within } from './points';
import { readable } from './terrain';
import { areaShapes, deepest } from './wavy';

/** The longer side of the ground on paper. */
const LENGTH = 1500;

export function areaLayout(ground: Extract<Ground, { kind: 'areas' }>): Layout {
  const scale = LENGTH / Math.max(ground.width, ground.height, 1);
  const place = (p: Point): Point => plus(at(RIM, RIM), times(p, scale));
  const rings = areaShapes(
    ground.areas.map((area) => area.outline),
    ground.width,
    ground.height,
  ).map((ring) => ring.map(place));
  const seats = rings.map(deepest);
  const index = new Map(ground.areas.map((area, i) => [area.id, i]));
  const end = place(at(ground.width, ground.height));
  const seat = (label: string): Point | null => seats[index.get(label) ?? -1] ?? null;
  const spots = ground.areas.map((area, i) => [area.id, seats[i]!] as const);

  return {
    kind: 'areas',
    size: sheetSize(end),
    end,
    labels: ground.areas.map((area) => area.id),
    seat,
    outline: (label) => rings[index.get(label) ?? -1] ?? [],
    at: (p) => ground.areas[rings.findIndex((ring) => within(ring, p))]?.id ?? null,
    step: (label, arrow) => {
      const from = seat(label);
      return from && ahead(from, arrow, spots);
    },
    inside: () => [],
    text: (label) => {
      const area = ground.areas[index.get(label) ?? -1];
      if (!area) return null;
      return {
        title: area.name.en || area.id,
        name: area.name,
        terrain: readable(area.terrain),
        more: (area.marks ?? []).map(readable),
      };
    },
    scale: 1,
  };
}
