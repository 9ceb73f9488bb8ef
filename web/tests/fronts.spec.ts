// Orders on an open table: a front drawn for one unit or several, the next unit ends the move of the last one, a leader
// walks over one area, and what may not move says why.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Opened, Pose } from '../src/wire';
import { asked, middle, noErrors, open, openAt, person, sight, sit, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Red's right clan moves; nobody is near. */
const MOVES = `
  active = "red"
  group = "red_right"
  step = "move"

  [units]
  r4 = { at = [8000, 2800], facing = 0 }
  r5 = { at = [10000, 2800], facing = 0 }
  r6 = { at = [12000, 2800], facing = 0 }

  [leaders]
  r2l = { at = [10200, 2000] }
`;

type Spot = { x: number; y: number };
const unit = (page: Page, id: string) => middle(page.locator(`.layers [data-piece="${id}"]`).first());
const slip = (page: Page) => page.getByTestId('ghost');

async function poseOf(opened: Opened, id: string): Promise<Pose> {
  const found = (await sight(opened, 0)).scene.pieces.find((piece) => piece.id === id)?.pose;
  if (!found) throw new Error(`${id} has no pose`);
  return found;
}

async function stroke(page: Page, from: Spot, to: Spot, button: 'left' | 'right' = 'right'): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up({ button });
}

/** Pixels of the screen for each cm of the table: two units stand 20 cm apart. */
async function scaleOf(page: Page): Promise<number> {
  return ((await unit(page, 'r5')).x - (await unit(page, 'r4')).x) / 20;
}

test('a stroke sets place, facing and files of the chosen unit', async () => {
  const opened = await openAt('daimyo/sunagawa', MOVES);
  const page = await person();
  await sit(page, opened, 0);
  const at = await unit(page, 'r4');
  const cm = await scaleOf(page);
  await page.mouse.click(at.x, at.y);
  await asked(page, /of its move left/);
  const before = await poseOf(opened, 'r4');
  // From the left end to the right end, a little down to the right: it shall face north-east.
  const [wide, slope] = [before.width / 100, 0.18];
  const left = { x: at.x - (wide / 2) * cm, y: at.y - 4 * cm };
  await stroke(page, left, { x: left.x + wide * cm, y: left.y + wide * slope * cm });
  await slip(page)
    .filter({ hasText: /wheel right/i })
    .waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await poseOf(opened, 'r4')).heading).toBeGreaterThan(0);
  const after = await poseOf(opened, 'r4');
  expect(after.heading).toBeLessThan(300);
  expect(after.files).toBe(before.files);
  expect(after.y).toBeGreaterThan(before.y);
});

test('to order the next unit ends the move of the last one', async () => {
  const opened = await openAt('daimyo/sunagawa', MOVES);
  const page = await person();
  await sit(page, opened, 0);
  const cm = await scaleOf(page);
  for (const id of ['r4', 'r5']) {
    const at = await unit(page, id);
    await stroke(page, at, { x: at.x, y: at.y - 5 * cm }, 'left');
    await slip(page).filter({ hasText: 'advance' }).waitFor();
    const before = (await poseOf(opened, id)).y;
    await slip(page).getByRole('button', { name: /Do it/ }).click();
    await expect.poll(async () => (await poseOf(opened, id)).y - before).toBeGreaterThan(300);
  }
  // A click does the same: the march of the second is kept, the third is in hand.
  const marched = await poseOf(opened, 'r5');
  const third = await unit(page, 'r6');
  await page.mouse.click(third.x, third.y);
  await expect
    .poll(async () => (await sight(opened, 0)).scene.pieces.find((piece) => piece.id === 'r6')?.states)
    .toContain('chosen');
  expect(await poseOf(opened, 'r5')).toEqual(marched);
});

test('several units march into one front', async () => {
  const opened = await openAt('daimyo/sunagawa', MOVES);
  const page = await person();
  await sit(page, opened, 0);
  const cm = await scaleOf(page);
  const [first, second] = [await unit(page, 'r4'), await unit(page, 'r5')];
  await page.keyboard.down('Shift');
  for (const at of [first, second]) await page.mouse.click(at.x, at.y);
  await page.keyboard.up('Shift');
  await expect.poll(() => page.locator('.layers path.band').count()).toBe(2);
  const before = [await poseOf(opened, 'r4'), await poseOf(opened, 'r5')];
  const left = { x: first.x - (before[0]!.width / 200) * cm, y: first.y - 4 * cm };
  await stroke(page, left, { x: left.x + 30 * cm, y: left.y });
  await slip(page).filter({ hasText: '2 units, one front.' }).waitFor();
  await slip(page)
    .getByRole('button', { name: /March 2/ })
    .click();
  await expect.poll(async () => (await poseOf(opened, 'r4')).y - before[0]!.y).toBeGreaterThan(200);
  await expect.poll(async () => (await poseOf(opened, 'r5')).y - before[1]!.y).toBeGreaterThan(200);
});

test('a unit that may not move says why, and the map stays where it is', async () => {
  const opened = await openAt('daimyo/sunagawa', MOVES);
  const page = await person();
  await sit(page, opened, 0);
  const at = await unit(page, 'r2l');
  const before = await unit(page, 'r4');
  await stroke(page, at, { x: at.x + 60, y: at.y - 40 }, 'left');
  await page.getByRole('alert').waitFor();
  expect(await unit(page, 'r4')).toEqual(before);
});

test('a general walks over one area, with his ghost at the pointer', async () => {
  const opened = await open('ageofwar/sunagawa', ['person', 'person']);
  const page = await person();
  const seen = await sight(opened, null);
  const seat = seen.asked['rests-in'] === 'questions' ? (seen.asked.questions[0]?.seat ?? 0) : 0;
  await sit(page, opened, seat);
  await asked(page, /may go \d+ inches/);
  expect(await page.locator('.layers path.reach').count()).toBe(1);
  expect(await page.locator('.layers circle.place').count()).toBe(0);
  const chosen = (await sight(opened, seat)).scene.pieces.find((piece) => piece.states?.includes('chosen'))?.id ?? '';
  const at = await unit(page, chosen);
  await page.mouse.move(at.x + 10, at.y - 118);
  await page.mouse.move(at.x, at.y - 120);
  await page.locator('.layers .walker').waitFor({ state: 'attached' });
  // Dragged there he goes there.
  const { number } = await sight(opened, seat);
  await stroke(page, at, { x: at.x, y: at.y - 120 }, 'left');
  await expect.poll(async () => (await sight(opened, seat)).number).toBeGreaterThan(number);
  const moved = (await sight(opened, seat)).scene.pieces.find((piece) => piece.id === chosen);
  expect(moved?.pose?.y).toBeGreaterThan(0);
});
