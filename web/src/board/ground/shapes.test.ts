import { expect, test } from 'vitest';
import type { Pose, Shape } from '../../wire';
import { covers, nearest, touches, upright } from './shapes';

/** A front of 400 at the middle of a table, looking up. */
const pose = (more: Partial<Pose> = {}): Pose => ({
  x: 1000,
  y: 1000,
  heading: 0,
  width: 400,
  depth: 150,
  stands: 4,
  files: 4,
  ...more,
});
const fan = (outward: number, of = pose()): Shape => ({ kind: 'fan', pose: of, outward, reach: 500, word: '' });

test('a fan covers what lies ahead within its reach and its angle', () => {
  const ahead = fan(450);
  expect(covers(ahead, { x: 1000, y: 1490 })).toBe(true);
  expect(covers(ahead, { x: 1000, y: 1510 })).toBe(false);
  expect(covers(ahead, { x: 1000, y: 990 })).toBe(false);
  // Beyond the corner at 1200 the ray goes out as far as it goes ahead.
  expect(covers(ahead, { x: 1290, y: 1100 })).toBe(true);
  expect(covers(ahead, { x: 1310, y: 1100 })).toBe(false);
  // The bow about the corner.
  expect(covers(ahead, { x: 1500, y: 1450 })).toBe(false);
});

test('a fan turns with its block', () => {
  const east = fan(450, pose({ heading: 900 }));
  expect(covers(east, { x: 1490, y: 1000 })).toBe(true);
  expect(covers(east, { x: 1000, y: 1490 })).toBe(false);
});

test('a fan all round covers what lies behind, from the rear edge on', () => {
  const round = fan(1800);
  expect(covers(round, { x: 1000, y: 360 })).toBe(true);
  expect(covers(round, { x: 1000, y: 340 })).toBe(false);
  expect(covers(round, { x: 1690, y: 900 })).toBe(true);
});

test('a block is touched as soon as a part of it is covered', () => {
  const ahead = fan(450);
  // Its front edge lies at 1640, its rear at 1490.
  expect(touches(ahead, pose({ y: 1640 }))).toBe(true);
  expect(touches(ahead, pose({ y: 1660 }))).toBe(false);
  const ring: Shape = {
    kind: 'ring',
    outline: [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ],
    word: '',
  };
  expect(touches(ring, pose({ x: 250, y: 100 }))).toBe(true);
  expect(touches(ring, pose({ x: 350, y: 100 }))).toBe(false);
});

test('the nearest point of a block lies on its nearest edge', () => {
  // It looks down at us from 500 ahead.
  const front = nearest(pose(), pose({ y: 1500, heading: 1800 }));
  expect(front.far).toBeCloseTo(500);
  expect([front.x, front.y].map(Math.round)).toEqual([1000, 1500]);
  // Its rear edge is 150 nearer when it looks away.
  expect(nearest(pose(), pose({ y: 1500 })).far).toBeCloseTo(350);
  // Its left corner is the nearest to one who stands to the left of it.
  const aside = nearest(pose({ x: 500 }), pose({ y: 1500, heading: 1800 }));
  expect([aside.x, aside.y].map(Math.round)).toEqual([800, 1500]);
});

test('text along a front is never upside down', () => {
  expect([0, 45, 180, 225, 315].map(upright)).toEqual([0, 45, 0, 45, 315]);
});
