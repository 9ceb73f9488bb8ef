// The first inning of Shizugatake: a newcomer against the computer by clicks, and the same inning by keyboard.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import {
  act,
  answered,
  asked,
  caughtUp,
  Hand,
  hexAt,
  log,
  noErrors,
  open,
  person,
  prompt,
  sight,
  sit,
  stands,
  url,
  whole,
  withBrowser,
} from './people';

withBrowser();
afterEach(noErrors);

/** The computer may think so long about a phase on a busy machine. */
const THINKING = 240_000;

/** A click beside the counter of a hex, which means what may be done there. */
async function choose(page: Page, label: string): Promise<void> {
  const { x, y } = await hexAt(page, label);
  await page.mouse.click(x, y);
}

/** Waits until this seat is asked, and says what. */
async function kind(opened: Opened, seat: number): Promise<string> {
  let found = '';
  await expect
    .poll(
      async () => {
        const { asked } = await sight(opened, seat);
        const mine = asked['rests-in'] === 'questions' ? asked.questions.find((one) => one.seat === seat) : undefined;
        found = asked['rests-in'] === 'over' ? 'over' : (mine?.kind ?? '');
        return found;
      },
      { timeout: THINKING, interval: 300 },
    )
    .not.toBe('');
  return found;
}

test('a newcomer plays the first inning against the computer', { timeout: 900_000 }, async () => {
  const page = await person({ guide: true });
  await page.goto(url);
  await page.getByRole('button', { name: 'Lesson: Shizugatake' }).click();
  await page.locator('.stage.ready').first().waitFor({ state: 'attached' });
  const guide = page.getByRole('region', { name: 'Lesson', exact: true });
  await guide.filter({ hasText: 'February 1583' }).waitFor();
  await guide.getByRole('button', { name: 'Next' }).click();
  await guide.filter({ hasText: 'click Kiyosu' }).waitFor();

  // What the guide says: the Kitabatake at Kiyosu, Himeji in boxes, Wakebe inside.
  const hand = new Hand(page);
  await whole(page);
  await choose(page, '5416');
  await asked(page, 'organise your forces');
  await guide.filter({ hasText: 'Click Himeji' }).waitFor();
  await whole(page);
  const menu = page.getByRole('list', { name: 'What to do here' });
  await choose(page, '1623');
  await menu.getByRole('button', { name: /organise the units/i }).click();
  await asked(page, 'Organise the units at Himeji');

  // The boxes lie open in the panel while the question is asked.
  const boxes = page.getByRole('region', { name: 'Force of Hashiba Hideyoshi' });
  await boxes.locator('[data-box="hashiba_hideyoshi"]').click();
  await menu.getByRole('button', { name: /fill the boxes/i }).click();
  await boxes.getByRole('listitem').nth(14).waitFor();
  expect(await boxes.locator('[data-box]').count()).toBe(15);
  await page
    .getByRole('region', { name: 'Force of Hashiba Hidenaga' })
    .locator('[data-box="hashiba_hidenaga"]')
    .click();
  await menu.getByRole('button', { name: /fill the boxes/i }).click();
  // Nobody is left to be put anywhere, so the draft is done.
  await asked(page, 'organise your forces');
  await hand.button(/^done/i);

  // The computer sets up and acts; then it is our phase.
  await prompt(page)
    .filter({ hasText: /Inning 1 \(.*\), stage 1: Hashiba side acts/ })
    .waitFor({ timeout: THINKING });
  await page
    .getByText(/forces can still act/)
    .first()
    .waitFor();
  const score = page.locator('.seats .score').first();
  await expect.poll(() => score.innerText()).toMatch(/^\d+/);

  // The guide has led so far; from here we know our way.
  await guide.filter({ hasText: 'A week has four stages' }).waitFor();
  await guide.getByRole('button', { name: 'Leave' }).click();
  await guide.waitFor({ state: 'detached' });

  // N goes from one force to the next; Hideyoshi marches.
  await page.keyboard.press('n');
  await page
    .locator('.prompt')
    .getByRole('button', { name: /Next of \d+/ })
    .click();
  await whole(page);
  await hand.piece('hashiba_hideyoshi');
  await asked(page, 'What does Hashiba Hideyoshi do?');
  await whole(page);
  await choose(page, '2122');
  await stands(page, 'hashiba_hideyoshi', '2122');
  expect(await log(page)).toMatch(/Hashiba Hideyoshi (marches|makes a strategic march) to/);

  // Stage after stage the phase is ended by one button, whatever is asked on the way is answered by the first choice.
  const mine = page.locator('.app[data-shown] .prompt button[aria-controls=choices]');
  for (let turns = 0; turns < 80; turns += 1) {
    await mine.waitFor({ timeout: THINKING });
    if (/Inning 2/.test(await page.locator('.prompt').innerText())) break;
    const done = page.locator('.prompt').getByRole('button', { name: /^done/i });
    const ends = (await done.count()) > 0;
    await answered(page, () => (ends ? done.first().click() : page.keyboard.press('1')));
  }
  await asked(page, /Inning 2/);
});

