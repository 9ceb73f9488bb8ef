import { expect, test } from 'vitest';
import { passed, START, stepFor, walked } from '../core/guide';
import type { GuideStep } from '../wire';

const step = (when: string): GuideStep => ({ when, text: '', point: null, read: false, rule: null });
const steps = ['any', 'move', 'to', 'move', 'fire', 'firers', 'melee', 'move'].map(step);

test('steps come in order, with the questions of their kind', () => {
  let walk = START;
  expect(stepFor(steps, walk, 'move', 1)).toBe(0);
  walk = walked(walk, 0, 'move', 1);
  expect(stepFor(steps, walk, 'move', 1)).toBe(1);
  walk = walked(walk, 1, 'move', 1);
  expect(stepFor(steps, walk, 'to', 1)).toBe(2);
  walk = walked(walk, 2, 'to', 1);
  expect(stepFor(steps, walk, 'move', 1)).toBe(3);
});

test('a step that was read leaves the step of the question that is open', () => {
  // The first step is read while the player is asked what the third is about: the second question never came.
  const read = passed(START, 0);
  expect(stepFor(steps, read, 'to', 1)).toBe(2);
});

test('what belongs to the next turn waits for it, and questions that never came are passed over', () => {
  const walk = { at: 4, clocks: { move: 1, to: 1 } };
  expect(stepFor(steps, walk, 'move', 1)).toBeNull();
  expect(stepFor(steps, walk, 'melee', 1)).toBe(6);
  expect(stepFor(steps, walk, 'move', 2)).toBe(7);
  expect(stepFor(steps, walk, 'retreat', 1)).toBeNull();
});

test('a lesson never goes back to a step it has passed', () => {
  const walk = walked({ at: 4, clocks: { move: 1 } }, 6, 'melee', 1);
  expect(stepFor(steps, walk, 'fire', 1)).toBeNull();
  expect(stepFor(steps, walk, 'fire', 2)).toBeNull();
  expect(stepFor(steps, walk, 'move', 2)).toBe(7);
});
