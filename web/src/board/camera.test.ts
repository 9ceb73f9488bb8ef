import { describe, expect, it } from 'vitest';
import {
  between,
  boxOf,
  centred,
  covering,
  crowd,
  filling,
  fitted,
  kept,
  NEAREST,
  panned,
  revealing,
  toScreen,
  toWorld,
  viewBox,
  zoomed,
} from './camera';
import { at } from './ground/points';

const frame = { x: 800, y: 600 };
const pads = { top: 10, right: 10, bottom: 10, left: 10 };
const camera = { x: 30, y: -40, k: 1.5 };

describe('a camera', () => {
  it('goes to the screen and back', () => {
    const p = { x: 123, y: 456 };
    const back = toWorld(camera, toScreen(camera, p));
    expect(back.x).toBeCloseTo(p.x);
    expect(back.y).toBeCloseTo(p.y);
  });
  it('holds the point under the pointer while zooming', () => {
    const screen = { x: 200, y: 100 };
    const held = toWorld(camera, screen);
    for (const factor of [0.5, 1.3, 10]) {
      const next = zoomed(camera, factor, screen, 0.2);
      expect(toScreen(next, held).x).toBeCloseTo(screen.x);
      expect(toScreen(next, held).y).toBeCloseTo(screen.y);
    }
  });
  it('zooms within its bounds', () => {
    expect(zoomed(camera, 100, { x: 0, y: 0 }, 0.2).k).toBe(NEAREST);
    expect(zoomed(camera, 0.001, { x: 0, y: 0 }, 0.2).k).toBe(0.2);
  });
  it('fits a box whole and in the middle', () => {
    const box = { from: { x: 0, y: 0 }, to: { x: 1560, y: 580 } };
    const fit = fitted(box, frame, pads);
    expect(fit.k).toBeCloseTo(0.5);
    expect(toScreen(fit, { x: 780, y: 290 })).toEqual({ x: 400, y: 300 });
    expect(viewBox(fit, frame).from.x).toBeLessThan(0);
  });
  it('covers the frame with the world', () => {
    const world = { x: 1600, y: 1000 };
    const cover = covering(world, frame);
    expect(cover.k).toBeCloseTo(0.6);
    // The lower and upper edges are those of the frame, and both sides lose as much.
    expect(toScreen(cover, { x: 0, y: 0 })).toEqual({ x: -80, y: 0 });
    expect(toScreen(cover, world)).toEqual({ x: 880, y: 600 });
  });
  it('puts a point into the middle of the frame', () => {
    expect(toScreen(centred(camera, { x: 5, y: 7 }, frame), { x: 5, y: 7 })).toEqual({ x: 400, y: 300 });
  });
  it('never loses the world', () => {
    const world = { x: 1000, y: 1000 };
    for (const [dx, dy] of [
      [5000, 0],
      [-9000, 100],
      [0, -9000],
    ] as const) {
      const seen = toWorld(kept(panned(camera, dx, dy), frame, world), { x: 400, y: 300 });
      expect(seen.x).toBeGreaterThanOrEqual(-1e-9);
      expect(seen.x).toBeLessThanOrEqual(1000 + 1e-9);
      expect(seen.y).toBeGreaterThanOrEqual(-1e-9);
      expect(seen.y).toBeLessThanOrEqual(1000 + 1e-9);
    }
  });
  it('lets the edge of the world come so far into the frame, and keeps a small world in its middle', () => {
    const world = { x: 2000, y: 300 };
    expect(kept({ x: 900, y: 5, k: 1 }, frame, world)).toEqual({ x: 48, y: 150, k: 1 });
    expect(kept({ x: -9000, y: 5, k: 1 }, frame, world)).toEqual({ x: 800 - 2000 - 48, y: 150, k: 1 });
    expect(kept({ x: -500, y: 150, k: 1 }, frame, world)).toEqual({ x: -500, y: 150, k: 1 });
  });
  it('finds where most spots can be seen together', () => {
    const near = [at(0, 0), at(90, 0), at(100, 50)];
    expect(crowd([at(900, 900), ...near, at(-700, 20)], at(240, 120))).toEqual(near);
    expect(boxOf(near, 10)).toEqual({ from: { x: -10, y: -10 }, to: { x: 110, y: 60 } });
  });
  it('shows no room beside a world that is larger than the frame', () => {
    const world = { x: 2000, y: 500 };
    // Wider than the frame: its right edge comes to the right pad. Lower than the frame: left as it is.
    expect(filling({ x: -1500, y: 77, k: 1 }, frame, world, pads)).toEqual({ x: -1210, y: 77, k: 1 });
    expect(filling({ x: 50, y: 77, k: 1 }, frame, world, pads)).toEqual({ x: 10, y: 77, k: 1 });
    expect(filling({ x: -300, y: 77, k: 1 }, frame, world, pads)).toEqual({ x: -300, y: 77, k: 1 });
  });
  it('stays where it is when a thing can be seen, and moves no more than needed', () => {
    const plain = { x: 0, y: 0, k: 1 };
    expect(revealing(plain, { x: 400, y: 300 }, frame, pads)).toBe(plain);
    expect(revealing(plain, { x: 1000, y: 300 }, frame, pads)).toEqual({ x: -210, y: 0, k: 1 });
  });
  it('glides from one view to the other', () => {
    const to = { x: -500, y: -200, k: 3 };
    for (const [part, end] of [
      [0, camera],
      [1, to],
    ] as const) {
      const now = between(camera, to, part, frame);
      expect(now.k).toBeCloseTo(end.k);
      expect(now.x).toBeCloseTo(end.x);
      expect(now.y).toBeCloseTo(end.y);
    }
  });
});
