// Nothing is lost: a phase, a seat, a table, an invitation; and a wrong address says what it is.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { asked, expected, noErrors, open, person, prompt, sight, sit, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('N, then Enter takes the unit that is ringed, and not the main button', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'East moves');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await asked(page, /Where does/);
});

test('a phase that would end with units that can still act asks once', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person({ asks: true });
  await sit(page, opened, 0);
  await asked(page, 'East moves');
  const end = page.locator('.prompt').getByRole('button', { name: /end the phase/i });
  await end.click();
  const dialog = page.getByRole('dialog', { name: 'End the phase?' });
  await dialog.getByText(/\d+ units have not moved/).waitFor();
  // The dialog owns the keyboard: no key of the table acts, and Escape closes it alone.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect((await sight(opened, 0)).number).toBe(0);
  // It was asked once in this phase.
  await end.click();
  await asked(page, /Osaka/);
});

test('the phase ends when the question whether to end it is answered', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person({ asks: true });
  await sit(page, opened, 0);
  await asked(page, 'East moves');
  await page
    .locator('.prompt')
    .getByRole('button', { name: /end the phase/i })
    .click();
  await page.getByRole('dialog', { name: 'End the phase?' }).getByRole('button', { name: 'End it' }).click();
  await asked(page, /Osaka/);
});

test('Escape closes the topmost only', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await page.keyboard.press(':');
  await page.getByRole('combobox').waitFor();
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'New link…' }).click();
  const dialog = page.getByRole('dialog', { name: 'A new link for your seat?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('combobox').count()).toBe(1);
  // Wherever the focus is now, and if it is nowhere.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
});

const mine = (page: Page) => page.getByRole('region', { name: 'Your tables' });

test('a table in the archive keeps its seat, and comes back', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await page.goto(url);
  await mine(page)
    .getByRole('button', { name: /^Archive The Battle/ })
    .click();
  await mine(page).getByText('Your seat is kept').waitFor();
  expect(await mine(page).getByRole('link', { name: 'Sit down' }).count()).toBe(0);
  await mine(page).getByRole('button', { name: 'Undo' }).click();
  await mine(page).getByRole('link', { name: 'Sit down' }).waitFor();
  await mine(page)
    .getByRole('button', { name: /^Archive The Battle/ })
    .click();
  await page.goto(`${url}/t/${opened.table}`);
  await asked(page, 'East moves');
  await page
    .locator('.prompt')
    .getByRole('button', { name: /end the phase/i })
    .waitFor();
});

test('an untaken seat shows its link and a code until it is taken, and the link can be made anew', async () => {
  const page = await person();
  await page.goto(url);
  await page
    .locator('[data-scenario="yukimura/yao"]')
    .getByRole('button', { name: /^New table/ })
    .click();
  await page.getByLabel('a friend, by link').check();
  await page.getByRole('button', { name: /^Open/ }).click();
  const invite = page.getByRole('region', { name: /^Invite someone/ });
  const link = invite.getByRole('textbox', { name: 'Link for the other seat' });
  await invite.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const first = await link.inputValue();
  await page.reload();
  expect(await link.inputValue()).toBe(first);
  await invite.getByRole('button', { name: 'New link' }).click();
  await expect.poll(() => link.inputValue()).not.toBe(first);
  const second = await link.inputValue();

  const late = await person();
  await late.goto(first);
  await late.getByRole('heading', { name: 'This link opens no seat' }).waitFor();
  await late.getByRole('button', { name: 'Watch the game' }).click();
  await prompt(late).waitFor();
  expected(/401/);

  const friend = await person();
  await friend.goto(second);
  await prompt(friend).waitFor();
  await invite.waitFor({ state: 'detached' });
  await page.reload();
  await prompt(page).waitFor();
  expect(await invite.count()).toBe(0);
});

test('a dead link and an unknown page say so, with status 404', async () => {
  const page = await person();
  const dead = await page.goto(`${url}/t/abcdefghij`);
  expect(dead?.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is no such table' }).waitFor();
  await page.getByRole('link', { name: 'To the lobby' }).waitFor();
  const unknown = await page.goto(`${url}/nowhere`);
  expect(unknown?.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  expected(/404/);
});

test('a lesson goes back, shows what it means, starts again and is always shown when asked for', async () => {
  // This browser has left lessons for good; asked for, it comes all the same.
  const page = await person();
  await page.goto(url);
  await page.getByRole('button', { name: /^Lesson: .*Yao/ }).click();
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await lesson.getByText('1 of 15').waitFor();
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByText('2 of 15').waitFor();
  await lesson.getByRole('button', { name: 'Back' }).click();
  await lesson.getByText('1 of 15').waitFor();
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByText('2 of 15').waitFor();
  const first = page.url();
  await lesson.getByRole('button', { name: 'Start again' }).click();
  await page.waitForURL((now) => now.href !== first);
  await lesson.getByText('1 of 15').waitFor();
  await lesson.getByRole('button', { name: 'Leave' }).click();
  await lesson.waitFor({ state: 'detached' });
  await page.goto(url);
  await page
    .getByRole('region', { name: /Lessons|First time/ })
    .getByText('2 of 15 steps')
    .waitFor();
});
