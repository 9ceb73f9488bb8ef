// A block in the hand over an open table: where it is taken, moved and turned.

import type { Pose } from '../wire';
import { distance, type Point, within } from './ground/points';
import { ahead, beside, cornersOf, turned } from './ground/poses';
import type { World } from './ground/world';

/** The knob stands so far ahead of the front, in pixels of the screen. */
const KNOB = 34;
const REACH = 20;
/** A turn goes by these, in tenths of a degree. */
export const TURN = 50;

export function knobOf(pose: Pose, world: World, k: number): Point | null {
  const front = world.spot(pose.x, pose.y);
  const scale = world.table?.layout.scale ?? 1;
  return front && beside(front, pose, scale, KNOB / k / scale, 0);
}

/** What of a ghost lies under a point of paper. */
export function grip(pose: Pose, world: World, p: Point, k: number, touch: boolean): 'knob' | 'body' | null {
  const knob = knobOf(pose, world, k);
  const front = world.spot(pose.x, pose.y);
  if (!knob || !front) return null;
  if (distance(knob, p) <= (touch ? REACH * 1.4 : REACH) / k) return 'knob';
  const scale = world.table?.layout.scale ?? 1;
  const corners = cornersOf(front, pose, scale);
  const margin = touch ? 14 / k : 4 / k;
  return within(corners, p) || corners.some((corner) => distance(corner, p) <= margin) ? 'body' : null;
}

/** Moved by a way on paper. */
export function moved(pose: Pose, world: World, from: Point, to: Point): Pose {
  const [a, b] = [world.onTable(from), world.onTable(to)];
  return a && b ? { ...pose, x: Math.round(pose.x + b.x - a.x), y: Math.round(pose.y + b.y - a.y) } : pose;
}

/** Turned so that it faces a point of paper, by whole steps. */
export function facing(pose: Pose, world: World, to: Point): Pose {
  const front = world.spot(pose.x, pose.y);
  if (!front) return pose;
  const scale = world.table?.layout.scale ?? 1;
  const way = ahead(pose.heading);
  const half = (pose.depth * scale) / 2;
  const [x, y] = [to.x - front.x + way.x * half, to.y - front.y + way.y * half];
  const tenths = (Math.atan2(x, -y) * 1800) / Math.PI;
  const heading = Math.round(tenths / TURN) * TURN;
  return turned(pose, heading - pose.heading);
}
