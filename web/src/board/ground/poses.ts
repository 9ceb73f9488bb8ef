// Blocks on an open table: the table counts from its lower left corner, paper from its upper left.

import type { Pose } from '../../wire';
import { at, type Point } from './points';

/** A turn goes by these, in tenths of a degree. */
export const TURN = 50;

const radians = (tenths: number): number => (tenths / 1800) * Math.PI;

/** One unit ahead on paper. */
export const ahead = (tenths: number): Point => at(Math.sin(radians(tenths)), -Math.cos(radians(tenths)));

/** The middle of a block on paper, from the middle of its front. */
export function middleOf(front: Point, pose: Pose, scale: number): Point {
  const way = ahead(pose.heading);
  const half = (pose.depth * scale) / 2;
  return at(front.x - way.x * half, front.y - way.y * half);
}

/** So far ahead of the front and to the right of its middle, in hundredths, on paper. */
export function beside(front: Point, pose: Pose, scale: number, far: number, right: number): Point {
  const way = ahead(pose.heading);
  return at(front.x + (way.x * far - way.y * right) * scale, front.y + (way.y * far + way.x * right) * scale);
}

/** The corners on paper: front left, front right, rear right, rear left. */
export function cornersOf(front: Point, pose: Pose, scale: number): Point[] {
  const half = pose.width / 2;
  return [
    [0, -half],
    [0, half],
    [-pose.depth, half],
    [-pose.depth, -half],
  ].map(([far, right]) => beside(front, pose, scale, far!, right!));
}

/** Turned about the middle of its block, so that it stays under the hand. */
export function turned(pose: Pose, tenths: number): Pose {
  const heading = (((pose.heading + tenths) % 3600) + 3600) % 3600;
  const [was, is] = [ahead(pose.heading), ahead(heading)];
  const half = pose.depth / 2;
  return {
    ...pose,
    heading,
    x: Math.round(pose.x - was.x * half + is.x * half),
    y: Math.round(pose.y + was.y * half - is.y * half),
  };
}

/** A length in hundredths as players write it. */
export const length = (hundredths: number, unit: string): string => `${(hundredths / 100).toFixed(1)} ${unit}`;
