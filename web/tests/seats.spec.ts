// A seat in one's hand: its link replaced and handed over, its clock, a claim, vacation; an account on two devices.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import { act, noErrors, open, person, post, prompt, sight, sit, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

const panel = (page: Page) => page.getByRole('tab', { name: 'Table' }).first().click();

/** Both seats have acted, and the first is asked again. */
async function begun(opened: Opened): Promise<void> {
  const acted = new Set<number>();
  for (let n = 0; n < 60; n += 1) {
    for (const seat of [0, 1]) {
      const choice = (await sight(opened, seat)).choices[0];
      if (choice === undefined) continue;
      if (seat === 0 && acted.size === 2) return;
      await act(opened, seat, choice.action);
      acted.add(seat);
    }
  }
}

test('a new link keeps this browser seated and sends the others away', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const [home, phone] = [await person(), await person()];
  await sit(home, opened, 0);
  await sit(phone, opened, 0);
  await panel(home);
  await home.getByRole('button', { name: 'New link…' }).click();
  await home.getByRole('button', { name: 'Make a new link' }).click();
  await phone.getByText('This link opens no seat').waitFor();
  await prompt(home).filter({ hasText: 'East moves' }).waitFor();
  expect((await post(opened, 0, 'chat', { text: 'still me?' })).status).toBe(401);
});

test('a seat is handed over with its new link', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const [one, other] = [await person(), await person()];
  await sit(one, opened, 0);
  await panel(one);
  await one.getByRole('button', { name: 'Hand over…' }).click();
  await one.getByRole('button', { name: 'Hand over', exact: true }).click();
  const link = await one.getByRole('textbox', { name: 'Link of the seat' }).inputValue();
  await one.getByRole('button', { name: 'To the lobby' }).click();
  await other.goto(link);
  await prompt(other).filter({ hasText: 'East moves' }).waitFor();
  // Who handed it over only watches.
  await one.goto(`${url}/t/${opened.table}`);
  await prompt(one).filter({ hasText: 'Waiting' }).waitFor();
});

test('vacation stops a clock that counts days', async () => {
  const clock = { bank: 3 * 86_400, each: 0, at_zero: 'claim' as const };
  const opened = await open('yukimura/yao', ['person', 'person'], {
    terms: { clock, claim_days: 14, vacation_days: 3 },
  });
  await begun(opened);
  const [east, osaka] = [await person(), await person()];
  await sit(east, opened, 0);
  await sit(osaka, opened, 1);
  await panel(east);
  await east.getByRole('button', { name: 'Go on vacation' }).click();
  await osaka.getByText('on vacation').first().waitFor();
  await east.getByRole('button', { name: 'Back from vacation' }).click();
});

test('a live clock is seen running, and at zero the other may claim', async () => {
  const clock = { bank: 8, each: 0, at_zero: 'claim' as const };
  const opened = await open('yukimura/yao', ['person', 'person'], {
    terms: { clock, claim_days: 14, vacation_days: 0 },
  });
  await begun(opened);
  const [east, osaka] = [await person(), await person()];
  await sit(east, opened, 0);
  await sit(osaka, opened, 1);
  await osaka.getByRole('timer').first().waitFor();
  await panel(east);
  expect(await east.getByRole('button', { name: 'Go on vacation' }).count()).toBe(0);
  // The time runs out; nobody needs to load anything anew.
  await panel(osaka);
  await osaka.getByRole('button', { name: 'Claim the game…' }).click();
  await osaka.getByRole('button', { name: 'Claim the win' }).click();
  await osaka.getByRole('status').filter({ hasText: 'Osaka has won' }).waitFor();
});

test('an account finds a table on another device', async () => {
  const [home, phone] = [await person(), await person()];
  const opened = await open('yukimura/yao', ['person', 'person']);
  await sit(home, opened, 0);
  await home.goto(url);
  const name = `ieyasu ${Date.now()}`;
  await home.getByRole('button', { name: 'Account' }).click();
  await home.getByLabel('Open a new one').check();
  await home.getByLabel('Name').fill(name);
  await home.getByLabel('Passphrase').fill('four hundred arquebuses');
  await home.getByRole('button', { name: 'Open the account' }).click();
  await home.getByText('One seat is gathered here').waitFor();

  await phone.goto(url);
  await phone.getByRole('button', { name: 'Account' }).click();
  await phone.getByLabel('Name').fill(name);
  await phone.getByLabel('Passphrase').fill('four hundred arquebuses');
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await phone.getByText('One seat is gathered here').waitFor();
  await phone.getByRole('button', { name: 'Close' }).click();
  await phone.getByRole('region', { name: 'Your tables' }).getByRole('link', { name: 'Sit down' }).first().click();
  await prompt(phone).filter({ hasText: 'East moves' }).waitFor();
  // Both devices sit there, each with a link of its own.
  await home.goto(`${url}/t/${opened.table}`);
  await prompt(home).filter({ hasText: 'East moves' }).waitFor();
});

test('whoever wants to be told is told whether this server can', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await panel(page);
  await page.getByRole('button', { name: 'Notify me when it is my move…' }).click();
  await page.getByText('This server tells nobody anything while he is away').waitFor();
});
