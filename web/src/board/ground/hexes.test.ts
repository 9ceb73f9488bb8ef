import { describe, expect, it } from 'vitest';
import { beyond, centre, corners, type Grid, groundEnd, HEX, hexOf, MARGIN, nearest, sheetSize } from './hexes';
import { distance, within } from './points';

const grids: Grid[] = [true, false].map((evenDown) => ({ columns: 9, rows: 7, evenDown }));

describe('labels', () => {
  it('are read by their last four digits, whatever the board', () => {
    expect(hexOf('2412')).toEqual({ column: 24, row: 12 });
    expect(hexOf('D:0113')).toEqual({ column: 1, row: 13 });
  });
  it('are refused when they name no hex', () => {
    for (const label of ['', '241', '24120', 'D:', 'Omi', '24a2', 'D:113']) expect(hexOf(label)).toBeNull();
  });
});

describe.each(grids)('a sheet with even columns down: $evenDown', (grid) => {
  const hexes = Array.from({ length: grid.columns * grid.rows }, (_, i) => ({
    column: 1 + (i % grid.columns),
    row: 1 + Math.floor(i / grid.columns),
  }));

  it('finds every hex at its centre and just within its corners and sides', () => {
    for (const hex of hexes) {
      const middle = centre(grid, hex);
      expect(nearest(grid, middle)).toEqual(hex);
      for (const corner of corners(middle)) {
        const p = { x: middle.x + (corner.x - middle.x) * 0.98, y: middle.y + (corner.y - middle.y) * 0.98 };
        expect(nearest(grid, p)).toEqual(hex);
        const beyondIt = { x: middle.x + (corner.x - middle.x) * 1.02, y: middle.y + (corner.y - middle.y) * 1.02 };
        expect(nearest(grid, beyondIt)).not.toEqual(hex);
      }
    }
  });

  it('agrees with the point-in-polygon test on a raster', () => {
    const ring = corners(centre(grid, { column: 4, row: 4 }));
    const middle = centre(grid, { column: 4, row: 4 });
    for (let x = -60; x <= 60; x += 7) {
      for (let y = -60; y <= 60; y += 7) {
        const p = { x: middle.x + x + 0.3, y: middle.y + y + 0.2 };
        const hit = nearest(grid, p);
        expect(hit.column === 4 && hit.row === 4).toBe(within(ring, p));
      }
    }
  });

  it('has neighbours one hex away, and each is its neighbour’s neighbour', () => {
    for (const hex of hexes) {
      for (let side = 0; side < 6; side += 1) {
        const other = beyond(grid, hex, side);
        expect(distance(centre(grid, hex), centre(grid, other))).toBeCloseTo(HEX);
        expect(beyond(grid, other, (side + 3) % 6)).toEqual(hex);
        // Side d runs from corner d to the next, clockwise.
        const [a, b] = [corners(centre(grid, hex))[side]!, corners(centre(grid, hex))[(side + 1) % 6]!];
        const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        expect(distance(middle, centre(grid, other))).toBeCloseTo(HEX / 2);
      }
    }
  });
});

it('lies where crates/draw draws it', () => {
  // Yao: 30 columns, 34 rows; the size is that of its map.
  const yao = { columns: 30, rows: 34, evenDown: true };
  const size = sheetSize(groundEnd(yao));
  expect(size.x).toBeCloseTo(1674.9, 0);
  expect(size.y).toBe(2346);
  expect(centre(yao, { column: 1, row: 1 })).toEqual({ x: MARGIN, y: MARGIN });
  expect(centre(yao, { column: 2, row: 1 }).y).toBe(MARGIN + HEX / 2);
});
