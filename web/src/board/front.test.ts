import { expect, test } from 'vitest';
import type { Pose } from '../wire';
import { frontOf, leftToRight, reshaped } from './front';
import type { World } from './ground/world';
import { reachOf } from './reach';

const pose: Pose = { x: 0, y: 0, heading: 900, width: 1600, depth: 300, stands: 8, files: 4 };
/** A table of one unit of paper for each hundredth; the table counts upwards. */
const world = {
  table: { layout: { scale: 1 } },
  onTable: ({ x, y }: { x: number; y: number }) => ({ x, y: -y }),
} as unknown as World;

test('a stroke to the right faces up, and its length makes the files', () => {
  const [front] = frontOf([pose], world, { x: 1000, y: 500 }, { x: 3400, y: 500 });
  expect(front).toMatchObject({ x: 2200, y: -500, heading: 0, files: 6, width: 2400, depth: 300 });
});

test('a stroke upwards faces left; one back to the left faces down', () => {
  expect(frontOf([pose], world, { x: 0, y: 0 }, { x: 0, y: -1600 })[0]?.heading).toBe(2700);
  expect(frontOf([pose], world, { x: 0, y: 0 }, { x: -1600, y: 0 })[0]?.heading).toBe(1800);
});

test('several stand side by side with a gap, and keep their files', () => {
  const fronts = frontOf([pose, { ...pose, width: 800, files: 2 }], world, { x: 0, y: 0 }, { x: 500, y: 0 });
  expect(fronts.map(({ x, files }) => [x, files])).toEqual([
    [800, 4],
    [1600 + 100 + 400, 2],
  ]);
  const units = [{ at: { x: 9, y: 0 } }, { at: { x: 2, y: 5 } }];
  expect(leftToRight(units, { x: 0, y: 0 }, { x: 5, y: 0 })[0]).toBe(units[1]);
});

test('the same stands take another shape, at most one file for each', () => {
  expect(reshaped(pose, 2)).toMatchObject({ files: 2, width: 800, depth: 600 });
  expect(reshaped(pose, 40)).toMatchObject({ files: 8, width: 3200, depth: 150 });
});

test('spots of a grid are one area with one edge', () => {
  const spots = Array.from({ length: 16 }, (_, n) => ({ x: 10 * (n % 4), y: 10 * Math.floor(n / 4) }));
  const reach = reachOf(spots);
  expect(reach?.step).toBe(10);
  expect(reach?.fill.match(/z/g)).toHaveLength(16);
  // Sixteen sides of single squares lie on the edge of the whole.
  expect(reach?.edge.match(/M/g)).toHaveLength(16);
  expect(reachOf(spots.slice(0, 5))).toBeNull();
});
