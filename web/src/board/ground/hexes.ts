// Where hexes lie on paper. The same arithmetic as crates/draw/src/hex.rs, which draws the map beneath.

import { at, type Point } from './points';

/** The height of a hex on every map. */
export const HEX = 60;
/** From the edge of the sheet to the centre line of its first hexes. */
export const MARGIN = 84;
/** From the edge of the sheet to the printed ground. */
export const RIM = 40;
/** The band with cartouche and key below the ground. */
export const BAND = 168;
/** From column to column. */
export const COLUMN = (HEX * Math.sqrt(3)) / 2;
const HALF_SIDE = HEX / 2 / Math.sqrt(3);

/** Column and row, from 1. */
export type Hex = { column: number; row: number };

export type Grid = { columns: number; rows: number; evenDown: boolean };

/** Column and row from a label, `2412` or `D:2412`: its last four digits. */
export function hexOf(label: string): Hex | null {
  const digits = label.slice(label.lastIndexOf(':') + 1);
  if (!/^\d{4}$/.test(digits)) return null;
  return { column: Number(digits.slice(0, 2)), row: Number(digits.slice(2)) };
}

/** Does this column sit half a hex lower? */
export function isLow(grid: Grid, column: number): boolean {
  return (Math.abs(column) % 2 === 0) === grid.evenDown;
}

export function centre(grid: Grid, hex: Hex): Point {
  const half = isLow(grid, hex.column) ? 0.5 : 0;
  return at(MARGIN + (hex.column - 1) * COLUMN, MARGIN + (hex.row - 1 + half) * HEX);
}

const AROUND: readonly (readonly [number, number])[] = [
  [-1, -1],
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
];

/** The six corners, clockwise from the upper left; side `d` runs from corner `d` to the next. */
export function corners(middle: Point): Point[] {
  return AROUND.map(([x, y]) => at(middle.x + x * HALF_SIDE, middle.y + (y * HEX) / 2));
}

/** The neighbour across a side, 0 at the top and then clockwise. */
export function beyond(grid: Grid, { column, row }: Hex, side: number): Hex {
  const low = isLow(grid, column) ? 1 : 0;
  switch (side) {
    case 0:
      return { column, row: row - 1 };
    case 1:
      return { column: column + 1, row: row - 1 + low };
    case 2:
      return { column: column + 1, row: row + low };
    case 3:
      return { column, row: row + 1 };
    case 4:
      return { column: column - 1, row: row + low };
    default:
      return { column: column - 1, row: row - 1 + low };
  }
}

/** The hex a point lies in, also beyond the edge of the sheet. */
export function nearest(grid: Grid, p: Point): Hex {
  const middle = Math.round((p.x - MARGIN) / COLUMN) + 1;
  let best: Hex = { column: middle, row: 1 };
  let least = Number.POSITIVE_INFINITY;
  for (let column = middle - 1; column <= middle + 1; column += 1) {
    const half = isLow(grid, column) ? 0.5 : 0;
    const row = Math.round((p.y - MARGIN) / HEX - half) + 1;
    const c = centre(grid, { column, row });
    const far = (c.x - p.x) ** 2 + (c.y - p.y) ** 2;
    if (far < least) {
      least = far;
      best = { column, row };
    }
  }
  return best;
}

/** Where the printed ground ends at the right and at the foot. */
export function groundEnd(grid: Grid): Point {
  return at(MARGIN + (grid.columns - 1) * COLUMN + MARGIN - RIM, MARGIN + grid.rows * HEX - HEX / 2 + MARGIN - RIM);
}

/** The whole sheet for a ground that ends here. */
export function sheetSize(end: Point): Point {
  return at(end.x + RIM, end.y + BAND + RIM);
}
