// A side: its colour, the ink on it, its pattern. Colours are the tokens `--side-1` … `--side-6`.

import { getContext, setContext } from 'svelte';
import type { SideCard } from '../wire';

export type Livery = { number: number; colour: string; ink: string; pattern: string; hatch: string };

const PATTERNS = ['bars', 'slant', 'dots', 'waves', 'lattice', 'plain'] as const;

const SIDES = Symbol('sides');

/** Below this component the sides of one scenario are meant: one who is called Red is red. To be called as it is made. */
export function wear(sides: () => readonly SideCard[]): void {
  setContext(SIDES, sides);
}

/** What a side wears where this component stands. To be called as it is made. The sixth is for what belongs to nobody. */
export function wearing(): (side: number) => Livery {
  const sides = getContext<(() => readonly SideCard[]) | undefined>(SIDES);
  return (side) => livery(sides?.()[side]?.livery ?? side);
}

/** The livery of this number, from 0. */
export function livery(number: number): Livery {
  const i = Math.min(Math.max(number, 0), PATTERNS.length - 1);
  return {
    number: i,
    colour: `var(--side-${i + 1})`,
    ink: `var(--side-${i + 1}-ink)`,
    pattern: `url(#gunbai-${PATTERNS[i]})`,
    hatch: `url(#gunbai-hatch-${i + 1})`,
  };
}
