import { describe, expect, it } from 'vitest';
import type { Board, Ground } from '../../wire';
import { ahead } from './ahead';
import { at, within } from './points';
import { areaShapes, deepest, Seed } from './wavy';
import { worldOf } from './world';

function hexes(id: string, prefix: string): Ground {
  const cells = [];
  for (let c = 1; c <= 4; c += 1) {
    for (let r = 1; r <= 3; r += 1) cells.push({ id: `${prefix}0${c}0${r}`, terrain: c === 2 ? 'marsh' : 'flat' });
  }
  return { kind: 'hexes', id, name: { en: id }, columns: 4, rows: 3, even_down: true, up: 'north', cells };
}
const board = (id: string): Board => ({ id, name: { en: id }, ground: id });
const pair = worldOf(
  [board('d'), board('y')],
  new Map([
    ['d', hexes('d', 'D:')],
    ['y', hexes('y', 'Y:')],
  ]),
);

describe('two boards side by side', () => {
  it('find each place on its own board', () => {
    for (const label of ['D:0101', 'D:0403', 'Y:0101', 'Y:0302']) {
      expect(pair.at(pair.seat(label)!)).toBe(label);
    }
    expect(pair.seat('Y:0101')!.x).toBeGreaterThan(pair.seat('D:0403')!.x + 100);
    expect(pair.seat('0101')).toBeNull();
  });
  it('leave a board out whose ground has not come', () => {
    expect(worldOf([board('d'), board('z')], new Map([['d', hexes('d', 'D:')]])).sheets).toHaveLength(1);
  });
  it('step by arrow keys: up and down the column, left and right along the row', () => {
    expect(pair.step('D:0202', 'up')).toBe('D:0201');
    expect(pair.step('D:0202', 'right')).toBe('D:0302');
    expect(pair.step('D:0302', 'right')).toBe('D:0402');
    expect(pair.step('D:0101', 'left')).toBeNull();
  });
  it('say what a place is', () => {
    expect(pair.text('D:0201')).toMatchObject({ title: 'hex D:0201', terrain: 'marsh' });
  });
});

describe('an open table', () => {
  const ground: Ground = {
    kind: 'open',
    id: 't',
    name: { en: 't' },
    width: 1600,
    height: 800,
    unit: 'cm',
    patches: [
      {
        terrain: 'wood',
        name: null,
        outline: [
          [0, 0],
          [100, 0],
          [100, 100],
          [0, 100],
        ],
      },
    ],
  };
  const table = worldOf([board('t')], new Map([['t', ground]]));
  it('puts spots to scale', () => {
    // A table counts upward from its lower left corner.
    expect(table.point('spot:100,50')).toEqual({ x: 140, y: 790 });
    expect(table.onTable({ x: 140, y: 790 })).toEqual({ x: 100, y: 50 });
    expect(table.patchAt(table.spot(50, 50)!)).toBe('wood');
    expect(table.patchAt(table.spot(150, 50)!)).toBeNull();
  });
});

describe('areas', () => {
  it('draw their borders by the same numbers as crates/draw', () => {
    expect(new Seed('a').unit()).toBe(0.3717309634354091);
    // Printed by `wavy` and `middle` of crates/draw/src/areas.rs.
    const [left] = areaShapes(
      [
        [
          [0, 0],
          [100, 0],
          [100, 90],
          [0, 90],
        ],
        [
          [100, 0],
          [200, 0],
          [200, 90],
          [100, 90],
        ],
      ],
      200,
      90,
    );
    for (const [i, x, y] of [
      [6, 102.884799793, 13.69716807],
      [17, 100.857536414, 45.177207053],
    ] as const) {
      expect(left![i]!.x).toBeCloseTo(x, 8);
      expect(left![i]!.y).toBeCloseTo(y, 8);
    }
    expect(deepest(left!).x).toBeCloseTo(52.204688182, 8);
  });
  it('share one line between neighbours', () => {
    const [a, b] = areaShapes(
      [
        [
          [0, 0],
          [100, 0],
          [100, 100],
          [0, 100],
        ],
        [
          [100, 0],
          [200, 0],
          [200, 100],
          [100, 100],
        ],
      ],
      200,
      100,
    );
    const key = (p: { x: number; y: number }): string => `${p.x},${p.y}`;
    const shared = a!.map(key).filter((p) => b!.map(key).includes(p));
    expect(shared.length).toBeGreaterThan(10);
    expect(within(a!, deepest(a!))).toBe(true);
    expect(within(b!, deepest(b!))).toBe(true);
  });
});

it('goes to what lies ahead rather than to what is nearest', () => {
  const spots = [
    ['beside', at(5, 40)],
    ['ahead', at(60, 5)],
    ['behind', at(-20, 0)],
  ] as const;
  expect(ahead(at(0, 0), 'right', spots)).toBe('ahead');
  expect(ahead(at(0, 0), 'up', spots)).toBeNull();
});
