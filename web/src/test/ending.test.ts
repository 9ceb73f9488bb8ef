import { expect, test } from 'vitest';
import { lossesOf, luckOf, turnsOf } from '../core/ending';
import type { Piece, SaidLuck, Scene } from '../wire';

const piece = (id: string, side: number, more: Partial<Piece> = {}): Piece => ({
  id,
  side,
  place: '0101',
  face: { mon: '', glyph: '', name: { en: id }, values: ['3'] },
  label: id,
  ...more,
});
const scene = (...pieces: Piece[]): Scene => ({ boards: [], pieces });
const pose = (stands: number) => ({ x: 0, y: 0, heading: 0, width: 1, depth: 1, stands, files: stands });
const figure = { kinds: ['spear'], armour: '', quality: '', full: 8, hits: 0 };

test('losses are what is gone and stands that are missing; markers and pieces beside the map do not count', () => {
  const first = scene(
    piece('a', 0),
    piece('b', 0),
    piece('marker', 0, { face: { mon: '', glyph: '', name: { en: 'm' }, values: [] } }),
    piece('waits', 0, { place: null }),
    piece('block', 0, { place: null, pose: pose(8), figure }),
    piece('c', 1),
  );
  const last = scene(piece('b', 0), piece('block', 0, { place: null, pose: pose(5), figure }));
  expect(lossesOf(first, last, 0).map(({ piece, left, full, gone }) => [piece.id, left, full, gone])).toEqual([
    ['a', 0, 1, true],
    ['block', 5, 8, false],
  ]);
  expect(lossesOf(first, last, 1).map((loss) => loss.piece.id)).toEqual(['c']);
});

test('the throws that turned a game are the widest swings, in their order', () => {
  const luck = (number: number, swing: number): SaidLuck => ({
    number,
    clock: 1,
    side: 0,
    rule: '',
    text: '',
    pips: [1],
    expected_tenths: 35,
    swing,
  });
  const throws = [luck(1, 2), luck(2, -9), luck(3, 0), luck(4, 5)];
  expect(turnsOf(throws, 2).map((one) => one.number)).toEqual([2, 4]);
  expect(luckOf(throws, 0)).toBe(-2);
  expect(luckOf(throws, 1)).toBe(2);
});
