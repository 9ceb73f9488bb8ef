import { expect, test } from 'vitest';
import { goneIn, lastOwn, sinceOf } from '../core/since';
import type { Cause, Stroke, ToldStep } from '../wire';

const step = (number: number, cause: Cause, ...events: [string, Stroke[]][]): ToldStep => ({
  number,
  cause,
  clock: 1,
  pips: [],
  events: events.map(([text, strokes]) => ({ text, strokes, rule: '', key: '' })),
  head: '',
});
const act = (seat: number): Cause => ({ kind: 'act', seat });
const moved = (piece: string): Stroke => ({ moved: { piece, path: [] } });

test('steps of one unit are one event, and what the dice bring belongs to it', () => {
  const steps = [
    step(1, act(0), ['mine', []]),
    step(2, act(1), ['wheels', [moved('a')]]),
    step(3, act(1), ['advances', [moved('a')]]),
    step(4, act(1), ['fires', []]),
    step(5, { kind: 'throw', entered: false }, ['a hit', [{ gone: { piece: 'x' } }]]),
    step(6, act(1), ['rides', [moved('b')]]),
    step(7, act(0), ['my answer', []]),
  ];
  const all = sinceOf(steps, lastOwn(steps.slice(0, 6), 0), 0);
  expect(all.map(({ n, text, more, number, before }) => [n, text, more, number, before])).toEqual([
    [1, 'wheels', ['advances'], 3, 1],
    [2, 'fires', ['a hit'], 5, 3],
    [3, 'rides', [], 6, 5],
  ]);
  expect(goneIn(all)).toBe(1);
  expect(sinceOf(steps, lastOwn(steps, 0), 0)).toEqual([]);
});

test('what was taken back did not happen', () => {
  const steps = [
    step(1, act(1), ['goes there', [moved('a')]]),
    step(2, { kind: 'undo', seat: 1, to: 0, agreed: false }),
    step(3, act(1), ['goes here', [moved('a')]]),
  ];
  expect(sinceOf(steps, 0, 0).map((one) => one.text)).toEqual(['goes here']);
});
