// Those who only look on: two computers, and a game of others.

import { afterEach, expect, test } from 'vitest';
import { noErrors, person, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Two computers may think so long about a turn on a busy machine. */
const THINKING = 120_000;

test('two computers play a game to its end for someone who watches', { timeout: 600_000 }, async () => {
  const page = await person();
  await page.goto(url);
  const tile = page.locator('article[data-scenario="yukimura/yao"]');
  await tile.getByRole('button', { name: 'New table' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/two computers/).check();
  await dialog.getByLabel('Level of Osaka').selectOption({ label: 'Captain' });
  await dialog.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  await page.getByText('You are watching').waitFor();
  // What they do is shown one after the other; the log does not tell what comes.
  await page.getByText(/is moving \d+ of \d+/).waitFor();
  const told = await page.getByRole('log', { name: 'Log' }).first().innerText();
  expect(told).not.toMatch(/wins|won/);
  // To the end, again and again as long as they play.
  const sheet = page.getByRole('dialog', { name: /wins$|draw/i });
  const skip = page.getByRole('button', { name: 'To the end' });
  for (;;) {
    await sheet.or(skip).first().waitFor({ timeout: THINKING });
    if (await sheet.isVisible()) break;
    // The button goes by itself once everything is shown, so it is pressed only if it is still there.
    await skip.evaluateAll((all) => {
      for (const one of all) (one as HTMLElement).click();
    });
  }
  await sheet.getByRole('heading', { name: 'Losses' }).waitFor();
});
