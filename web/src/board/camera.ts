// The camera: what part of the world the frame shows. Pure arithmetic.

import { at, type Point } from './ground/points';

/** A point `p` of the world is seen at `p * k + (x, y)`. */
export type Camera = { x: number; y: number; k: number };

export type Box = { from: Point; to: Point };

/** Room that panels take from the edges of the frame, in pixels. */
export type Pads = { top: number; right: number; bottom: number; left: number };

export const NEAREST = 3.2;

export const toScreen = (camera: Camera, p: Point): Point => at(p.x * camera.k + camera.x, p.y * camera.k + camera.y);
export const toWorld = (camera: Camera, p: Point): Point =>
  at((p.x - camera.x) / camera.k, (p.y - camera.y) / camera.k);

export const panned = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x + dx,
  y: camera.y + dy,
});

/** Nearer or farther, with the point under `screen` held fast. */
export function zoomed(camera: Camera, factor: number, screen: Point, farthest: number): Camera {
  const k = Math.min(NEAREST, Math.max(farthest, camera.k * factor));
  const held = toWorld(camera, screen);
  return { k, x: screen.x - held.x * k, y: screen.y - held.y * k };
}

/** The camera that shows a box whole, in the middle of the frame less its pads. */
export function fitted(box: Box, frame: Point, pads: Pads, most = NEAREST): Camera {
  const [wide, high] = [Math.max(1, box.to.x - box.from.x), Math.max(1, box.to.y - box.from.y)];
  const [roomX, roomY] = [
    Math.max(40, frame.x - pads.left - pads.right),
    Math.max(40, frame.y - pads.top - pads.bottom),
  ];
  const k = Math.min(roomX / wide, roomY / high, most);
  return {
    k,
    x: pads.left + roomX / 2 - ((box.from.x + box.to.x) / 2) * k,
    y: pads.top + roomY / 2 - ((box.from.y + box.to.y) / 2) * k,
  };
}

/** The middle of the frame never leaves the world, so that it cannot be lost. */
export function kept(camera: Camera, frame: Point, world: Point): Camera {
  const clamp = (value: number, middle: number, length: number): number =>
    Math.min(middle, Math.max(middle - length * camera.k, value));
  return {
    k: camera.k,
    x: clamp(camera.x, frame.x / 2, world.x),
    y: clamp(camera.y, frame.y / 2, world.y),
  };
}

/** Panned as little as needed to show no room beside a world that is larger than the frame less its pads. */
export function filling(camera: Camera, frame: Point, world: Point, pads: Pads): Camera {
  const fill = (value: number, before: number, after: number, room: number, length: number): number =>
    length < room - before - after ? value : Math.min(before, Math.max(room - after - length, value));
  return {
    k: camera.k,
    x: fill(camera.x, pads.left, pads.right, frame.x, world.x * camera.k),
    y: fill(camera.y, pads.top, pads.bottom, frame.y, world.y * camera.k),
  };
}

/** Panned as little as needed to bring a point within the pads; the same object if it is there already. */
export function revealing(camera: Camera, p: Point, frame: Point, pads: Pads): Camera {
  const seen = toScreen(camera, p);
  const [left, top] = [pads.left, pads.top];
  const right = Math.max(left, frame.x - pads.right);
  const bottom = Math.max(top, frame.y - pads.bottom);
  const dx = Math.min(right, Math.max(left, seen.x)) - seen.x;
  const dy = Math.min(bottom, Math.max(top, seen.y)) - seen.y;
  return dx === 0 && dy === 0 ? camera : panned(camera, dx, dy);
}

export function viewBox(camera: Camera, frame: Point): Box {
  return { from: toWorld(camera, at(0, 0)), to: toWorld(camera, frame) };
}

/** Part of the way from one camera to another; zoom goes by ratio so that it feels even. */
export function between(a: Camera, b: Camera, part: number, frame: Point): Camera {
  const k = a.k * (b.k / a.k) ** part;
  const middle = at(frame.x / 2, frame.y / 2);
  const [p, q] = [toWorld(a, middle), toWorld(b, middle)];
  // Straight on the screen that is nearer: with equal zoom this is a plain line.
  const eased = Math.abs(b.k - a.k) < 1e-6 ? part : (k - a.k) / (b.k - a.k);
  const along = Math.abs(b.k - a.k) < 1e-6 ? part : (eased * b.k) / k;
  const c = at(p.x + (q.x - p.x) * along, p.y + (q.y - p.y) * along);
  return { k, x: middle.x - c.x * k, y: middle.y - c.y * k };
}
