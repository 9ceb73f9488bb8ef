import { expect, it } from 'vitest';
import type { Ground, Pose } from '../wire';
import { facing, grip, knobOf, moved } from './ghost';
import { worldOf } from './ground/world';

const ground: Ground = { kind: 'open', id: 't', name: { en: 't' }, width: 1600, height: 800, unit: 'cm', patches: [] };
const world = worldOf([{ id: 't', name: { en: 't' }, ground: 't' }], new Map([['t', ground]]));
const pose: Pose = { x: 400, y: 400, heading: 0, width: 80, depth: 30, stands: 4, files: 2 };

it('is taken by its body or by its knob', () => {
  const knob = knobOf(pose, world, 1)!;
  expect(grip(pose, world, knob, 1, false)).toBe('knob');
  const front = world.spot(400, 400)!;
  expect(grip(pose, world, { x: front.x, y: front.y + 25 }, 1, false)).toBe('body');
  expect(grip(pose, world, { x: front.x + 60, y: front.y + 15 }, 1, false)).toBeNull();
});

it('is moved as the hand is, and faces where the knob is pulled', () => {
  const at = world.spot(400, 400)!;
  expect(moved(pose, world, at, { x: at.x + 10, y: at.y - 20 })).toMatchObject({ x: 410, y: 420 });
  // Pulled to the east of its middle, which stays where it is.
  const middle = world.spot(400, 385)!;
  expect(facing(pose, world, { x: middle.x + 100, y: middle.y })).toMatchObject({ x: 415, y: 385, heading: 900 });
});
