// How much is drawn, by the size of things on the screen. Chosen in steps when a gesture has ended.

import { HEX } from './ground/hexes';

/** The side of a counter on a board, in the units of the world. */
export const COUNTER = 47;

/**
 * `speck` has no number: it would be under 11 px. `far` has a picture and one number, `mid` a short name and
 * all values, `near` everything.
 */
export type Level = 'speck' | 'far' | 'mid' | 'near';

export function levelOf(size: number): Level {
  if (size < 28) return 'speck';
  if (size < 43) return 'far';
  return size <= 70 ? 'mid' : 'near';
}

export type Step = {
  level: Level;
  /** Opacity of the hex grid. */
  grid: number;
  /** Are hexes numbered? */
  numbers: boolean;
  /** Names on the map are drawn so many times their size, to stay within 11–22 px. */
  names: number;
  /** The scale lines and figures are made for: those of the step, not of every frame. */
  k: number;
};

const SCALES = [0.2, 0.28, 0.37, 0.47, 0.6, 0.75, 0.92, 1.15, 1.5, 2, 2.6, 3.2] as const;

/** The step a zoom belongs to: cameras of one step are drawn with the same nodes. */
export function stepOf(k: number): Step {
  const hex = HEX * k;
  const scale = SCALES.findLast((s) => s <= k * 1.0001) ?? SCALES[0];
  return {
    level: levelOf(COUNTER * k),
    grid: hex < 22 ? 0 : hex < 40 ? 0.18 : hex < 70 ? 0.26 : 0.42,
    numbers: hex > 70,
    names: k < 0.42 ? 1.9 : k < 0.75 ? 1.35 : k < 1.5 ? 1 : 0.68,
    k: scale,
  };
}

export const sameStep = (a: Step, b: Step): boolean =>
  a.level === b.level && a.grid === b.grid && a.numbers === b.numbers && a.names === b.names && a.k === b.k;

/** A length of so many pixels in units of the world, but at least `least` units. */
export const pixels = (step: Step, px: number, least = 0): number => Math.max(least, px / step.k);

/** So many units of the world, but on the screen not under `least` and not over `most` pixels. */
export const bounded = (step: Step, units: number, least: number, most: number): number =>
  Math.min(most / step.k, Math.max(least / step.k, units));
