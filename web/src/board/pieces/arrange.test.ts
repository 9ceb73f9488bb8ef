import { describe, expect, it } from 'vitest';
import { outlineOf } from '../figures/field';
import { within } from '../ground/points';
import { worldOf } from '../ground/world';
import { madeAreas, madeHexes, madePiece, madeTable } from '../workbench/synthetic';
import { arrange, covers, type Moved, NOTHING, stackOffset } from './arrange';

const made = madeHexes(6, 5, 0);
const world = worldOf(made.boards, made.grounds);
const still: Moved = new Map();

describe('a stack', () => {
  it('shows three at most, each a little lower, about its seat', () => {
    expect(stackOffset(0, 1)).toEqual({ offset: 0, seen: true });
    expect([0, 1, 2].map((i) => stackOffset(i, 3).offset)).toEqual([-4, 0, 4]);
    expect([0, 1, 2, 3, 4].map((i) => stackOffset(i, 5).seen)).toEqual([false, false, true, true, true]);
    expect(stackOffset(4, 5).offset).toBe(4);
  });
  it('counts on its top piece only', () => {
    const pieces = [1, 2, 3, 4].map((i) => madePiece(i * 2, '0202'));
    const { placed, stacks } = arrange(world, pieces, still, NOTHING);
    expect(placed.map((entry) => entry.count)).toEqual([0, 0, 0, 4]);
    expect(stacks.get('0202')).toHaveLength(4);
  });
  it('stands before a castle, which is not counted and is painted first', () => {
    const plain = madePiece(0, '0202');
    const castle = { ...madePiece(1, '0202'), id: 'keep', face: { ...plain.face, glyph: 'castle' } };
    const { placed, byId } = arrange(world, [castle, plain, madePiece(2, '0202')], still, NOTHING);
    expect(placed.map((entry) => entry.piece.id)).toEqual(['keep', plain.id, 'sanada_2']);
    expect(placed.map((entry) => entry.count)).toEqual([0, 0, 2]);
    expect(byId.get('keep')!.x).toBeLessThan(byId.get(plain.id)!.x);
    const seat = world.seat('0303')!;
    const alone = arrange(world, [{ ...castle, place: '0303' }], still, NOTHING).byId.get('keep')!;
    expect([alone.x, alone.y]).toEqual([seat.x, seat.y]);
  });
});

describe('an arrangement', () => {
  const pieces = [madePiece(0, '0101'), madePiece(1, '0403'), madePiece(2, null), madePiece(3, '9999')];

  it('puts what stands nowhere into the tray', () => {
    expect(arrange(world, pieces, still, NOTHING).tray.map((piece) => piece.id)).toEqual(['sanada_2', 'goto_3']);
  });
  it('keeps the entries that did not change', () => {
    const before = arrange(world, pieces, still, NOTHING);
    const after = arrange(world, [{ ...pieces[0]!, place: '0202' }, ...pieces.slice(1)], still, before);
    expect(after.byId.get('todo_1')).toBe(before.byId.get('todo_1'));
    expect(after.byId.get('ii_0')).not.toBe(before.byId.get('ii_0'));
  });
  it('believes the strokes until the scene speaks', () => {
    const moved: Moved = new Map<string, string | null>([
      ['ii_0', 'place:0302'],
      ['todo_1', null],
      ['sanada_2', 'place:0101'],
    ]);
    const now = arrange(world, pieces, moved, NOTHING);
    expect(now.byId.get('ii_0')!.place).toBe('0302');
    expect(now.byId.has('todo_1')).toBe(false);
    expect(now.byId.get('sanada_2')!.place).toBe('0101');
  });
  it('paints from the top of the sheet downwards', () => {
    const { placed } = arrange(world, [...pieces].reverse(), still, NOTHING);
    expect(placed.map((entry) => entry.piece.id)).toEqual(['ii_0', 'todo_1']);
  });
});

it('puts the sides of an area in rows of their own', () => {
  const areas = madeAreas();
  const pieces = [madePiece(0, 'a1'), madePiece(1, 'a1'), madePiece(2, 'a1')];
  const { byId } = arrange(worldOf(areas.boards, areas.grounds), pieces, still, NOTHING);
  expect(Math.abs(byId.get('todo_1')!.y - byId.get('sanada_2')!.y)).toBeGreaterThan(30);
});

it('piles alike counters of an area and counts them, and puts markers small beside them', () => {
  const areas = madeAreas();
  const one = madePiece(0, 'a1');
  const alike = [one, { ...one, id: 'ii_b' }, { ...one, id: 'ii_c' }];
  const used = { ...one, id: 'ii_d', states: ['back'] };
  const marker = { ...one, id: 'control_a1', states: ['marker'] };
  const pieces = [...alike, used, marker];
  const { byId } = arrange(worldOf(areas.boards, areas.grounds), pieces, still, NOTHING);
  expect(alike.map((piece) => byId.get(piece.id)!.seen)).toEqual([true, false, false]);
  expect(byId.get(one.id)!.count).toBe(3);
  expect(byId.get('ii_d')!.x).not.toBe(byId.get(one.id)!.x);
  expect(byId.get('control_a1')!.size).toBeLessThan(byId.get(one.id)!.size);
});

it('hits counters by their square and units by their turned rectangle', () => {
  const { byId } = arrange(world, [madePiece(0, '0101')], still, NOTHING);
  const counter = byId.get('ii_0')!;
  expect(covers(counter, { x: counter.x + 23, y: counter.y - 23 })).toBe(true);
  expect(covers(counter, { x: counter.x + 25, y: counter.y })).toBe(false);

  const table = madeTable();
  const open = worldOf(table.boards, table.grounds);
  const one = {
    ...table.pieces[0]!,
    pose: { x: 5000, y: 5000, heading: 900, width: 1200, depth: 400, stands: 6, files: 3 },
  };
  const block = arrange(open, [one], still, NOTHING).byId.get(one.id)!;
  const { scale } = open.table!.layout;
  const ring = outlineOf(block, open, 2);
  expect(within(ring, { x: block.x, y: block.y + 500 * scale })).toBe(true);
  expect(within(ring, { x: block.x + 500 * scale, y: block.y })).toBe(false);
});
