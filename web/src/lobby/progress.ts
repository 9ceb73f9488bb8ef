import { keep, kept } from '../core/keep';

/** How far this browser has come in the lesson of a scenario, and at which table. */
export type Progress = { reached: number; of: number; table: string };

const all = () => kept<Record<string, Progress>>('lessons', {});

export const progressOf = (scenario: string): Progress | null => all()[scenario] ?? null;

export function noteProgress(scenario: string, reached: number, of: number, table: string): void {
  const before = all()[scenario]?.reached ?? 0;
  keep('lessons', { ...all(), [scenario]: { reached: Math.max(reached, before), of, table } satisfies Progress });
}
