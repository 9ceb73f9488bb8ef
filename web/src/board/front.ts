// A front drawn with one stroke: from its left end to its right end, facing to the left of the stroke.

import type { Pose } from '../wire';
import { distance, type Point } from './ground/points';
import { TURN } from './ground/poses';
import type { World } from './ground/world';

/** Between units that are put in one front, in hundredths. */
const GAP = 100;

/** The same stands, arranged in this number of files. */
export function reshaped(pose: Pose, files: number): Pose {
  const now = Math.max(1, pose.files);
  const count = Math.max(1, Math.min(Math.max(1, pose.stands), Math.round(files)));
  const ranks = (n: number): number => Math.ceil(Math.max(1, pose.stands) / n);
  return {
    ...pose,
    files: count,
    width: Math.round((pose.width / now) * count),
    depth: Math.round((pose.depth / ranks(now)) * ranks(count)),
  };
}

/** The heading of a front from left to right, by whole steps. */
function headingOf(from: Point, to: Point): number {
  const tenths = (Math.atan2(to.y - from.y, to.x - from.x) * 1800) / Math.PI;
  return (((Math.round(tenths / TURN) * TURN) % 3600) + 3600) % 3600;
}

/** Where units stand in a front that was drawn on paper; one alone takes as many files as the stroke is long. */
export function frontOf(poses: readonly Pose[], world: World, from: Point, to: Point): Pose[] {
  const scale = world.table?.layout.scale ?? 1;
  const heading = headingOf(from, to);
  const only = poses.length === 1 ? poses[0] : undefined;
  const long = distance(from, to) / scale;
  if (only) {
    const middle = world.onTable({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    if (!middle) return [only];
    const files = long / (only.width / Math.max(1, only.files));
    return [{ ...reshaped(only, files), heading, x: Math.round(middle.x), y: Math.round(middle.y) }];
  }
  const turn = (heading / 1800) * Math.PI;
  let along = 0;
  return poses.map((pose) => {
    const right = (along + pose.width / 2) * scale;
    along += pose.width + GAP;
    const spot = world.onTable({ x: from.x + Math.cos(turn) * right, y: from.y + Math.sin(turn) * right });
    return spot ? { ...pose, heading, x: Math.round(spot.x), y: Math.round(spot.y) } : pose;
  });
}

/** Units in the order they stand in from left to right, as one sees who faces the way the stroke does. */
export function leftToRight<T extends { at: Point }>(units: readonly T[], from: Point, to: Point): T[] {
  const along = (p: Point): number => p.x * (to.x - from.x) + p.y * (to.y - from.y);
  return [...units].sort((a, b) => along(a.at) - along(b.at));
}
