// The pictures of cards, fetched when the first card is shown.

const SLUG = /[^a-z]+/g;
export const slugOf = (name: string): string => name.toLowerCase().replaceAll(SLUG, '-');

let shown = $state.raw<ReadonlyMap<string, string> | null>(null);
let asked = false;

/** Names and drawings of a file of symbols, a line each. */
export function picturesOf(file: string): ReadonlyMap<string, string> {
  const found = [...file.matchAll(/^<g id="card-([a-z-]+)">(.*)<\/g>$/gm)];
  return new Map(found.map(([, name, body]) => [name!, body!]));
}

/** The drawing of a card, with the crests of its side and of the other; empty for one that is not drawn. */
export function pictureOf(name: string, mon: string, foe: string): string {
  if (!asked) {
    asked = true;
    void import('../../../data/art/cards.svg?raw').then((file) => {
      shown = picturesOf(file.default);
    });
  }
  const body = shown?.get(slugOf(name)) ?? '';
  return body.replaceAll('{mon}', mon).replaceAll('{foe}', foe);
}
