import { expect, test } from 'vitest';
import { placeNames } from './patchNames';
import { at } from './points';

const box = (left: number, top: number, wide: number, high: number) => [
  at(left, top),
  at(left + wide, top),
  at(left + wide, top + high),
  at(left, top + high),
];
const sheet = { from: at(0, 0), to: at(1000, 1000) };
const hill = { ring: box(400, 400, 200, 100), wide: 80, high: 20 };

test('a name stands on its ground', () => {
  expect(placeNames([hill], [], sheet)).toEqual([at(500, 450)]);
});

test('it leaves room for a unit in the middle, along its ground, and below it when that is full', () => {
  expect(placeNames([hill], [box(490, 430, 20, 40)], sheet)).toEqual([at(440, 450)]);
  expect(placeNames([hill], [box(400, 400, 200, 100)], sheet)).toEqual([at(500, 514)]);
});

test('a name that is higher than its ground stands below it', () => {
  expect(placeNames([{ ring: box(400, 400, 200, 6), wide: 80, high: 20 }], [], sheet)).toEqual([at(500, 420)]);
});

test('names keep off each other and on the sheet', () => {
  const [first, second] = placeNames([hill, hill], [], sheet);
  expect(first).not.toEqual(second);
  const edge = { ring: box(400, 960, 200, 36), wide: 80, high: 30 };
  expect(placeNames([edge], [box(390, 960, 320, 40)], sheet)[0]?.y).toBeLessThan(960);
});
