// Where every piece is drawn: stacks on places, blocks on an open table, the rest in the tray.

import type { Piece, Pose } from '../../wire';
import { COUNTER } from '../detail';
import { at, type Point } from '../ground/points';
import { middleOf } from '../ground/poses';
import type { World } from '../ground/world';
import { spotOf, thingOf } from '../things';
import { ASIDE, isSite } from './sites';

export type Placed = {
  piece: Piece;
  /** The centre of the counter. */
  x: number;
  y: number;
  /** The label of its place; empty for a block on an open table. */
  place: string;
  /** Drawn at all: of a stack the upper three. */
  seen: boolean;
  /** How many there are under and with it, on the top one of a stack; else 0. */
  count: number;
  pose: Pose | null;
  /** The side of the counter. */
  size: number;
  /** Which lie one on the other have the same. */
  pile: string;
};

export type Arranged = {
  /** In the order they are painted. */
  placed: readonly Placed[];
  byId: ReadonlyMap<string, Placed>;
  /** The pieces of a place, undermost first. */
  stacks: ReadonlyMap<string, readonly Placed[]>;
  tray: readonly Piece[];
};

export const NOTHING: Arranged = { placed: [], byId: new Map(), stacks: new Map(), tray: [] };

/** Where strokes have put pieces for now: a thing, or `null` for nowhere. */
export type Moved = ReadonlyMap<string, string | null>;

/** Down and right, from one counter of a stack to the next, and how many are drawn. */
const OFFSET = 4;
const DRAWN = 3;

/** The offset of the `i`th of so many counters. */
export function stackOffset(i: number, of: number): { offset: number; seen: boolean } {
  const hidden = Math.max(0, of - DRAWN);
  const drawn = Math.min(of, DRAWN);
  const rank = Math.max(0, i - hidden);
  return { offset: OFFSET * (rank - (drawn - 1) / 2), seen: i >= hidden };
}

/**
 * Places all pieces. Entries that did not change are the same objects as `before`, so that a piece that moves
 * does not redraw the others.
 */
export function arrange(world: World, pieces: readonly Piece[], moved: Moved, before: Arranged): Arranged {
  const groups = new Map<string, { seat: Point; pieces: Piece[]; place: string }>();
  const sites: { piece: Piece; seat: Point; place: string }[] = [];
  const tray: Piece[] = [];
  const placed: Placed[] = [];
  const put = (next: Placed): void => {
    const old = before.byId.get(next.piece.id);
    placed.push(old && same(old, next) ? old : next);
  };

  for (const piece of pieces) {
    const stroke = moved.get(piece.id);
    if (stroke === null) continue;
    const thing = stroke === undefined ? null : thingOf(stroke);
    const pose = posed(piece, thing?.kind === 'spot' ? spotOf(thing.id) : null);
    const front = pose && world.spot(pose.x, pose.y);
    if (pose && front) {
      const spot = middleOf(front, pose, world.table?.layout.scale ?? 1);
      put({ piece, ...spot, place: '', seen: true, count: 0, pose, size: COUNTER, pile: piece.id });
      continue;
    }
    const place = thing?.kind === 'place' ? thing.id : piece.place;
    const seat = place ? world.seat(place) : null;
    if (!place || !seat) {
      tray.push(piece);
      continue;
    }
    if (isSite(piece)) {
      sites.push({ piece, seat, place });
      continue;
    }
    const group = groups.get(place);
    if (group) group.pieces.push(piece);
    else groups.set(place, { seat, pieces: [piece], place });
  }

  const built = new Set<string>();
  for (const { piece, seat, place } of sites) {
    built.add(place);
    const shared = groups.has(place);
    const corner = { x: seat.x - (shared ? ASIDE.x : 0), y: seat.y - (shared ? ASIDE.y : 0) };
    put({ piece, ...corner, place, seen: true, count: 0, pose: null, size: COUNTER, pile: piece.id });
  }
  for (const { seat, pieces: stack, place } of groups.values()) {
    if (world.sheetOf(place)?.layout.kind === 'areas') {
      for (const entry of crowd(seat, stack, place)) put(entry);
      continue;
    }
    stack.forEach((piece, i) => {
      const { offset, seen } = stackOffset(i, stack.length);
      const count = i === stack.length - 1 && stack.length > 1 ? stack.length : 0;
      const aside = built.has(place) ? ASIDE : { x: 0, y: 0 };
      const corner = { x: seat.x + offset + aside.x, y: seat.y + offset + aside.y };
      put({ piece, ...corner, place, seen, count, pose: null, size: COUNTER, pile: place });
    });
  }

  const stacks = new Map<string, Placed[]>();
  for (const entry of placed) {
    if (!entry.place) continue;
    const stack = stacks.get(entry.place);
    if (stack) stack.push(entry);
    else stacks.set(entry.place, [entry]);
  }
  const seat = (entry: Placed): Point => world.seat(entry.place) ?? at(entry.x, entry.y);
  // From the top of the sheet downwards, so that a lower stack overlaps the one behind it. A stable sort
  // keeps each stack in its order.
  const order = [...placed].sort((a, b) => {
    const [p, q] = [seat(a), seat(b)];
    return p.y - q.y || p.x - q.x;
  });
  return { placed: order, byId: new Map(placed.map((entry) => [entry.piece.id, entry])), stacks, tray };
}

