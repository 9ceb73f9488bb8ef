// Strokes set in motion. A piece that moves flies above the board in a layer of its own; where the strokes
// have left it is remembered until the scene says so too.

import { SvelteSet } from 'svelte/reactivity';
import type { Piece, Stroke } from '../wire';
import { distance, type Point } from './ground/points';
import { middleOf } from './ground/poses';
import type { World } from './ground/world';
import type { Arranged, Moved } from './pieces/arrange';
import { pieceId } from './things';
import { calm, pace } from './view.svelte';

const STEP = 280;
const LONGEST = 900;
const FADE = 200;
const FLIP = 280;
const COUNT = 700;

export type Flight = {
  key: number;
  /** Without a piece only the text flies. */
  piece: Piece | null;
  text: string;
  keyframes: Keyframe[];
  ms: number;
  easing: string;
  started(animation: Animation): void;
};

export type Stage = { world: World; arranged: Arranged; pieces: readonly Piece[] };

const spot = (p: Point): string => `translate(${p.x}px,${p.y}px)`;

export class Player {
  flights = $state.raw<readonly Flight[]>([]);
  /** Pieces that fly and are not drawn in their places meanwhile. */
  readonly away = new SvelteSet<string>();
  moved = $state.raw<Moved>(new Map());
  /** What was played without motion, to be drawn as a trail. */
  still = $state.raw<readonly Stroke[]>([]);

  #stage: () => Stage;
  /** Where pieces were drawn last: the scene may already be ahead of the strokes. */
  #drawn = new Map<string, Point>();
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #skipping = false;
  #running = new Set<Animation>();
  #key = 0;

  constructor(stage: () => Stage) {
    this.#stage = stage;
  }

  get playing(): boolean {
    return this.#waiting > 0;
  }

  /** The scene changed: it knows better than the strokes. */
  forget(): void {
    if (this.moved.size > 0) this.moved = new Map();
  }

  remember(arranged: Arranged): void {
    this.#drawn = new Map(arranged.placed.map((entry) => [entry.piece.id, { x: entry.x, y: entry.y }]));
  }

