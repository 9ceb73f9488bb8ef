import { describe, expect, test } from 'vitest';
import { applyDifference, applyStrokes, bare, kindOf } from '../core/scene';
import type { Piece, Scene } from '../wire';

function piece(id: string, place: string | null = null, side = 0): Piece {
  return { id, side, place, face: { mon: 'ii', glyph: 'foot', name: { en: id }, values: ['1'] }, label: id };
}
function scene(...pieces: Piece[]): Scene {
  return { boards: [{ id: 'Y', name: { en: 'Yao' }, ground: 'abc' }], pieces };
}
const ids = (one: Scene) => one.pieces.map((p) => p.id);

describe('a difference', () => {
  test('takes away, changes in place and adds at the end', () => {
    const old = scene(piece('a', '0101'), piece('b', '0102'), piece('c'));
    const got = applyDifference(old, { gone: ['a'], pieces: [piece('d'), piece('b', '0909')] });
    expect(ids(got)).toEqual(['b', 'c', 'd']);
    expect(got.pieces[0]?.place).toBe('0909');
    expect(ids(old)).toEqual(['a', 'b', 'c']);
  });

  test('the order is that of the list; a piece it does not name goes first, as None sorts before Some', () => {
    const old = scene(piece('a'), piece('b'), piece('x'), piece('c'), piece('y'));
    expect(ids(applyDifference(old, { order: ['c', 'a', 'b'] }))).toEqual(['x', 'y', 'c', 'a', 'b']);
  });

  test('a piece that goes and comes is new, at the end', () => {
    const got = applyDifference(scene(piece('a', '1'), piece('b')), { gone: ['a'], pieces: [piece('a', '2')] });
    expect(ids(got)).toEqual(['b', 'a']);
  });

  test('absent and null leave the other parts as they are; lists replace them', () => {
    const old: Scene = { ...scene(piece('a')), notes: [{ id: 'n', text: 'old', rule: '1' }] };
    expect(applyDifference(old, { notes: null, boards: null }).notes).toEqual(old.notes);
    expect(applyDifference(old, {}).boards).toEqual(old.boards);
    expect(applyDifference(old, { notes: [] }).notes).toEqual([]);
    expect(applyDifference(old, { tracks: [{ id: 't', title: 'T', boxes: ['1'], at: 0 }] }).tracks).toHaveLength(1);
  });
});

test('strokes lead from one scene to the next', () => {
  const start = scene(piece('a', '0101'), piece('b', '0102'), piece('c'));
  const got = applyStrokes(start, [
    { moved: { piece: 'piece:a', path: ['place:0101', 'place:0201', 'place:D:0202'] } },
    { gone: { piece: 'piece:b' } },
    { appeared: { piece: 'piece:c', place: 'place:0303' } },
    { thrown: { dice: [3] } },
  ]);
  expect(got.pieces.map((p) => [p.id, p.place])).toEqual([
    ['a', 'D:0202'],
    ['c', '0303'],
  ]);
  expect(applyStrokes(start, [{ thrown: { dice: [1] } }])).toBe(start);
});

test('things have a kind and a label', () => {
  expect(bare('place:D:2412')).toBe('D:2412');
  expect(bare('2412')).toBe('2412');
  expect(kindOf('spot:3,4')).toBe('spot');
  expect(kindOf('x')).toBe('');
});
