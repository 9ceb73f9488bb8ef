// A whole game of each system at one screen, from its first question to its victory sheet. The player knows no rules:
// it presses what is shown.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { answered, noErrors, open, person, sit, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

const GAMES = ['yukimura/yao', 'gunyuden/shizugatake', 'summits/tennozan', 'daimyo/sunagawa', 'ageofwar/sunagawa'];
/** More presses than any of these games takes. */
const MOST = 4000;
/** One press in so many goes to a choice of the list instead of the main button. */
const ADVENTURE = 4;

/** Always the same numbers: with the dice of the test server a game goes the same way each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** What is shown, once nothing is under way: the moment, and whether the screen waits for a player or the game is over. */
async function rested(page: Page): Promise<'sheet' | 'curtain' | 'question'> {
  const found = await page.waitForFunction(() => {
    if (document.querySelector('.victory') !== null) return 'sheet';
    if (document.querySelector('.curtain') !== null) return 'curtain';
    const app = document.querySelector('.app[data-shown]');
    const lists = app?.querySelector('.prompt button[aria-controls=choices]');
    return lists == null ? null : 'question';
  });
  return (await found.jsonValue()) ?? 'question';
}

test.each(GAMES)('%s is played to its victory sheet', { timeout: 1_200_000 }, async (scenario) => {
  const opened = await open(scenario, ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0, 1);
  const below = numbers(scenario.length);
  const main = page.locator('.prompt .acts button.main');
  const list = page.getByRole('region', { name: 'Choices' });
  let presses = 0;
  for (; presses < MOST; presses += 1) {
    const now = await rested(page);
    if (now === 'sheet') break;
    if (now === 'curtain') {
      await page.getByRole('button', { name: /^I am / }).click();
      await page.locator('.curtain').waitFor({ state: 'detached' });
      continue;
    }
    if ((await main.count()) > 0 && below(ADVENTURE) > 0) {
      await answered(page, () => main.click());
      continue;
    }
    const opens = page.locator('.prompt button[aria-controls=choices][aria-expanded=false]');
    if ((await opens.count()) > 0) await opens.click();
    // What has a warning is left alone, as most people would.
    const all = list.getByRole('listitem').getByRole('button');
    const calm = all.filter({ hasNotText: '⚠' });
    const choices = (await calm.count()) > 0 ? calm : all;
    const one = choices.nth(below(await choices.count()));
    await answered(page, () => one.click());
  }
  console.log(`${scenario}: ${presses} presses`);
  const sheet = page.getByRole('dialog', { name: /wins$|draw/i });
  await sheet.getByRole('heading', { name: 'Losses' }).waitFor();
  // Points are shown by their sources, and the sources add up.
  const table = sheet.getByRole('table').first();
  if ((await table.count()) > 0) {
    const sums = await table.evaluate((one) => {
      const number = (cell: Element) => Number(cell.textContent?.trim().replace('–', '0'));
      const rows = [...one.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map(number));
      const total = [...one.querySelectorAll('tfoot td')].map(number);
      return { total, sum: total.map((_, side) => rows.reduce((all, row) => all + (row[side] ?? 0), 0)) };
    });
    expect(sums.sum).toEqual(sums.total);
  }
});
