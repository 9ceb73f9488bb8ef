// An open table, of which the client knows nothing but poses: a unit is dragged, turned and placed with the mouse, with
// a finger and with keys.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import { middle, noErrors, open, PHONE, person, prompt, sight, sit, tap, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

const slip = (page: Page) => page.getByTestId('ghost');
const pose = async (opened: Opened, id: string) => {
  // Others see a chain when it is complete.
  const found = (await sight(opened, 0)).scene.pieces.find((piece) => piece.id === id)?.pose;
  if (!found) throw new Error(`${id} has no pose`);
  return found;
};

async function table(page: Page): Promise<Opened> {
  const opened = await open('probe-plane/charge', ['person', 'person']);
  await sit(page, opened, 0);
  await whole(page);
  return opened;
}

const red = (page: Page) => middle(page.locator('.layers [data-piece="red"]').first());

test('a unit is dragged with the mouse, and what it costs is told before it is done', async () => {
  const page = await person();
  const opened = await table(page);
  const before = await pose(opened, 'red');
  const at = await red(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 4, at.y - 30, { steps: 4 });
  await page.mouse.move(at.x, at.y - 44, { steps: 4 });
  await page.mouse.up();
  await slip(page)
    .getByText(/of 6 cm/)
    .waitFor();
  expect((await sight(opened, 0)).number).toBe(0);
  await slip(page).getByRole('button', { name: /Do it/ }).click();
  await expect.poll(async () => (await pose(opened, 'red')).y).toBeGreaterThan(before.y);
});

test('the rule that stops a drag is named', async () => {
  const page = await person();
  await table(page);
  const at = await red(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - 250, { steps: 8 });
  await page.mouse.up();
  await slip(page)
    .getByText(/That needs 1 cm, and 0 are left/)
    .waitFor();
  await slip(page).getByText('1-8').waitFor();
  await page.keyboard.press('Escape');
  await slip(page).waitFor({ state: 'detached' });
});

test('a unit is wheeled by keys alone', async () => {
  const page = await person();
  const opened = await table(page);
  await page.keyboard.press('b');
  await page.keyboard.press('g');
  await slip(page).waitFor();
  for (let i = 0; i < 6; i += 1) await page.keyboard.press(']');
  await page.keyboard.press('ArrowUp');
  await slip(page)
    .getByText(/Wheel right/)
    .waitFor();
  await expect.poll(() => slip(page).getByRole('button', { name: /Do it/ }).isEnabled()).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await pose(opened, 'red')).heading).not.toBe(0);
});

test('arrows step through the poses that may be taken, and Enter takes one', async () => {
  const page = await person();
  const opened = await table(page);
  await page.keyboard.press('b');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+ArrowUp');
  await page
    .getByTestId('board-cursor')
    .getByText(/May be chosen/)
    .waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await sight(opened, 0)).number).toBe(1);
});

test('a finger drags and turns a unit', async () => {
  const page = await person({ screen: PHONE, touch: true });
  const opened = await table(page);
  const before = await pose(opened, 'red');
  const at = await red(page);
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [at]);
  for (const dy of [6, 12, 18, 24]) await touch('touchMove', [{ x: at.x, y: at.y - dy }]);
  await touch('touchEnd', []);
  await slip(page)
    .getByText(/of 6 cm/)
    .waitFor();
  await tap(slip(page).getByRole('button', { name: /Do it/ }));
  await expect.poll(async () => (await pose(opened, 'red')).y).toBeGreaterThan(before.y);
});

test('the ruler measures in the unit of the table', async () => {
  const page = await person();
  await table(page);
  await page.getByRole('button', { name: 'Ruler' }).click();
  const at = await red(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 120, at.y - 60, { steps: 5 });
  await page.mouse.up();
  await page
    .locator('.ruler text')
    .getByText(/^\d+\.\d cm$/)
    .waitFor({ state: 'attached' });
  await prompt(page).waitFor();
});
