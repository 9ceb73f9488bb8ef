// A hand is put together by clicking cards, a play likewise; areas are clicked on the board.

import { afterEach, expect, test } from 'vitest';
import { act, noErrors, open, person, sight, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('a hand is chosen and a card played by clicking cards', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  const page = await person();
  await page.goto(`${url}/t/${opened.table}#seat=${opened.tokens[0] ?? ''}`);
  const pack = page.getByRole('region', { name: /pack: choose up to 3/ });
  await pack.waitFor();
  // Any copy of a card is as good as another, in any order.
  await pack.getByRole('button', { name: /Reinforcements/ }).click();
  await pack.getByRole('button', { name: /Assault/ }).nth(2).click();
  await pack.getByRole('button', { name: /Combined Actions/ }).first().click();
  await page.getByRole('group', { name: 'With these cards' }).getByRole('button', { name: /^3 cards/ }).click();
  await expect.poll(async () => (await sight(opened, 0)).choices.length).toBe(0);

  await act(opened, 1, 'hand AS FI RA AM');
  const hand = page.getByRole('region', { name: /^Hideyoshi.s hand/ });
  await hand.getByRole('button', { name: /Assault/ }).click();
  const ready = page.getByRole('group', { name: 'With these cards' });
  await ready.getByRole('button', { name: /face down/i }).waitFor();
  await ready.getByRole('button', { name: /^play Assault$/i }).click();
  await expect
    .poll(async () => (await sight(opened, 0)).choices.map((choice) => choice.action))
    .toContain('area todaiji');
});

test('nobody is shown the other hand', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  await act(opened, 0, 'hand CA AS RE');
  const page = await person();
  await page.goto(`${url}/t/${opened.table}#seat=${opened.tokens[1] ?? ''}`);
  const theirs = page.getByRole('region', { name: /^Hideyoshi.s hand/ });
  await theirs.waitFor();
  expect(await theirs.getByRole('button').count()).toBe(0);
});
