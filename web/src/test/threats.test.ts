import { expect, test } from 'vitest';
import { threatsOf, threatWords } from '../core/threats';
import type { Overlay, Piece, Pose, Shape } from '../wire';

const pose = (x: number, y: number, heading = 0): Pose => ({
  x,
  y,
  heading,
  width: 400,
  depth: 150,
  stands: 4,
  files: 4,
});
const piece = (id: string, side: number, at: Pose): Piece => ({
  id,
  side,
  place: null,
  pose: at,
  face: { mon: '', glyph: '', name: { en: id }, values: [] },
  label: id,
});
const view = (id: string, of: Piece, reach: number): Overlay => ({
  id,
  title: '',
  rule: '',
  side: of.side,
  places: [],
  shapes: [{ kind: 'fan', pose: of.pose as Pose, outward: 450, reach, word: '' } satisfies Shape],
  piece: of.id,
});

const mine = piece('mine', 0, pose(1000, 1000));
const far = piece('far', 0, pose(5000, 1000));
const horse = piece('horse', 1, pose(1000, 2000, 1800));
const guns = piece('guns', 1, pose(1300, 2000, 1800));
const overlays = [
  view('charge', horse, 1500),
  view('range', guns, 1200),
  view('charge', mine, 1000),
  { ...view('command', horse, 9000) },
];

test('enemies that can strike or shoot at a unit are counted, each once', () => {
  const threats = threatsOf(overlays, [mine, far, horse, guns], 0);
  expect(threats?.strikes.map((one) => one.piece)).toEqual(['horse']);
  expect(threats?.shoots.map((one) => one.piece)).toEqual(['guns']);
  expect(threats?.marked.map(({ piece, strikes, shoots }) => [piece.id, strikes, shoots])).toEqual([['mine', 1, 1]]);
});

test('someone who only watches sees the threats of both sides', () => {
  const threats = threatsOf(overlays, [mine, far, horse, guns], null);
  expect(threats?.marked.map(({ piece }) => piece.id)).toEqual(['mine', 'horse', 'guns']);
});

test('where no unit has a reach there are no threats of units', () => {
  expect(threatsOf([{ ...overlays[0]!, shapes: [] }], [mine], 0)).toBeNull();
});

test('counts are written as words', () => {
  expect(threatWords({ strikes: 1, shoots: 2 })).toBe('1 charge · 2 volleys');
  expect(threatWords({ strikes: 0, shoots: 1 })).toBe('1 volley');
});
