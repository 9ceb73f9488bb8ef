// A side: its colour, the ink on it, its pattern. Colours are the tokens `--side-1` … `--side-6`.

import type { SideCard } from '../wire';

export type Livery = { colour: string; ink: string; pattern: string; hatch: string };

const PATTERNS = ['bars', 'slant', 'dots', 'waves', 'lattice', 'plain'] as const;

/** What the sides at this table wear; one who is called Red is red. */
let worn = $state.raw<readonly number[]>([]);

/** From here on the sides of a scenario are meant, until the next ones. */
export function wear(sides: readonly SideCard[]): void {
  worn = sides.map((side, n) => side.livery ?? n);
}

/** The sixth is for what belongs to nobody. */
export function liveryOf(side: number): Livery {
  return livery(worn[side] ?? side);
}

/** The livery of this number, from 0. */
export function livery(number: number): Livery {
  const i = Math.min(Math.max(number, 0), PATTERNS.length - 1);
  return {
    colour: `var(--side-${i + 1})`,
    ink: `var(--side-${i + 1}-ink)`,
    pattern: `url(#gunbai-${PATTERNS[i]})`,
    hatch: `url(#gunbai-hatch-${i + 1})`,
  };
}
