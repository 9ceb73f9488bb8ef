// A side: its colour, the ink on it, its pattern. Colours are the tokens `--side-1` … `--side-6`.

export type Livery = { colour: string; ink: string; pattern: string };

const PATTERNS = ['bars', 'slant', 'dots', 'waves', 'lattice', 'plain'] as const;

/** The sixth is for what belongs to nobody. */
export function liveryOf(side: number): Livery {
  const i = Math.min(Math.max(side, 0), PATTERNS.length - 1);
  return {
    colour: `var(--side-${i + 1})`,
    ink: `var(--side-${i + 1}-ink)`,
    pattern: `url(#gunbai-${PATTERNS[i]})`,
  };
}
