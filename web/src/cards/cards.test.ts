import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { picturesOf, slugOf } from './pictures.svelte';

const file = (name: string): string => readFileSync(new URL(`../../../data/${name}`, import.meta.url), 'utf8');
const pictures = picturesOf(file('art/cards.svg'));

it('has a picture for every card of Summits', () => {
  const rows = file('summits/cards.csv')
    .split('\n')
    .filter((row) => /^[A-Z]{2},/.test(row));
  const names = rows.map((row) => row.split(',')[1]!);
  expect(names.length).toBeGreaterThanOrEqual(6);
  for (const name of names) expect([...pictures.keys()]).toContain(slugOf(name));
});

it('refers only to figures that are drawn', () => {
  const figures = new Set([...file('art/figures.svg').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [name, body] of pictures) {
    for (const [, id] of body.matchAll(/href="#gunbai-([^"]+)"/g)) {
      expect(figures.has(id!) || id === 'mon-{mon}' || id === 'mon-{foe}', `${name}: ${id}`).toBe(true);
    }
  }
});
