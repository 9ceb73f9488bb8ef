// Miniatures: one slot of a clan at Sunagawa, in which a unit charges, another wheels, a third fires, and a melee is
// fought; with the mouse, with a finger and with keys.

import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import {
  act,
  asked,
  caughtUp,
  log,
  middle,
  noErrors,
  openAt,
  PHONE,
  person,
  sight,
  sit,
  tap,
  thrown,
  whole,
  withBrowser,
} from './people';

withBrowser();
afterEach(noErrors);

/** Horse before spears, archers before guns, spears with room to wheel. */
const SLOT = `
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
const slip = (page: Page) => page.getByTestId('ghost');
const menu = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'What to do here' }).getByRole('button', { name }).first();
const button = (page: Page, name: RegExp) => page.locator('.prompt').getByRole('button', { name }).first();

async function heading(opened: Opened, id: string): Promise<number> {
  const found = (await sight(opened, 0)).scene.pieces.find((piece) => piece.id === id)?.pose;
  if (!found) throw new Error(`${id} has no pose`);
  return found.heading;
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

/** Something that moves is where it will be: two looks show it in the same place. */
async function settled(found: Locator): Promise<{ x: number; y: number }> {
  let last = await middle(found);
  await expect
    .poll(async () => {
      const now = await middle(found);
      const same = now.x === last.x && now.y === last.y;
      last = now;
      return same;
    })
    .toBe(true);
  return last;
}

/** Does what the slip of the ghost says, and waits until every step of it is done. */
async function confirmed(page: Page, opened: Opened, take: (button: Locator) => Promise<void>): Promise<void> {
  const button = slip(page).getByRole('button', { name: /Do it/ });
  await expect.poll(() => button.isEnabled()).toBe(true);
  const steps = (await slip(page).locator('.way').innerText()).split('·').length;
  const { number } = await sight(opened, 0);
  await take(button);
  await expect.poll(async () => (await sight(opened, 0)).number).toBe(number + steps);
}

/** The charge is declared, and the page says so. */
async function declared(page: Page, opened: Opened): Promise<void> {
  // The first input is the seam: a game from a file has new dice.
  await expect.poll(async () => (await sight(opened, 0)).number).toBe(2);
  await caughtUp(page, opened, 0);
}

/** The charged pass their test, and stand. */
async function received(page: Page, opened: Opened): Promise<void> {
  await expect.poll(async () => (await sight(opened, 0)).asked['rests-in']).toBe('roll');
  await thrown(opened, 4);
  await act(opened, 1, 'stand');
  await asked(page, 'which unit moves?');
}

/** What the dice of the volley and of the melee made of it. */
async function fought(page: Page, opened: Opened): Promise<void> {
  await expect.poll(async () => (await sight(opened, 0)).asked['rests-in']).toBe('roll');
  await thrown(opened, 4);
  const told = page.getByRole('log', { name: 'Log' }).first();
  await told.filter({ hasText: /Red right horse strikes Blue right spears in front/ }).waitFor();
  await told.filter({ hasText: /Red right archers fires at Blue left guns/ }).waitFor();
  await told.filter({ hasText: /Melee, round 1: Red right horse/ }).waitFor();
  expect(await log(page)).toMatch(/Blue right spears (loses|is pushed back|breaks|routs)|\d+ hits/);
}

test('a clan charges, wheels, fires and fights with the mouse', async () => {
  const opened = await openAt('daimyo/sunagawa', SLOT);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'declare charges');
  await whole(page);

  // The horse, then whom it charges.
  const horse = await unit(page, 'r6');
  await page.mouse.click(horse.x, horse.y);
  const target = await unit(page, 'b4');
  await page.mouse.click(target.x, target.y);
  await declared(page, opened);
  await button(page, /no more charges/i).click();
  await received(page, opened);

  // The spears are taken forward a little, and turned by the knob of their ghost.
  await whole(page);
  const before = await heading(opened, 'r4');
  const spears = await unit(page, 'r4');
  await drag(page, spears, { x: spears.x, y: spears.y - 8 });
  // The knob goes where the block goes.
  await slip(page).waitFor();
  const knob = await settled(page.locator('.wish .knob'));
  await drag(page, knob, { x: knob.x + 16, y: knob.y + 4 });
  await slip(page)
    .getByText(/wheel right/i)
    .waitFor();
  await slip(page).getByText(/\d cm/).first().waitFor();
  await confirmed(page, opened, (button) => button.click());
  expect(await heading(opened, 'r4')).not.toBe(before);

  await act(opened, 0, ...(await rest(opened)));
  // The archers, and what they are to do; the pointer on it tells what the volley promises.
  await asked(page, 'who fires?');
  await whole(page);
  const archers = await unit(page, 'r5');
  await page.mouse.click(archers.x, archers.y);
  // A pointer that already rests on what is laid under it has not come to it: it comes from outside.
  await menu(page, /archers fires/i).waitFor();
  await page.mouse.move(2, 2);
  await menu(page, /archers fires/i).hover();
  await page.getByRole('region', { name: 'Odds' }).filter({ hasText: '%' }).waitFor();
  await menu(page, /archers fires/i).click();
  await fought(page, opened);
});

test('the same with a finger on a phone', async () => {
  const opened = await openAt('daimyo/sunagawa', SLOT);
  const page = await person({ screen: PHONE, touch: true });
  await sit(page, opened, 0);
  await asked(page, 'declare charges');
  await whole(page);
  const horse = await unit(page, 'r6');
  await page.touchscreen.tap(horse.x, horse.y);
  const target = await unit(page, 'b4');
  await page.touchscreen.tap(target.x, target.y);
  await declared(page, opened);
  await tap(button(page, /no more charges/i));
  await received(page, opened);

  const before = await heading(opened, 'r4');
  const spears = await unit(page, 'r4');
  await swipe(page, spears, { x: spears.x, y: spears.y - 14 });
  const knob = await middle(page.locator('.wish .knob'));
  await swipe(page, knob, { x: knob.x + 16, y: knob.y + 4 });
  await slip(page)
    .getByText(/wheel right/i)
    .waitFor();
  await confirmed(page, opened, (button) => tap(button));
  expect(await heading(opened, 'r4')).not.toBe(before);

  await act(opened, 0, ...(await rest(opened)));
  await asked(page, 'who fires?');
  const archers = await unit(page, 'r5');
  await page.touchscreen.tap(archers.x, archers.y);
  await tap(menu(page, /archers fires/i));
  await tap(page.getByRole('tab', { name: 'Log' }));
  await fought(page, opened);
});

test('the same with keys', async () => {
  const opened = await openAt('daimyo/sunagawa', SLOT);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'declare charges');
  // The charge is typed, the end of charges has a letter, the spears are found with Tab.
  await page.keyboard.press(':');
  await page.getByRole('combobox').fill('charge r6');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await declared(page, opened);
  await page.keyboard.press(await letter(page, /no more charges/i));
  await received(page, opened);

  const before = await heading(opened, 'r4');
  await page.keyboard.press('b');
  await page.keyboard.press('Tab');
  await page
    .getByTestId('board-cursor')
    .getByText(/move Red right spears/)
    .waitFor();
  await page.keyboard.press('Enter');
  await asked(page, /Red right spears has \d+ cm of its move left/);
  await page.keyboard.press('g');
  await slip(page).waitFor();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('e');
  await page.keyboard.press('ArrowUp');
  await slip(page)
    .getByText(/wheel right/i)
    .waitFor();
  await confirmed(page, opened, () => page.keyboard.press('Enter'));
  expect(await heading(opened, 'r4')).not.toBe(before);

  await act(opened, 0, ...(await rest(opened)));
  await asked(page, 'who fires?');
  await page.keyboard.press(':');
  await page.getByRole('combobox').fill('fire r5');
  await page.keyboard.press('Enter');
  await fought(page, opened);
});

/** The key that stands on a button. */
async function letter(page: Page, name: RegExp): Promise<string> {
  return (await button(page, name).locator('kbd').innerText()).trim().toLowerCase();
}

async function swipe(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let part = 1; part <= 5; part += 1) {
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * part) / 5, y: from.y + ((to.y - from.y) * part) / 5 }]);
  }
  await touch('touchEnd', []);
}

/** What ends the moves and leaves the daimyo where he is. */
async function rest(opened: Opened): Promise<string[]> {
  const listed = (await sight(opened, 0)).choices.map((choice) => choice.action);
  return [...(listed.includes('end move') ? ['end move'] : []), 'end all moves', 'stay'];
}