  play(strokes: readonly Stroke[]): Promise<void> {
    this.#waiting += 1;
    this.#queue = this.#queue.then(async () => {
      try {
        await this.#run(strokes);
      } finally {
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#skipping = false;
      }
    });
    return this.#queue;
  }

  skip(): void {
    if (!this.playing) return;
    this.#skipping = true;
    for (const animation of this.#running) animation.finish();
  }

  async #run(strokes: readonly Stroke[]): Promise<void> {
    this.still = calm() ? strokes : [];
    for (const stroke of strokes) await this.#one(stroke);
  }

  async #one(stroke: Stroke): Promise<void> {
    if ('moved' in stroke) {
      const id = pieceId(stroke.moved.piece);
      const goal = stroke.moved.path.at(-1);
      const points = this.way(id, stroke.moved.path);
      await this.#fly(id, points);
      if (goal) this.#leave(id, goal);
    } else if ('joined' in stroke) {
      const id = pieceId(stroke.joined.piece);
      const to = this.#point(stroke.joined.to);
      await this.#fly(id, to ? [...this.way(id, []), to] : []);
      this.#leave(id, null);
    } else if ('appeared' in stroke) {
      const id = pieceId(stroke.appeared.piece);
      const p = this.#point(stroke.appeared.place);
      if (p)
        await this.#shift(
          id,
          [
            { transform: spot(p), opacity: 0 },
            { transform: spot(p), opacity: 1 },
          ],
          FADE,
        );
      this.#leave(id, stroke.appeared.place);
    } else if ('gone' in stroke) {
      const id = pieceId(stroke.gone.piece);
      const [p] = this.way(id, []);
      if (p) {
        const end = `${spot(p)} scale(.86)`;
        await this.#shift(
          id,
          [
            { transform: spot(p), opacity: 1 },
            { transform: end, opacity: 0 },
          ],
          FADE * 1.5,
        );
      }
      this.#leave(id, null);
    } else if ('flipped' in stroke) {
      const id = pieceId(stroke.flipped.piece);
      const [p] = this.way(id, []);
      const turn = (x: number): Keyframe => ({ transform: `${p ? spot(p) : ''} scaleX(${x})` });
      if (p) await this.#shift(id, [turn(1), turn(0.04), turn(1)], FLIP);
    } else if ('counted' in stroke) {
      const p = this.#point(stroke.counted.what);
      if (p) await this.#write(String(stroke.counted.value), p);
    }
    // A turn is drawn by the block itself once its pose is known; dice and cards are the shell's.
  }

  /** From where a piece is along a path, which may or may not begin there. */
  way(id: string, path: readonly string[]): Point[] {
    const { world, arranged } = this.#stage();
    const pose = arranged.byId.get(id)?.pose ?? null;
    const scale = world.table?.layout.scale ?? 1;
    const points = path
      .map((thing) => this.#point(thing))
      .filter((p) => p !== null)
      // A spot is where the front of a block comes to stand.
      .map((p) => (pose ? middleOf(p, pose, scale) : p));
    const from = this.#at(id);
    const begins = path.length > 1 && points.length > 1;
    if (begins || !from) return points;
    return points[0] && distance(points[0], from) < 1 ? points : [from, ...points];
  }

  #at(id: string): Point | null {
    const { arranged } = this.#stage();
    if (this.moved.has(id)) return arranged.byId.get(id) ?? null;
    return this.#drawn.get(id) ?? arranged.byId.get(id) ?? null;
  }

  #point(thing: string): Point | null {
    if (thing.startsWith('piece:')) return this.#at(pieceId(thing));
    return this.#stage().world.point(thing);
  }

  #leave(id: string, thing: string | null): void {
    this.moved = new Map(this.moved).set(id, thing);
  }

  async #fly(id: string, points: readonly Point[]): Promise<void> {
    if (points.length < 2) return;
    const legs = points.slice(1).map((p, i) => distance(p, points[i]!));
    const total = legs.reduce((a, b) => a + b, 0) || 1;
    let gone = 0;
    const keyframes = points.map((p, i) => {
      gone += legs[i - 1] ?? 0;
      return { transform: spot(p), offset: gone / total };
    });
    await this.#shift(id, keyframes, Math.min(LONGEST, STEP * legs.length));
  }

  async #shift(id: string, keyframes: Keyframe[], ms: number): Promise<void> {
    const { pieces, arranged } = this.#stage();
    const piece = pieces.find((one) => one.id === id) ?? arranged.byId.get(id)?.piece;
    if (!piece) return;
    this.away.add(id);
    try {
      await this.#show({ piece, text: '', keyframes, ms, easing: 'cubic-bezier(.3,0,.1,1)' });
    } finally {
      this.away.delete(id);
    }
  }

  #write(text: string, p: Point): Promise<void> {
    const up = (dy: number, opacity: number): Keyframe => ({ transform: spot({ x: p.x, y: p.y - dy }), opacity });
    const keyframes = [up(4, 0), up(18, 1), up(24, 1), up(30, 0)];
    return this.#show({ piece: null, text, keyframes, ms: COUNT, easing: 'ease-out' });
  }

  #show(flight: Omit<Flight, 'key' | 'started'>): Promise<void> {
    if (this.#skipping || calm() || document.hidden) return Promise.resolve();
    this.#key += 1;
    const key = this.#key;
    return new Promise<void>((resolve) => {
      let over = false;
      const done = (): void => {
        if (over) return;
        over = true;
        clearTimeout(guard);
        this.flights = this.flights.filter((one) => one.key !== key);
        resolve();
      };
      // A page in the background does not tick; the game must not wait for it.
      const guard = setTimeout(done, flight.ms + 400);
      const started = (animation: Animation): void => {
        this.#running.add(animation);
        const end = (): void => {
          this.#running.delete(animation);
          done();
        };
        animation.finished.then(end, end);
      };
      this.flights = [...this.flights, { ...flight, ms: flight.ms / pace(), key, started }];
    });
  }
}
