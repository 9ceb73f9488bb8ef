// The cards played in the turn that is shown, in order, and what came of each.

import type { Name, ToldStep } from '../wire';
import { undone } from './history';

export type PlayedCard = { side: number /** `null`: face down. */; name: Name | null };
export type Played = {
  /** The input that played them. */
  number: number;
  cards: PlayedCard[];
  /** The first thing that came of it. */
  text: string;
};

/** What was played since the clock last moved on, up to an input. */
export function playedIn(steps: readonly ToldStep[], clock: number, upTo: number): Played[] {
  const gone = undone([...steps]);
  const rows: Played[] = [];
  for (const step of steps) {
    if (step.clock !== clock || step.number > upTo || gone.has(step.number)) continue;
    for (const event of step.events) {
      const cards = (event.strokes ?? []).flatMap((stroke): PlayedCard[] =>
        'shown' in stroke
          ? [{ side: stroke.shown.side, name: stroke.shown.name }]
          : 'face-down' in stroke
            ? [{ side: stroke['face-down'].side, name: null }]
            : [],
      );
      const last = rows.at(-1);
      if (cards.length > 0) rows.push({ number: step.number, cards, text: '' });
      else if (last !== undefined && last.text === '') last.text = event.text;
    }
  }
  return rows;
}
