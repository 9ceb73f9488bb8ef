// Choices that are put together from cards: a hand, a combination. Cards of one name are alike.

import type { CardFace, Choice, Hand } from '../wire';

/** Are there hands that one seat must not see of the other? Where faces of another's hand are shown, all lie open. */
export function areHidden(hands: readonly Hand[], seat: number | null): boolean {
  return hands.length > 0 && !hands.some((hand) => hand.seat !== seat && hand.cards.length > 0);
}

/** How many of each name. */
export type Counts = ReadonlyMap<string, number>;

export function countsOf(ids: readonly string[], names: ReadonlyMap<string, string>): Counts {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const name = names.get(id) ?? id;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

export const namesOf = (cards: readonly CardFace[]): ReadonlyMap<string, string> =>
  new Map(cards.map((card) => [card.id, card.name.en]));

const covers = (all: Counts, some: Counts): boolean => [...some].every(([name, n]) => (all.get(name) ?? 0) >= n);

/** What the picked cards, no more and no fewer, can be. */
export function madeOf(choices: readonly Choice[], picked: Counts, names: ReadonlyMap<string, string>): Choice[] {
  return choices.filter((choice) => {
    const counts = countsOf(choice.cards ?? [], names);
    return counts.size === picked.size && covers(counts, picked) && covers(picked, counts);
  });
}

/** The names of which one more can be picked. */
export function openTo(
  choices: readonly Choice[],
  picked: Counts,
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const open = new Set<string>();
  for (const choice of choices) {
    const counts = countsOf(choice.cards ?? [], names);
    if (!covers(counts, picked)) continue;
    for (const [name, n] of counts) if (n > (picked.get(name) ?? 0)) open.add(name);
  }
  return open;
}

/** Cards of one name lie on one pile. */
export type Pile = { name: CardFace['name']; text: string; cards: readonly CardFace[] };

export function pilesOf(cards: readonly CardFace[]): Pile[] {
  const piles = new Map<string, CardFace[]>();
  for (const card of cards) piles.set(card.name.en, [...(piles.get(card.name.en) ?? []), card]);
  return [...piles.values()].map((pile) => ({ name: pile[0]!.name, text: pile[0]!.text, cards: pile }));
}
