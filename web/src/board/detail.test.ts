import { describe, expect, it } from 'vitest';
import { bounded, COUNTER, levelOf, sameStep, stepOf } from './detail';

describe('levels of detail', () => {
  it('never show a number under 11 px', () => {
    // Far: 27 of 64 units; mid: 17 of 64.
    expect(levelOf(27)).toBe('speck');
    expect(levelOf(28)).toBe('far');
    expect((28 * 27) / 64).toBeGreaterThan(11);
    expect(levelOf(43)).toBe('mid');
    expect((43 * 17) / 64).toBeGreaterThan(11);
    expect(levelOf(70)).toBe('mid');
    expect(levelOf(71)).toBe('near');
  });
  it('follow the zoom', () => {
    expect(stepOf(0.3).level).toBe('speck');
    expect(stepOf(30 / COUNTER).level).toBe('far');
    expect(stepOf(1).level).toBe('mid');
    expect(stepOf(2).level).toBe('near');
  });
  it('show the grid as the look has it', () => {
    expect([20, 30, 50, 80].map((hex) => stepOf(hex / 60).grid)).toEqual([0, 0.18, 0.26, 0.42]);
    expect(stepOf(70 / 60).numbers).toBe(false);
    expect(stepOf(72 / 60).numbers).toBe(true);
  });
  it('change in steps, not with every zoom', () => {
    expect(sameStep(stepOf(1.0), stepOf(1.1))).toBe(true);
    expect(sameStep(stepOf(1.0), stepOf(1.6))).toBe(false);
  });
  it('keep lengths within pixels', () => {
    const far = stepOf(0.28);
    expect(bounded(far, 2, 2, 4)).toBeCloseTo(2 / 0.28);
    expect(bounded(stepOf(2), 5, 2, 4)).toBe(2);
  });
});
