import { describe, expect, it } from 'vitest';
import { centre, corners } from './hexes';
import { at, clearance, inset, trimmed, unionPath, within } from './points';

const square = [at(0, 0), at(10, 0), at(10, 10), at(0, 10)];

describe('rings', () => {
  it('hold what is within', () => {
    expect(within(square, at(5, 5))).toBe(true);
    expect(within(square, at(11, 5))).toBe(false);
    expect(clearance(square, at(5, 4))).toBe(4);
  });
  it('shrink about their middle', () => {
    expect(inset(square, 0.8)[0]).toEqual(at(1, 1));
  });
});

describe('the outline of several hexes', () => {
  const grid = { columns: 5, rows: 5, evenDown: true };
  const ring = (column: number, row: number) => corners(centre(grid, { column, row }));
  const sides = (d: string): number => (d.match(/[ML]/g) ?? []).length;

  it('leaves out the sides they share', () => {
    expect(sides(unionPath([ring(2, 2)]))).toBe(6);
    expect(sides(unionPath([ring(2, 2), ring(2, 3)]))).toBe(10);
  });
  it('is one closed ring around three that meet', () => {
    const d = unionPath([ring(2, 2), ring(2, 3), ring(3, 3)]);
    expect(sides(d)).toBe(12);
    expect(d.match(/z/g)).toHaveLength(1);
  });
  it('has a second ring around a hole', () => {
    const around = [ring(3, 2), ring(3, 4), ring(2, 2), ring(2, 3), ring(4, 2), ring(4, 3)];
    expect(unionPath(around).match(/z/g)).toHaveLength(2);
  });
});

describe('a trail', () => {
  it('is cut at both ends', () => {
    expect(trimmed([at(0, 0), at(100, 0)], 20, 30)).toEqual([at(20, 0), at(70, 0)]);
  });
  it('loses whole legs, and may vanish', () => {
    expect(trimmed([at(0, 0), at(10, 0), at(10, 50)], 15, 0)).toEqual([at(10, 5), at(10, 50)]);
    expect(trimmed([at(0, 0), at(10, 0)], 20, 0)).toEqual([]);
  });
});
