import type { GuideStep } from '../wire';

/** How far somebody is: the steps done, and in which turn a step of each kind was done last. */
export type Walk = { done: number[]; clocks: Record<string, number> };

export const START: Walk = { done: [], clocks: {} };

/**
 * The step to show for a question of this kind, by its number. It is the first that fits and is not done. Steps whose
 * question has not come yet are passed over, but not for a step of a kind that was met in this same turn already:
 * what is said of the next turn waits for it.
 */
export function stepFor(steps: GuideStep[], walk: Walk, kind: string, clock: number): number | null {
  const at = steps.findIndex((step, n) => !walk.done.includes(n) && (step.when === 'any' || step.when === kind));
  if (at < 0) return null;
  const passed = steps.slice(0, at).some((_, n) => !walk.done.includes(n));
  return passed && walk.clocks[kind] === clock ? null : at;
}

export function walked(walk: Walk, at: number, kind: string, clock: number): Walk {
  return { done: [...walk.done, at], clocks: { ...walk.clocks, [kind]: clock } };
}
