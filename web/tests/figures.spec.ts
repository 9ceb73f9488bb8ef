// Figures on open tables: every condition of a piece is in the list, and plates lie on nothing, in real games.

import { afterEach, expect, test } from 'vitest';
import { conditionOf } from '../src/board/pieces/conditions';
import { act, atRest, middle, noErrors, open, person, sight, sit, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Plays so many choices of a game, always the same ones, and tells of every scene. */
async function played(scenario: string, moves: number, see: (states: readonly string[]) => void): Promise<void> {
  const opened = await open(scenario, ['person', 'person']);
  let seed = 11;
  for (let n = 0; n < moves; n += 1) {
    const sights = [await sight(opened, 0), await sight(opened, 1)];
    const seat = sights.findIndex(({ choices }) => choices.length > 0);
    for (const piece of sights[0]!.scene.pieces) see(piece.states ?? []);
    if (seat === -1) break;
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const { choices } = sights[seat]!;
    await act(opened, seat, choices[Math.floor((seed / 2 ** 32) * choices.length)]!.action);
  }
}

test('every state that a system tells is a condition of the list', async () => {
  const seen = new Set<string>();
  for (const scenario of [
    'yukimura/yao',
    'gunyuden/shizugatake',
    'summits/tennozan',
    'daimyo/sunagawa',
    'ageofwar/sunagawa',
  ]) {
    await played(scenario, 25, (states) => {
      for (const state of states) seen.add(state);
    });
  }
  expect(seen.size).toBeGreaterThan(4);
  expect([...seen].filter((state) => conditionOf(state) === undefined)).toEqual([]);
});

test('units of a table are figures, and plates lie on no other and within the board', async () => {
  const opened = await open('daimyo/sunagawa', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await page.locator('.layers [data-piece="r4"]').first().waitFor({ state: 'attached' });
  // The opening camera shows the side that is asked, which the dice of initiative decide.
  await whole(page);
  // From afar units are cards; nearer they are figures with plates.
  expect(await page.locator('.figures use[href^="#gunbai-men-"]').count()).toBe(0);
  const unit = await middle(page.locator('.layers [data-piece="r4"]').first());
  await page.mouse.move(unit.x, unit.y);
  for (let n = 0; n < 6; n += 1) await page.mouse.wheel(0, -240);
  await atRest(page);
  await page.locator('.plates .plate').first().waitFor();
  await expect.poll(() => page.locator('.figures use[href^="#gunbai-men-"]').count()).toBeGreaterThan(0);
  const boxes = await page.locator('.plates .plate .card').evaluateAll((cards) =>
    cards.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(apart, JSON.stringify([a, b])).toBe(true);
    }
  }
  const names = await page.locator('.plates .plate').evaluateAll(
    (plates) =>
      plates.filter((plate) => {
        const name = plate.querySelector<SVGGraphicsElement>('.name')!.getBBox();
        return name.x + name.width > Number(plate.querySelector('.card')!.getAttribute('width')) - 2;
      }).length,
  );
  expect(names, 'plates with a cut name').toBe(0);
});