test('exact odds stand beside an assault before it is chosen, and the table marks the cell that was used', async () => {
  const opened = await open('gunyuden/shizugatake', ['person', 'person']);
  await act(opened, 0, 'rest 5416', 'done');
  await act(opened, 1, 'rest 5119', 'done', 'wait', 'done');
  // Oda Nobukane stands before Kameyama, which nobody holds.
  await act(opened, 0, 'force oda_nobukane', 'to 4723', 'done');
  await act(opened, 1, 'done');
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, /stage 2: Hashiba side acts/);
  await whole(page);
  await new Hand(page).piece('oda_nobukane');
  await asked(page, 'What does Oda Nobukane do?');
  const assault = page.locator('.prompt').getByRole('button', { name: /assaults/i });
  await assault.hover();
  const odds = page.getByRole('region', { name: 'Odds' });
  await odds.filter({ hasText: /holds/ }).waitFor();
  await odds.filter({ hasText: /steps lost/ }).waitFor();
  await assault.click();
  await page
    .getByRole('log', { name: 'Log' })
    .filter({ hasText: /The garrison of .* fires with strength 0/ })
    .waitFor();
  await page.getByRole('tab', { name: 'Charts' }).click();
  await page.locator('figure td.cell').first().waitFor();
});

test('an inning of Shizugatake by keyboard', { timeout: 900_000 }, async () => {
  const opened = await open('gunyuden/shizugatake', ['person', { computer: 'steady' }]);
  const page = await person();
  await sit(page, opened, 0);
  const command = async (text: string): Promise<void> => {
    await page.keyboard.press(':');
    const line = page.getByRole('combobox');
    await line.fill(text);
    await line.press('Enter');
    // It stays open for the next command.
    await line.press('Escape');
  };
  let marched = 0;
  for (let turns = 0; turns < 200; turns += 1) {
    const now = await kind(opened, 0);
    const seen = await sight(opened, 0);
    if (now === 'over' || seen.clock > 1) break;
    const actions = seen.choices.map((choice) => choice.action);
    // The page shows what is asked; then each key is pressed once.
    await caughtUp(page, opened, 0);
    const marches = now === 'ask-hand' && actions.some((action) => action.startsWith('to '));
    if ((now === 'ask-operation' && marched < 2) || marches) {
      // The board is where the cursor is: to the next force that can act, or the next hex that can be reached.
      await page.keyboard.press('b');
      await page.keyboard.press('n');
      await page.keyboard.press('Enter');
    } else if (actions.includes('done')) await page.keyboard.press('d');
    else await command(actions[0] ?? '');
    await expect
      .poll(async () => (await sight(opened, 0)).number, { message: `${now}: ${actions.slice(0, 5).join(', ')}` })
      .toBeGreaterThan(seen.number);
    if (now === 'ask-hand') marched += 1;
  }
  expect(marched).toBeGreaterThanOrEqual(2);
  expect((await sight(opened, null)).clock).toBe(2);
});
