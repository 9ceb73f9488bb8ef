import { expect, test } from 'vitest';
import { clockText, leftOf } from '../core/clock';
import type { Times } from '../wire';

const told: Times = {
  left: [100, 50],
  running: [true, false],
  vacation: [false, false],
  vacation_left: [0, 0],
  claimable: [false, false],
};

test('only the clock of whoever is asked runs down, and never below zero', () => {
  const times = { told, at: 1_000_000 };
  expect(leftOf(times, 0, 1_000_000)).toBe(100);
  expect(leftOf(times, 0, 1_030_500)).toBe(69);
  expect(leftOf(times, 0, 9_000_000)).toBe(0);
  expect(leftOf(times, 1, 9_000_000)).toBe(50);
  expect(leftOf({ told: { ...told, left: null }, at: 0 }, 0, 5)).toBeNull();
  expect(leftOf(null, 0, 5)).toBeNull();
});

test('time is told as coarsely as it matters', () => {
  expect(clockText(7)).toBe('0:07');
  expect(clockText(247)).toBe('4:07');
  expect(clockText(7500)).toBe('2 h 05 min');
  expect(clockText(3 * 86_400 + 4 * 3600 + 59)).toBe('3 d 4 h');
});
