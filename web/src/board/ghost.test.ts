import { expect, it } from 'vitest';
import type { Ground, Pose } from '../wire';
import { endsOf, facing, grip, knobOf, moved, widened } from './ghost';
import { worldOf } from './ground/world';

const ground: Ground = { kind: 'open', id: 't', name: { en: 't' }, width: 1600, height: 800, unit: 'cm', patches: [] };
const world = worldOf([{ id: 't', name: { en: 't' }, ground: 't' }], new Map([['t', ground]]));
const pose: Pose = { x: 400, y: 400, heading: 0, width: 80, depth: 30, stands: 4, files: 2 };

it('is taken by its body or by its knob', () => {
  const knob = knobOf(pose, world, 1)!;
  expect(grip(pose, world, knob, 1, false)).toBe('knob');
  const front = world.spot(400, 400)!;
  expect(grip(pose, world, { x: front.x, y: front.y + 25 }, 1, false)).toBe('body');
  expect(grip(pose, world, { x: front.x + 90, y: front.y + 15 }, 1, false)).toBeNull();
});

it('has handles at its ends, and more files the farther one is pulled', () => {
  const [, right] = endsOf(pose, world, 1);
  expect(grip(pose, world, right!, 1, false)).toBe('end');
  const at = world.spot(400, 400)!;
  expect(widened(pose, world, { x: at.x + 80, y: at.y + 15 })).toMatchObject({ files: 4, width: 160, depth: 15 });
  expect(widened(pose, world, { x: at.x + 5, y: at.y + 15 })).toMatchObject({ files: 1, width: 40, depth: 60 });
  expect(endsOf({ ...pose, stands: 1, files: 1 }, world, 1)).toEqual([]);
});

it('is moved as the hand is, and faces where the knob is pulled', () => {
  const at = world.spot(400, 400)!;
  expect(moved(pose, world, at, { x: at.x + 10, y: at.y - 20 })).toMatchObject({ x: 410, y: 420 });
  // Pulled to the east of its middle, which stays where it is.
  const middle = world.spot(400, 385)!;
  expect(facing(pose, world, { x: middle.x + 100, y: middle.y })).toMatchObject({ x: 415, y: 385, heading: 900 });
});
