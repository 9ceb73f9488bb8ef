import { expect, it } from 'vitest';
import { cornersOf, length, middleOf, turned } from './poses';

const pose = { x: 1000, y: 500, heading: 900, width: 800, depth: 300, stands: 4, files: 2 };
const near = (p: { x: number; y: number }): [number, number] => [Math.round(p.x), Math.round(p.y)];

it('lays a block behind the middle of its front', () => {
  // Facing east it lies to the west of its front; on paper y goes down.
  expect(near(middleOf({ x: 100, y: 50 }, pose, 0.1))).toEqual([85, 50]);
  expect(cornersOf({ x: 100, y: 50 }, pose, 0.1).map(near)).toEqual([
    [100, 10],
    [100, 90],
    [70, 90],
    [70, 10],
  ]);
});

it('turns a block about its middle', () => {
  // The middle is (850, 500); facing north its front is half the depth above it.
  expect(turned(pose, -900)).toMatchObject({ x: 850, y: 650, heading: 0 });
  expect(turned(turned(pose, 250), -250)).toEqual(pose);
});

it('writes lengths as players do', () => {
  expect(length(1234, 'cm')).toBe('12.3 cm');
});
