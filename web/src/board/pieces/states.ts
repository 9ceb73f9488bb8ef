// The states of a piece, one language for every system: shape, a seal and a word, never colour alone.

import { type Colour, conditionOf, type Shape, wordOf } from './conditions';

export type Seal = {
  sign: string;
  colour: Colour;
  x: number;
  y: number;
  radius: number;
  word: string;
};

export type Dress = {
  shapes: ReadonlySet<Shape>;
  /** Steps of morale lost. */
  morale: string | null;
  seals: readonly Seal[];
};

/** Where seals without a place of their own go, in order. */
const FREE: readonly (readonly [number, number])[] = [
  [61, 34],
  [3, 34],
  [61, 66],
  [3, 66],
  [32, 66],
  [32, -2],
];

export function dressOf(states: readonly string[] | null | undefined): Dress {
  const shapes = new Set<Shape>();
  const seals: Seal[] = [];
  let morale: string | null = null;
  let used = 0;
  for (const state of states ?? []) {
    const condition = conditionOf(state);
    if (condition?.shape) shapes.add(condition.shape);
    if (condition?.shape === 'morale') morale = /\d+$/.exec(state)?.[0] ?? null;
    // A word that this client does not know yet: its first letter, and the word in the tooltip.
    const sign = condition ? condition.sign : state.charAt(0).toUpperCase();
    if (!sign) continue;
    const [x, y] = condition?.seat ?? FREE[used % FREE.length]!;
    if (!condition?.seat) used += 1;
    seals.push({ sign, colour: condition?.colour ?? 'grey', x, y, radius: 8.5, word: wordOf(state) });
  }
  return { shapes, morale, seals };
}
