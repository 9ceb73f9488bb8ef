// A ground laid out on paper: where its places lie, what lies at a point, what comes next.

import type { Ground, Name } from '../../wire';
import type { Arrow } from './ahead';
import { areaLayout } from './areas';
import { openLayout } from './open';
import type { Point } from './points';
import { hexLayout } from './sheet';

export type PlaceText = {
  /** "hex 2412", or an area's own name. */
  title: string;
  name: Name | null;
  terrain: string;
  /** Roads, rivers, walls and marks in words. */
  more: string[];
};

export type Layout = {
  kind: 'hexes' | 'areas' | 'open';
  /** The whole sheet with its furniture. */
  size: Point;
  /** Where the printed ground ends; it begins at `RIM`. */
  end: Point;
  /** In reading order. */
  labels: readonly string[];
  /** Where pieces stand. */
  seat(label: string): Point | null;
  outline(label: string): readonly Point[];
  at(p: Point): string | null;
  /** The place an arrow key leads to. */
  step(label: string, arrow: Arrow): string | null;
  /** Places whose seat lies in a rectangle; only hexes are worth asking. */
  inside(from: Point, to: Point): string[];
  text(label: string): PlaceText | null;
  /** An open table's units per unit of its poses and spots; 1 elsewhere. */
  scale: number;
};

export function layoutOf(ground: Ground): Layout {
  switch (ground.kind) {
    case 'hexes':
      return hexLayout(ground);
    case 'areas':
      return areaLayout(ground);
    case 'open':
      return openLayout(ground);
  }
}
