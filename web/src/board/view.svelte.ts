// The camera at work. It is written to the DOM once a frame, past Svelte: a pan touches one style and
// no component. Only when a gesture has ended do the things that depend on it hear of it.

import {
  type Box,
  between,
  boxOf,
  type Camera,
  centred,
  covering,
  crowd,
  filling,
  fitted,
  kept,
  type Pads,
  panned,
  revealing,
  toScreen,
  viewBox,
  zoomed,
} from './camera';
import { COUNTER, type Step, sameStep, stepOf } from './detail';
import { at, type Point } from './ground/points';

/** Sharp again so long after a gesture, in ms. */
const SETTLE = 150;
const GLIDE = 200;
const SHARPEN = 100;
/** The smallest counter of the first view, in pixels: its digits are then 12 px high. */
const LEGIBLE = 32;
/** A table is seen whole from this part of the legible scale on: far units are drawn larger than they are. */
const WHOLE = 0.6;
/** So much of a table may lie outside the first view for the rest to fill the frame: this ratio of scales. */
const CROPPED = 1.25;
/** Room around what the first view shows, in units of the world. */
const AROUND = 70;

/** A change of height up to this is one of the dock, in pixels. */
const BELOW = 200;
/** Nearer to the edge of the frame a thing is as good as hidden, in pixels. */
const EDGE = 32;
const NO_PADS: Pads = { top: 0, right: 0, bottom: 0, left: 0 };

/** Nothing shall move: said on the page by the shell's own setting, or by the system's. */
export function calm(): boolean {
  const { motion } = document.documentElement.dataset;
  return motion ? motion === 'none' : matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How many times faster than usual pieces move. */
export function pace(): number {
  return Number(document.documentElement.dataset.pace ?? 1) || 1;
}

type First = { spots: readonly Point[]; table: boolean };

const middle = (spots: readonly Point[]): Point => {
  const { from, to } = boxOf(spots, 0);
  return at((from.x + to.x) / 2, (from.y + to.y) / 2);
};

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
  #pads: Pads = { top: 12, right: 12, bottom: 12, left: 12 };
  /** What was brought into view last, until the view is moved by hand: a new size of the frame keeps it there. */
  #revealed: Point | null = null;
  /** What the first view shows, until the view is moved. */
  #first: First | null = null;
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

  /** A new size of the frame keeps the middle where it was; a first view that nobody has moved is made anew. */
  setFrame(frame: Point): void {
    const old = this.frame;
    if (old.x === frame.x && old.y === frame.y) return;
    this.frame = frame;
    if (!this.ready) return;
    if (this.#first) {
      this.#put(this.#opening(this.#first));
      if (this.#revealed) this.reveal(this.#revealed);
      return;
    }
    // What grows or shrinks below the board does not move it.
    const below = frame.x === old.x && Math.abs(frame.y - old.y) < BELOW;
    const moved = below ? this.camera : panned(this.camera, (frame.x - old.x) / 2, (frame.y - old.y) / 2);
    // A dock that shrinks uncovers more of the world, not the room beside it.
    this.#put(below && frame.y > old.y ? filling(moved, frame, this.#world, NO_PADS) : moved);
    if (this.#revealed && !(below && this.#shows(this.#revealed))) this.reveal(this.#revealed);
  }

  #shows(p: Point, camera = this.camera): boolean {
    const seen = toScreen(camera, p);
    return seen.x > EDGE && seen.y > EDGE && seen.x < this.frame.x - EDGE && seen.y < this.frame.y - EDGE;
  }

  get farthest(): number {
    return Math.min(1, this.#whole().k * 0.8);
  }

  #whole(): Camera {
    return fitted({ from: at(0, 0), to: this.#world }, this.frame, this.#pads);
  }

  /** From here on the view is the player's. */
  touch(): void {
    this.#first = null;
  }

  /** Where play begins. */
  open(spots: readonly Point[], table: boolean): void {
    this.#first = { spots, table };
    this.#put(this.#opening(this.#first));
    this.ready = true;
    this.#settle();
  }

  /**
   * All spots if they can be read together, else as many as can. An open table is seen whole where that is possible:
   * how things stand to each other is the game. No room beside the world is shown that the world could fill.
   */
  #opening({ spots, table }: First): Camera {
    const whole = this.#whole().k;
    const legible = LEGIBLE / COUNTER;
    if (spots.length === 0 || (table && whole >= WHOLE * legible)) {
      const cover = covering(this.#world, this.frame);
      if (spots.length === 0 || cover.k > CROPPED * whole) return this.#whole();
      return filling(centred(cover, middle(spots), this.frame), this.frame, this.#world, NO_PADS);
    }
    let camera = fitted(boxOf(spots, AROUND), this.frame, this.#pads, 1.25);
    if (camera.k < legible) {
      const room = at(this.frame.x / legible - 2 * AROUND, this.frame.y / legible - 2 * AROUND);
      const some = crowd(spots, at(Math.max(1, room.x), Math.max(1, room.y)));
      camera = fitted(boxOf(some, AROUND), this.frame, this.#pads, legible);
    }
    return filling(camera, this.frame, this.#world, NO_PADS);
  }

  pan(dx: number, dy: number): void {
    this.#first = null;
    this.#revealed = null;
    this.#stop();
    this.#put(panned(this.camera, dx, dy));
  }

  zoom(factor: number, screen: Point): void {
    this.#first = null;
    this.#revealed = null;
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
    this.#revealed = null;
    this.#go(fitted(box, this.frame, this.#pads));
  }

  /** The world's point in the middle of the frame. */
  centre(p: Point): void {
    this.#first = null;
    this.#stop();
    this.#put(centred(this.camera, p, this.frame));
  }

  /** Pans so that a point lies in the middle 70 % of the frame less its pads, if it does not already. */
  reveal(p: Point): void {
    const side = (this.frame.x - this.#pads.left - this.#pads.right) * 0.15;
    const end = (this.frame.y - this.#pads.top - this.#pads.bottom) * 0.15;
    const pads = {
      top: this.#pads.top + end,
      right: this.#pads.right + side,
      bottom: this.#pads.bottom + end,
      left: this.#pads.left + side,
    };
    this.#revealed = p;
    const to = revealing(this.camera, p, this.frame, pads);
    if (to === this.camera) return;
    // At the edge of the sheet no room beside it is shown, as long as the point is well inside the frame.
    const filled = filling(to, this.frame, this.#world, NO_PADS);
    this.#go(this.#shows(p, filled) ? filled : to);
  }

  #go(goal: Camera): void {
    this.#first = null;
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
