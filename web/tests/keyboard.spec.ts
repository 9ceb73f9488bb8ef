// A whole inning by keyboard, told only by the accessibility tree.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { noErrors, open, person, sight, sit, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** What a screen reader would find: nothing else is read in this test. */
async function heard(page: Page): Promise<string> {
  return page.locator('body').ariaSnapshot();
}

async function hears(page: Page, words: RegExp): Promise<string> {
  let all = '';
  await expect
    .poll(
      async () => {
        all = await heard(page);
        return words.test(all);
      },
      { timeout: 30_000, message: `to hear ${words}` },
    )
    .toBe(true);
  return all;
}

test('an inning of Yao without looking', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  // Both sides at one screen.
  await sit(page, opened, 0, 1);
  await hears(page, /Inning 1: East moves/);

  // Move two units: the board has the focus, n goes to the next choice, Enter takes it.
  for (let moves = 0; moves < 2; moves += 1) {
    await page.keyboard.press('b');
    await page.keyboard.press('n');
    // Past the generals, who had better stay.
    for (let steps = 0; steps < 40 && /warning/i.test(cursorLine(await heard(page))); steps += 1) {
      await page.keyboard.press('n');
    }
    await hears(page, /status: .*may be chosen: move/i);
    await page.keyboard.press('Enter');
    await hears(page, /Where does .* go\?/);
    await page.keyboard.press('n');
    await hears(page, /status: .*may be chosen: .*cost \d/i);
    await page.keyboard.press('Enter');
    await hears(page, /Inning 1: East moves/);
    await hears(page, /(moves to|marches)/);
  }
  // Then phase after phase: everything that is asked is answered by a key until the inning is over.
  for (let phases = 0; phases < 60; phases += 1) {
    const all = await hears(page, /Pick a|Where|Who|Which|retreat|Choose|advance|Inning 2/);
    if (/Inning 2: East moves/.test(all)) break;
    const before = (await sight(opened, null)).number;
    // Until the page shows that moment, a key would only hurry, or answer the question before.
    await page.locator(`[data-shown="${before}"]`).waitFor({ state: 'attached' });
    // The last button ends the phase; its key is told with it.
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await expect
      .poll(async () => (await sight(opened, null)).number, { timeout: 10_000 })
      .toBeGreaterThan(before)
      .catch(async () => {
        // No phase to end here: take the first of the list.
        await page.keyboard.press('a');
        await hears(page, /region "Choices"/);
        await page.keyboard.press('1');
      });
  }
  await hears(page, /Inning 2: East moves/);
  expect((await sight(opened, null)).clock).toBe(2);
});

/** The line in which the board says where its cursor is. */
function cursorLine(all: string): string {
  return all.split('\n').find((line) => /status: .*(may be chosen|target)/i.test(line)) ?? '';
}