/** Piles beside each other in a row of an area, and how small they are if there is more than one row. */
const ACROSS = 4;
const SMALL = 0.74;
/** Below the name of the area. */
const BELOW = 9;

/**
 * In an area there is room: rows for each side, alike counters in one pile with their number, and markers small
 * in a corner.
 */
function crowd(seat: Point, pieces: readonly Piece[], place: string): Placed[] {
  const out: Placed[] = [];
  const rows: Piece[][][] = [];
  for (const side of [...new Set(pieces.map((piece) => piece.side))].sort()) {
    const piles = new Map<string, Piece[]>();
    for (const piece of pieces.filter((one) => one.side === side)) {
      if (piece.states?.includes('marker')) {
        const [x, y] = [seat.x - 1.9 * COUNTER, seat.y - 0.95 * COUNTER];
        out.push({ piece, x, y, place, seen: true, count: 0, pose: null, size: COUNTER / 2, pile: piece.id });
        continue;
      }
      const key = JSON.stringify([piece.face, piece.states ?? []]);
      const pile = piles.get(key);
      if (pile) pile.push(piece);
      else piles.set(key, [piece]);
    }
    const all = [...piles.values()];
    for (let i = 0; i < all.length; i += ACROSS) rows.push(all.slice(i, i + ACROSS));
  }
  const size = rows.length > 1 || (rows[0]?.length ?? 0) > 2 ? SMALL * COUNTER : COUNTER;
  rows.forEach((piles, row) => {
    const y = seat.y + BELOW + (row - (rows.length - 1) / 2) * (size + 5);
    piles.forEach((pile, n) => {
      const x = seat.x + (n - (piles.length - 1) / 2) * (size + 7);
      // Of alike ones the first is the one that is named.
      [...pile].reverse().forEach((piece, i) => {
        const top = i === pile.length - 1;
        const count = top && pile.length > 1 ? pile.length : 0;
        out.push({ piece, x, y, place, seen: top, count, pose: null, size, pile: `${place} ${row} ${n}` });
      });
    });
  });
  return out;
}

function posed(piece: Piece, spot: Point | null): Pose | null {
  if (!piece.pose) return null;
  return spot ? { ...piece.pose, x: spot.x, y: spot.y } : piece.pose;
}

function same(a: Placed, b: Placed): boolean {
  return (
    a.piece === b.piece &&
    a.x === b.x &&
    a.y === b.y &&
    a.place === b.place &&
    a.seen === b.seen &&
    a.count === b.count &&
    a.size === b.size &&
    a.pose?.heading === b.pose?.heading
  );
}

/** Does a point lie on a counter? */
export function covers(entry: Placed, p: Point): boolean {
  const half = entry.size / 2;
  return Math.abs(p.x - entry.x) <= half && Math.abs(p.y - entry.y) <= half;
}
