// The conditions of a piece: a closed list, the same for every system and for crates/draw.

import list from '../../../../data/art/conditions.json';

export type Shape =
  | 'veil'
  | 'reduced'
  | 'marker'
  | 'ruin'
  | 'lit'
  | 'chosen'
  | 'target'
  | 'turned'
  | 'routing'
  | 'frenzied'
  | 'astray'
  | 'loaded'
  | 'smoke'
  | 'melee'
  | 'pinned'
  | 'struck'
  | 'retreating'
  | 'wall'
  | 'ring'
  | 'cut'
  | 'morale';

export type Colour = 'ink' | 'vermilion' | 'gold' | 'grey';

export type Condition = {
  name: string;
  word: string;
  shape?: Shape;
  /** One kanji that says it. */
  sign?: string;
  colour?: Colour;
  /** A place of its own on a counter. */
  seat?: readonly [number, number];
};

const LIST = list as readonly Condition[];
const BY_NAME: ReadonlyMap<string, Condition> = new Map(LIST.map((one) => [one.name, one]));

/** Of `morale-2` the condition is `morale`. */
export const conditionOf = (state: string): Condition | undefined =>
  BY_NAME.get(state.replaceAll(/[ _]/g, '-').replace(/-\d+$/, ''));

export function conditionsOf(states: readonly string[] | null | undefined): Condition[] {
  return (states ?? []).map(conditionOf).filter((one) => one !== undefined);
}

/** The states of a piece in words. */
export const wordOf = (state: string): string => conditionOf(state)?.word ?? state;
