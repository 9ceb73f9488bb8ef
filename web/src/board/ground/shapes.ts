// Shapes of a view over an open table: as paths on paper, and whom they reach.

import type { Pose, Shape } from '../../wire';
import { at, linePath, mean, type Point, plus, ringPath, within } from './points';
import { beside } from './poses';
import type { World } from './world';

/** A shape on paper: its path, its label with position and rotation in degrees. */
export type Outlined = { d: string; word: string; at: Point; turn: number; open: boolean };

type Fan = Extract<Shape, { kind: 'fan' }>;
type At = (far: number, right: number) => Point;

const ALL_ROUND = 1800;

const n = (value: number): number => Math.round(value * 10) / 10;
const put = (p: Point): string => `${n(p.x)} ${n(p.y)}`;

/** The word of a closed outline stands a little below its middle: ranges that lie over it write theirs at their tips. */
const BELOW = 16;

/** A shape as it is drawn; `null` off the table. */
export function outlined(shape: Shape, world: World): Outlined | null {
  const scale = world.table?.layout.scale ?? 1;
  const { word } = shape;
  if (shape.kind === 'circle') {
    const c = world.spot(shape.x, shape.y);
    const r = shape.radius * scale;
    const d = c && `M${n(c.x - r)} ${n(c.y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
    return c && d ? { d, word, at: at(c.x, c.y - r), turn: 0, open: false } : null;
  }
  if (shape.kind === 'fan') {
    const front = world.spot(shape.pose.x, shape.pose.y);
    if (!front) return null;
    const place: At = (far, right) => beside(front, shape.pose, scale, far, right);
    const d = fanPath(shape, place, n(shape.reach * scale));
    return { d, word, at: place(shape.reach, 0), turn: upright(shape.pose.heading / 10), open: false };
  }
  const points = (shape.kind === 'ring' ? shape.outline : shape.points)
    .map(([x, y]) => world.spot(x, y))
    .filter((p) => p !== null);
  if (points.length === 0) return null;
  const open = shape.kind === 'line';
  const middle = plus(mean(points), at(0, open ? 0 : BELOW));
  return { d: open ? linePath(points) : ringPath([points]), word, at: middle, turn: 0, open };
}

/** Text that lies along a front and is never upside down. */
export function upright(degrees: number): number {
  const turn = ((degrees % 360) + 360) % 360;
  return turn > 90 && turn < 270 ? turn - 180 : turn;
}

/** What lies ahead of a front within reach: two rays, two bows about the corners, and a line between them. */
function fanPath({ pose, outward, reach }: Fan, place: At, r: number): string {
  const half = pose.width / 2;
  const p = (far: number, right: number): string => put(place(far, right));
  if (outward >= ALL_ROUND) {
    // All round: the footprint, as far as it reaches.
    const deep = pose.depth;
    return (
      `M${p(reach, -half)}L${p(reach, half)}A${r} ${r} 0 0 1 ${p(0, half + reach)}` +
      `L${p(-deep, half + reach)}A${r} ${r} 0 0 1 ${p(-deep - reach, half)}` +
      `L${p(-deep - reach, -half)}A${r} ${r} 0 0 1 ${p(-deep, -half - reach)}` +
      `L${p(0, -half - reach)}A${r} ${r} 0 0 1 ${p(reach, -half)}Z`
    );
  }
  const turn = (outward / ALL_ROUND) * Math.PI;
  const [far, out] = [reach * Math.cos(turn), reach * Math.sin(turn)];
  return (
    `M${p(0, -half)}L${p(far, -half - out)}A${r} ${r} 0 0 1 ${p(reach, -half)}` +
    `L${p(reach, half)}A${r} ${r} 0 0 1 ${p(far, half + out)}L${p(0, half)}Z`
  );
}

type Table = { x: number; y: number };

/** A point of the table as a block sees it: so far ahead of its front, so far to the right of its middle. */
function seenFrom(pose: Pose, p: Table): { far: number; right: number } {
  const turn = (pose.heading / 1800) * Math.PI;
  const [dx, dy] = [p.x - pose.x, p.y - pose.y];
  return {
    far: dx * Math.sin(turn) + dy * Math.cos(turn),
    right: dx * Math.cos(turn) - dy * Math.sin(turn),
  };
}

/** Does a shape cover a point of the table? A line covers none. */
export function covers(shape: Shape, p: Table): boolean {
  switch (shape.kind) {
    case 'circle':
      return Math.hypot(p.x - shape.x, p.y - shape.y) <= shape.radius;
    case 'ring':
      return within(
        shape.outline.map(([x, y]) => at(x, y)),
        p,
      );
    case 'line':
      return false;
    case 'fan': {
      const { pose, outward, reach } = shape;
      const { far, right } = seenFrom(pose, p);
      const half = pose.width / 2;
      const beyond = right - Math.max(-half, Math.min(half, right));
      if (outward >= ALL_ROUND) {
        const behind = far > 0 ? far : Math.min(0, far + pose.depth);
        return Math.hypot(behind, beyond) <= reach;
      }
      if (far < 0 || Math.hypot(far, beyond) > reach) return false;
      return Math.abs(beyond) <= far * Math.tan((Math.min(outward, 899) / 1800) * Math.PI);
    }
  }
}

const PARTS = [0, 0.25, 0.5, 0.75, 1];

/** Does a shape cover any part of a block? */
export function touches(shape: Shape, pose: Pose): boolean {
  const turn = (pose.heading / 1800) * Math.PI;
  return PARTS.some((across) =>
    PARTS.some((deep) => {
      const [far, right] = [-pose.depth * deep, pose.width * (across - 0.5)];
      return covers(shape, {
        x: pose.x + far * Math.sin(turn) + right * Math.cos(turn),
        y: pose.y + far * Math.cos(turn) - right * Math.sin(turn),
      });
    }),
  );
}

/** The point of a block on the table that is nearest to the middle of another's front, and how far it is. */
export function nearest(from: Pose, to: Pose): { x: number; y: number; far: number } {
  const { far, right } = seenFrom(to, from);
  const [ahead, across] = [
    Math.max(-to.depth, Math.min(0, far)),
    Math.max(-to.width / 2, Math.min(to.width / 2, right)),
  ];
  const turn = (to.heading / 1800) * Math.PI;
  return {
    x: to.x + ahead * Math.sin(turn) + across * Math.cos(turn),
    y: to.y + ahead * Math.cos(turn) - across * Math.sin(turn),
    far: Math.hypot(far - ahead, right - across),
  };
}
