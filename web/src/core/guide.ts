import type { GuideStep } from '../wire';

/** How far a lesson is: the first step not yet passed, and the turn in which a step of each kind was last done. */
export type Walk = { at: number; clocks: Record<string, number>; left?: boolean };

export const START: Walk = { at: 0, clocks: {} };

/**
 * The step to show for a question of this kind. A lesson only goes forward: steps before `walk.at` do not come again.
 * A step whose question has not come yet is passed over, but not for a step of a kind that was done in this same turn:
 * what belongs to the next turn waits for it.
 */
export function stepFor(steps: GuideStep[], walk: Walk, kind: string, clock: number): number | null {
  const at = steps.findIndex((step, n) => n >= walk.at && (step.when === 'any' || step.when === kind));
  if (at < 0) return null;
  return at > walk.at && walk.clocks[kind] === clock ? null : at;
}

/** A step that was only read: the steps of the question that was open then may still come in this turn. */
export const passed = (walk: Walk, at: number): Walk => ({ ...walk, at: at + 1 });

/** A step that was done by answering a question of this kind. */
export function walked(walk: Walk, at: number, kind: string, clock: number): Walk {
  return { ...walk, at: at + 1, clocks: { ...walk.clocks, [kind]: clock } };
}
