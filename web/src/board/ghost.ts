// A block in the hand over an open table: where it is taken, moved and turned.

import type { Pose } from '../wire';
import { reshaped } from './front';
import { distance, type Point, within } from './ground/points';
import { ahead, beside, cornersOf, TURN, turned } from './ground/poses';
import type { World } from './ground/world';

/** The knob stands so far ahead of the front, in pixels of the screen. */
const KNOB = 34;
const REACH = 20;
/** The handles for files stand so far outside, in pixels. */
const END = 20;

export function knobOf(pose: Pose, world: World, k: number): Point | null {
  const front = world.spot(pose.x, pose.y);
  const scale = world.table?.layout.scale ?? 1;
  return front && beside(front, pose, scale, KNOB / k / scale, 0);
}

/** The handles at both ends of a block: pulled outward it has more files. */
export function endsOf(pose: Pose, world: World, k: number): Point[] {
  const front = world.spot(pose.x, pose.y);
  const scale = world.table?.layout.scale ?? 1;
  if (!front || pose.stands < 2) return [];
  const out = pose.width / 2 + END / k / scale;
  return [-out, out].map((right) => beside(front, pose, scale, -pose.depth / 2, right));
}

/** What of a ghost lies under a point of paper. */
export function grip(pose: Pose, world: World, p: Point, k: number, touch: boolean): 'knob' | 'end' | 'body' | null {
  const knob = knobOf(pose, world, k);
  const front = world.spot(pose.x, pose.y);
  if (!knob || !front) return null;
  const near = (handle: Point): boolean => distance(handle, p) <= (touch ? REACH * 1.4 : REACH) / k;
  if (near(knob)) return 'knob';
  if (endsOf(pose, world, k).some(near)) return 'end';
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

/** With its end pulled to a point of paper: as many files as reach from the middle to there on both sides. */
export function widened(pose: Pose, world: World, to: Point): Pose {
  const front = world.spot(pose.x, pose.y);
  if (!front) return pose;
  const scale = world.table?.layout.scale ?? 1;
  const way = ahead(pose.heading);
  const right = Math.abs(((to.x - front.x) * -way.y + (to.y - front.y) * way.x) / scale);
  return reshaped(pose, (2 * right) / (pose.width / Math.max(1, pose.files)));
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
