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

/** So far the edge of the world may come into the frame, in pixels. */
const EDGE = 48;

/** Panned as little as needed to stay on the world: it fills the frame but for a margin, or lies in its middle. */
export function kept(camera: Camera, frame: Point, world: Point): Camera {
  const clamp = (value: number, room: number, length: number): number =>
    length + 2 * EDGE <= room ? (room - length) / 2 : Math.min(EDGE, Math.max(room - length - EDGE, value));
  return {
    k: camera.k,
    x: clamp(camera.x, frame.x, world.x * camera.k),
    y: clamp(camera.y, frame.y, world.y * camera.k),
  };
}

export function boxOf(spots: readonly Point[], pad: number): Box {
  const [xs, ys] = [spots.map((p) => p.x), spots.map((p) => p.y)];
  return {
    from: at(Math.min(...xs) - pad, Math.min(...ys) - pad),
    to: at(Math.max(...xs) + pad, Math.max(...ys) + pad),
  };
}

/** Of all windows of this size around one of the spots, the spots in the one that has most of them. */
export function crowd(spots: readonly Point[], room: Point): Point[] {
  const near = (a: Point) =>
    spots.filter((b) => Math.abs(b.x - a.x) <= room.x / 2 && Math.abs(b.y - a.y) <= room.y / 2);
  return spots.map(near).reduce((most, some) => (some.length > most.length ? some : most), []);
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

/** The camera that fills the frame with the world and loses as little of it as possible. */
export function covering(world: Point, frame: Point): Camera {
  const k = Math.max(frame.x / Math.max(1, world.x), frame.y / Math.max(1, world.y));
  return { k, x: (frame.x - world.x * k) / 2, y: (frame.y - world.y * k) / 2 };
}

/** The same scale with a point of the world in the middle of the frame. */
export const centred = (camera: Camera, p: Point, frame: Point): Camera => ({
  k: camera.k,
  x: frame.x / 2 - p.x * camera.k,
  y: frame.y / 2 - p.y * camera.k,
});

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
