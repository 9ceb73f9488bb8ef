// The camera at work. It is written to the DOM once a frame, past Svelte: a pan touches one style and
// no component. Only when a gesture has ended do the things that depend on it hear of it.

import {
  type Box,
  between,
  type Camera,
  filling,
  fitted,
  kept,
  type Pads,
  panned,
  revealing,
  viewBox,
  zoomed,
} from './camera';
import { type Step, sameStep, stepOf } from './detail';
import { at, type Point } from './ground/points';

/** Sharp again so long after a gesture, in ms. */
const SETTLE = 150;
const GLIDE = 200;
const SHARPEN = 100;
/** From here on counters show a number. */
const READABLE = 0.62;

/** Nothing shall move: said on the page by the shell's own setting, or by the system's. */
export function calm(): boolean {
  const { motion } = document.documentElement.dataset;
  return motion ? motion === 'none' : matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export class View {
  /** As it is now; not reactive. */
  camera: Camera = { x: 0, y: 0, k: 1 };
  /** Of the frame, in pixels. */
  frame = $state.raw<Point>(at(0, 0));
  /** What was in view when the last gesture ended. */
  seen = $state.raw<Box>({ from: at(0, 0), to: at(0, 0) });
  step = $state.raw<Step>(stepOf(1));
  /** Has anything been shown yet? */
  ready = $state(false);

  #stage: HTMLElement | null = null;
  #world: Point = at(1, 1);
  #pads: Pads = { top: 16, right: 16, bottom: 16, left: 16 };
  #drawn = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #glide = 0;
  #resting = 0;
  #moves = 0;
  /** The scale the layers were drawn at. */
  #sharp = 0;
  readonly #watchers = new Set<(camera: Camera, frame: Point) => void>();

  bind(stage: HTMLElement): () => void {
    this.#stage = stage;
    this.#draw();
    return () => {
      this.#stage = null;
      cancelAnimationFrame(this.#drawn);
      cancelAnimationFrame(this.#glide);
      cancelAnimationFrame(this.#resting);
      clearTimeout(this.#settling);
    };
  }

  /** Hears of every frame; for things as cheap as one style. */
  watch(watcher: (camera: Camera, frame: Point) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.camera, this.frame);
    return () => this.#watchers.delete(watcher);
  }

  setWorld(size: Point): void {
    this.#world = size;
  }

  setPads(pads: Pads): void {
    this.#pads = pads;
  }

  /** A new size of the frame keeps the middle where it was. */
  setFrame(frame: Point): void {
    const old = this.frame;
    if (old.x === frame.x && old.y === frame.y) return;
    this.frame = frame;
    if (this.ready) this.#put(panned(this.camera, (frame.x - old.x) / 2, (frame.y - old.y) / 2));
  }

  get farthest(): number {
    return Math.min(1, this.#whole().k * 0.8);
  }

  #whole(): Camera {
    return fitted({ from: at(0, 0), to: this.#world }, this.frame, this.#pads);
  }

  /** Where play begins: a box, as near as its numbers can be read and not nearer than is comfortable. */
  open(box: Box): void {
    const camera = fitted(box, this.frame, this.#pads, 1.1);
    const middle = at(this.frame.x / 2, this.frame.y / 2);
    const readable = camera.k < READABLE ? zoomed(camera, READABLE / camera.k, middle, 0) : camera;
    this.#put(filling(readable, this.frame, this.#world, this.#pads));
    this.ready = true;
    this.#settle();
  }

  pan(dx: number, dy: number): void {
    this.#stop();
    this.#put(panned(this.camera, dx, dy));
  }

  zoom(factor: number, screen: Point): void {
    this.#stop();
    this.#put(zoomed(this.camera, factor, screen, this.farthest));
  }

  /** With a glide, as from a button. */
  zoomTo(factor: number, screen = at(this.frame.x / 2, this.frame.y / 2)): void {
    this.#go(zoomed(this.camera, factor, screen, this.farthest));
  }

  panTo(dx: number, dy: number): void {
    this.#go(panned(this.camera, dx, dy));
  }

  fit(box: Box = { from: at(0, 0), to: this.#world }): void {
    this.#go(fitted(box, this.frame, this.#pads));
  }

  /** The world's point in the middle of the frame. */
  centre(p: Point): void {
    this.#stop();
    const { k } = this.camera;
    this.#put({ k, x: this.frame.x / 2 - p.x * k, y: this.frame.y / 2 - p.y * k });
  }

  reveal(p: Point): void {
    const room = Math.min(110, this.frame.x / 5, this.frame.y / 5);
    const pads = {
      top: this.#pads.top + room,
      right: this.#pads.right + room / 2,
      bottom: this.#pads.bottom + room,
      left: this.#pads.left + room / 2,
    };
    const to = revealing(this.camera, p, this.frame, pads);
    if (to !== this.camera) this.#go(to);
  }

  #go(goal: Camera): void {
    this.#stop();
    const to = kept(goal, this.frame, this.#world);
    const from = this.camera;
    if (calm()) {
      this.#put(to);
      return;
    }
    const start = performance.now();
    const frame = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - start) / GLIDE));
      this.#put(t >= 1 ? to : between(from, to, 1 - (1 - t) ** 3, this.frame));
      if (t < 1) this.#glide = requestAnimationFrame(frame);
    };
    this.#glide = requestAnimationFrame(frame);
  }

  #stop(): void {
    cancelAnimationFrame(this.#glide);
  }

  #put(camera: Camera): void {
    this.camera = kept(camera, this.frame, this.#world);
    if (this.#stage?.classList.contains('sharpening')) this.#stage.classList.remove('sharpening');
    if (!this.#drawn) {
      this.#drawn = requestAnimationFrame(() => {
        this.#drawn = 0;
        this.#draw();
      });
    }
    clearTimeout(this.#settling);
    this.#moves += 1;
    const moves = this.#moves;
    this.#settling = setTimeout(() => {
      // On a slow machine the timer may come before the input that waits: drawing sharp now would make
      // it slower still. The next frame knows.
      this.#resting = requestAnimationFrame(() => {
        if (this.#moves === moves) this.#settle();
      });
    }, SETTLE);
  }

  #draw(): void {
    const { x, y, k } = this.camera;
    if (this.#stage) this.#stage.style.transform = `translate3d(${x}px,${y}px,0) scale(${k})`;
    for (const watcher of this.#watchers) watcher(this.camera, this.frame);
  }

  /**
   * The layers keep the pixels they have, so that a pan moves them and draws nothing. After a change of scale
   * they are let go for a moment, to be drawn anew at the scale they are seen at.
   */
  #sharpen(): void {
    const stage = this.#stage;
    if (!stage || this.#sharp === this.camera.k) return;
    this.#sharp = this.camera.k;
    stage.classList.add('sharpening');
    setTimeout(() => stage.classList.remove('sharpening'), SHARPEN);
  }

  #settle(): void {
    clearTimeout(this.#settling);
    // On whole pixels text and hairlines are sharp.
    this.camera = { ...this.camera, x: Math.round(this.camera.x), y: Math.round(this.camera.y) };
    this.#draw();
    this.#sharpen();
    this.seen = viewBox(this.camera, this.frame);
    const step = stepOf(this.camera.k);
    if (!sameStep(step, this.step)) this.step = step;
  }
}
