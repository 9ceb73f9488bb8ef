import { expect, test } from 'vitest';
import { History, undone } from '../core/history';
import { linesOf } from '../panels/log';
import type { Cause, ToldStep } from '../wire';

function step(number: number, cause: Cause, text: string | null = `step ${number}`, pips: number[] = []): ToldStep {
  const events = text === null ? [] : [{ rule: '1', key: 'k', text, strokes: [] }];
  return { number, cause, clock: 1, pips, events, head: '' };
}
const act: Cause = { kind: 'act', seat: 0 };
const back = (to: number): Cause => ({ kind: 'undo', seat: 0, to, agreed: false });

test('one back after an undo is not the undo itself', () => {
  const history = new History();
  history.add(step(1, act));
  history.add(step(2, act));
  expect(history.back(2, true)).toBe(1);
  history.add(step(3, back(1)));
  expect(history.standing(3)).toBe(1);
  expect(history.back(3, true)).toBe(0);
  history.add(step(4, act));
  expect(history.path(4)).toEqual([1, 4]);
});

test('outside a chain the whole last chain goes back', () => {
  const history = new History();
  history.add(step(1, act));
  history.add(step(2, act, null)); // picks a unit: nothing to tell
  history.add(step(3, act));
  expect(history.back(3, false)).toBe(1);
  expect(history.back(3, true)).toBe(2);
  expect(history.back(2, true)).toBe(1);
});

test('a step known as the middle of a chain is skipped though it told something', () => {
  const history = new History();
  history.add(step(1, act));
  history.midChain(1);
  history.add(step(2, act));
  expect(history.back(2, false)).toBe(0);
});

test('an undo of an undo brings the way back', () => {
  const history = new History();
  for (const one of [step(1, act), step(2, act), step(3, back(1)), step(4, back(2))]) history.add(one);
  expect(history.path(4)).toEqual([1, 2]);
});

test('steps taken back are left out of the log unless dice had fallen', () => {
  const steps = [
    step(1, act),
    step(2, { kind: 'throw', entered: false }, 'a throw', [3, 4]),
    step(3, act),
    step(4, { kind: 'undo', seat: 0, to: 1, agreed: true }, null),
    step(5, act),
  ];
  expect([...undone(steps)]).toEqual([2, 3]);
  const lines = linesOf(steps, (seat) => `Player ${seat}`);
  expect(lines.map((line) => [line.number, line.undone])).toEqual([
    [1, false],
    [2, true],
    [4, false],
    [5, false],
  ]);
  expect(lines[0]?.heading).toBe(1);
  expect(lines[3]?.heading).toBeNull();
});
