// Orders on an open table: what the enemy threatens, whom a unit can charge, and where a volley goes.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { asked, middle, noErrors, open, openAt, person, sight, sit, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Blue horse that can reach the red guns, and archers in range of them; a friend stands before the red archers. */
const FACING = `
  active = "red"
  group = "red_right"
  step = "declare"

  [units]
  r4 = { at = [8000, 2800], facing = 0 }
  r5 = { at = [10000, 2800], facing = 0 }
  r6 = { at = [12000, 2800], facing = 0 }
  b2 = { at = [10000, 3900], facing = 180 }
  b4 = { at = [12000, 3700], facing = 180 }

  [leaders]
  r2l = { at = [10200, 2000] }
  b1l = { at = [10000, 4800] }
  b2l = { at = [12000, 4800] }
`;

const unit = (page: Page, id: string) => middle(page.locator(`.layers [data-piece="${id}"]`).first());
const threats = (page: Page) => page.getByTestId('threats');

test('T shows all threats and counts them at the units in reach; T again, or Escape, hides them', async () => {
  const opened = await openAt('daimyo/sunagawa', FACING);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'declare charges');
  await page.keyboard.press('t');
  await threats(page).waitFor({ state: 'attached' });
  await threats(page).locator('.strike').first().waitFor({ state: 'attached' });
  await threats(page).locator('.shoot').first().waitFor({ state: 'attached' });
  // Blue's guns stand 11 cm before the archers, and reach the horse to their right at an angle; so do their charges. The
  // spears stand 9 cm before the horse.
  expect(await threats(page).locator('[data-threatened=r5]').textContent()).toMatch(/1 volley/);
  expect(await threats(page).locator('[data-threatened=r6]').textContent()).toBe('2 charges · 1 volley');
  expect(await threats(page).locator('[data-threatened^=b]').count()).toBe(0);
  await page.getByText('can strike').waitFor();
  await page.keyboard.press('t');
  await threats(page).waitFor({ state: 'detached' });
  await page.keyboard.press('t');
  await threats(page).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await threats(page).waitFor({ state: 'detached' });
});

test('T held down shows threats for as long as it is held', async () => {
  const opened = await openAt('daimyo/sunagawa', FACING);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'declare charges');
  // The page measures how long the key is down; its clock goes on without us.
  await page.clock.install();
  await page.keyboard.down('t');
  await threats(page).waitFor({ state: 'attached' });
  await page.clock.runFor(600);
  await page.keyboard.up('t');
  await threats(page).waitFor({ state: 'detached' });
});

test('a game whose views speak of places shows them one after the other', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'East moves');
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'The map alone' }).first().click();
  await page.getByRole('button', { name: 'The map alone' }).waitFor({ state: 'detached' });
});

test('a charge has a cone, an arrow with its length, and its odds at the target', async () => {
  const opened = await openAt('daimyo/sunagawa', FACING);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'declare charges');
  await whole(page);
  const target = await unit(page, 'b4');
  await page.mouse.move(target.x, target.y, { steps: 3 });
  const arrow = page.getByTestId('aim');
  // From front to front: 37 - 28 cm. It is drawn when the pointer rests.
  await arrow.filter({ hasText: '9 cm · front' }).waitFor({ state: 'attached' });
  await page.getByRole('region', { name: 'Odds' }).filter({ hasText: '%' }).waitFor();
  // Once it is declared its arrow stays, wherever the pointer is.
  await page.mouse.click(target.x, target.y);
  await expect.poll(async () => (await sight(opened, 0)).choices.length).toBe(2);
  await page.mouse.move(2, 2);
  await arrow.filter({ hasText: '9 cm · front' }).waitFor({ state: 'attached' });
});

test('a shooter that is looked at has named bands of range, and lines to those it fires at', async () => {
  const opened = await openAt('daimyo/sunagawa', FACING);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'declare charges');
  await whole(page);
  const archers = await unit(page, 'r5');
  await page.mouse.move(archers.x, archers.y, { steps: 3 });
  const layers = page.locator('.layers');
  await layers.getByText('effective, to 8 cm').waitFor({ state: 'attached' });
  await layers.getByText('long, to 15 cm').waitFor({ state: 'attached' });
  // Blue's guns stand 11 cm away; the spears behind them to the right are nearer to nobody.
  await layers.locator('path.aimed').first().waitFor({ state: 'attached' });
});
