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
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('e');
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
  // The finger rests before it is lifted. After a flick Chromium takes the next tap for one that stops it: the button
  // gets pointerdown and pointerup, and no click (4 of 40 taps, and none of 60 with a rest).
  const now = Date.now() / 1000;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ago: number, points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points, timestamp: now - ago });
  await touch('touchStart', 0.5, [at]);
  for (const [n, dy] of [6, 12, 18, 24].entries())
    await touch('touchMove', 0.48 - 0.02 * n, [{ x: at.x, y: at.y - dy }]);
  await touch('touchEnd', 0, []);
  await slip(page)
    .getByText(/of 6 cm/)
    .waitFor();
  await tap(slip(page).getByRole('button', { name: /Do it/ }));
  await expect.poll(async () => (await pose(opened, 'red')).y).toBeGreaterThan(before.y);
});

test('Do it, pressed before the answer to the drag is there, is done when it is', async () => {
  const page = await person();
  // Answers to drags come late, each by its own time: they may not be taken for the answer to a later wish.
  let held: (() => void)[] = [];
  await page.routeWebSocket(/\/api\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (String(message).includes('"tell":"drag"')) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  const opened = await table(page);
  const before = await pose(opened, 'red');
  const at = await red(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y - 20);
  await expect.poll(() => held.length).toBe(1);
  await page.mouse.move(at.x, at.y - 44);
  await page.mouse.up();
  await slip(page).getByRole('button', { name: /Do it/ }).click();
  await expect.poll(() => held.length).toBe(2);
  const [first, second] = held;
  first?.();
  await slip(page)
    .getByText(/of 6 cm/)
    .waitFor();
  expect((await sight(opened, 0)).number).toBe(0);
  second?.();
  held = [];
  await slip(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await pose(opened, 'red')).y - before.y).toBeGreaterThan(0);
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
