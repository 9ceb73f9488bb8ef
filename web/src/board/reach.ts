// Many spots beside each other are one area: where a leader can walk.

import type { Point } from './ground/points';

export type Reach = {
  /** Squares around all spots, and the edge of all of them together. */
  fill: string;
  edge: string;
  /** From one spot to the next. */
  step: number;
};

/** Fewer spots than this are drawn one by one. */
const FEW = 12;

/** One area for spots on a grid; `null` where there are few of them or they lie on none. */
export function reachOf(spots: readonly Point[]): Reach | null {
  if (spots.length < FEW) return null;
  const xs = [...new Set(spots.map((p) => Math.round(p.x * 10) / 10))].sort((a, b) => a - b);
  const steps = xs.slice(1).map((x, i) => x - xs[i]!);
  const step = Math.min(...steps.filter((gap) => gap > 0.5));
  if (!Number.isFinite(step)) return null;
  const cell = (p: Point): string => `${Math.round(p.x / step)} ${Math.round(p.y / step)}`;
  const cells = new Map(spots.map((p) => [cell(p), p]));
  if (cells.size < spots.length) return null;
  const half = step / 2;
  const n = (value: number): string => String(Math.round(value * 10) / 10);
  const sides = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const;
  let [fill, edge] = ['', ''];
  for (const p of cells.values()) {
    fill += `M${n(p.x - half)} ${n(p.y - half)}h${n(step)}v${n(step)}h${n(-step)}z`;
    for (const [x, y] of sides) {
      if (cells.has(cell({ x: p.x + x * step, y: p.y + y * step }))) continue;
      const [dx, dy] = [x * half, y * half];
      // The side of the square towards a cell that is not there.
      edge += `M${n(p.x + dx - dy)} ${n(p.y + dy + dx)}L${n(p.x + dx + dy)} ${n(p.y + dy - dx)}`;
    }
  }
  return { fill, edge, step };
}
