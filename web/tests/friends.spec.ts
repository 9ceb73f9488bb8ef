// People: names, an invited friend, an open seat, a request to take back, the next game, and what was played.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import {
  act,
  asked,
  expected,
  noErrors,
  open,
  PHONE,
  person,
  post,
  prompt,
  sight,
  sit,
  tap,
  url,
  withBrowser,
} from './people';

withBrowser();
afterEach(noErrors);

const seats = (page: Page) => page.getByRole('list', { name: 'Seats' });

/** Says the name of the person at this browser, in the settings. */
async function named(page: Page, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your name').press('Tab');
  await page.keyboard.press('Escape');
}

/** Opens the dialog for a new table of Yao and picks the opponent. */
async function against(page: Page, opponent: string): Promise<void> {
  await page.locator('article[data-scenario="yukimura/yao"]').getByRole('button', { name: 'New table' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(opponent).check();
  await dialog.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  await page.locator('.stage.ready').first().waitFor({ state: 'attached' });
}

async function resigns(opened: Opened, seat: number): Promise<void> {
  const { number } = await sight(opened, seat);
  expect((await post(opened, seat, 'resign', { after: number })).status).toBe(200);
}

test('an invited friend reads who invites to what, says a name, and both see it', async () => {
  const [host, friend] = [await person(), await person()];
  await named(host, 'Hanako');
  await against(host, 'a friend, by link');
  const link = await host.getByRole('textbox', { name: 'Link for the other seat' }).inputValue();
  await friend.goto(link);
  const welcome = friend.getByRole('region', { name: 'Welcome' });
  await welcome.getByRole('heading', { name: 'Hanako invites you to The Battle of Yao and Wakae' }).waitFor();
  await welcome.getByText('You lead Osaka').waitFor();
  await welcome.getByRole('button', { name: /Lesson/ }).waitFor();
  await welcome.getByLabel('Your name').fill('Taro');
  await welcome.getByRole('button', { name: 'Play' }).click();
  for (const page of [host, friend]) {
    await seats(page).getByText('Hanako').first().waitFor();
    await seats(page).getByText('Taro').first().waitFor();
  }
  await friend.getByRole('tab', { name: 'Chat' }).first().click();
  await friend.getByRole('textbox', { name: 'Say something' }).fill('Well met.');
  await friend.getByRole('button', { name: 'Say', exact: true }).click();
  await host.getByRole('tab', { name: /Chat/ }).first().click();
  await host.getByRole('log', { name: 'Chat' }).getByText('Taro (Osaka)').waitFor();
});

test('on phones the link and the invitation stand below the map', async () => {
  const [host, friend] = [await person({ screen: PHONE, touch: true }), await person({ screen: PHONE, touch: true })];
  await host.goto(url);
  await against(host, 'a friend, by link');
  const link = host.getByRole('textbox', { name: 'Link for the other seat' });
  await host.getByRole('button', { name: 'Copy the link' }).waitFor();
  await friend.goto(await link.inputValue());
  const welcome = friend.getByRole('region', { name: 'Welcome' });
  await welcome.getByText('You lead Osaka').waitFor();
  await tap(welcome.getByRole('button', { name: 'Play' }));
  await welcome.waitFor({ state: 'detached' });
  await link.waitFor({ state: 'detached' });
});

test('a draw is offered, refused, offered again and agreed to', async () => {
  const opened = await open('yukimura/yao', ['person', 'person'], { names: ['Hanako', 'Taro'] });
  const [host, friend] = [await person(), await person()];
  await sit(host, opened, 0);
  await sit(friend, opened, 1);
  await host.getByRole('tab', { name: 'Table' }).first().click();
  const offer = host.getByRole('button', { name: 'Offer a draw' });
  const asks = friend.getByRole('alert').filter({ hasText: 'Hanako (East) offers a draw.' });
  await offer.click();
  await host.getByRole('alert').filter({ hasText: 'You offered Taro (Osaka) a draw.' }).waitFor();
  await asks.getByRole('button', { name: 'Refuse' }).click();
  await offer.click();
  await asks.getByRole('button', { name: 'Agree' }).click();
  for (const page of [host, friend]) {
    const sheet = page.getByRole('dialog', { name: 'A draw' });
    await sheet.getByText('Both sides agree to a draw.').waitFor();
  }
  await friend.keyboard.press('Escape');
  await friend.getByRole('log', { name: 'Log' }).getByText('Taro (Osaka) agrees to a draw.').waitFor();
});

test('a table that looks for an opponent is joined with one click', async () => {
  const [host, stranger, late] = [await person(), await person(), await person()];
  const name = `Hanako ${Date.now() % 100_000}`;
  await named(host, name);
  await named(stranger, 'Taro');
  await against(host, 'anyone who joins');
  await host.getByText('The lobby lists this table').waitFor();
  for (const page of [stranger, late]) await page.goto(url);
  const row = (page: Page) =>
    page.getByRole('region', { name: 'Looking for an opponent' }).getByRole('listitem').filter({ hasText: name });
  await row(late).getByRole('button', { name: 'Join as Osaka' }).waitFor();
  await row(stranger).getByRole('button', { name: 'Join as Osaka' }).click();
  await stranger.waitForURL(/\/t\//);
  await seats(stranger).getByText('you').waitFor();
  await seats(host).getByText('Taro').first().waitFor();
  await host.getByText('The lobby lists this table').waitFor({ state: 'detached' });
  // The second person to press Join is told that the seat is taken.
  await row(late).getByRole('button', { name: 'Join as Osaka' }).click();
  await late.getByRole('alert').getByText('no seat of this table is open any more').waitFor();
  expected(/409/);
});

test('a request to take back names who asks, and is agreed to', async () => {
  const opened = await open('yukimura/yao', ['person', 'person'], { names: ['Hanako', 'Taro'] });
  const [east, osaka] = [await person(), await person()];
  await sit(east, opened, 0);
  await sit(osaka, opened, 1);
  await act(opened, 0, 'done');
  await asked(east, 'Osaka is to move');
  const seen = await sight(opened, 1);
  await act(opened, 1, seen.choices[0]?.action ?? '');
  const { number } = await sight(opened, 0);
  expect((await post(opened, 0, 'undo', { to: 0, after: number })).status).toBe(200);
  await east.getByText('You asked Taro (Osaka) to take the game back to move 0.').waitFor();
  await osaka.getByText('Hanako (East) asks to take the game back to move 0.').waitFor();
  await osaka.getByRole('button', { name: 'Agree' }).click();
  await prompt(east).filter({ hasText: 'East moves' }).waitFor();
});

test('both players come to the same next game, with sides swapped', async () => {
  const opened = await open('yukimura/yao', ['person', 'person'], { names: ['Hanako', 'Taro'] });
  const [east, osaka] = [await person(), await person()];
  await sit(east, opened, 0);
  await sit(osaka, opened, 1);
  await resigns(opened, 0);
  const sheet = (page: Page) => page.getByRole('dialog', { name: /wins$/ });
  await sheet(east).getByRole('button', { name: 'Swap sides' }).click();
  await east.waitForURL((now) => !now.pathname.includes(opened.table));
  await sheet(osaka).getByRole('button', { name: 'Sit down for the rematch' }).click();
  await osaka.waitForURL((now) => !now.pathname.includes(opened.table));
  expect(new URL(osaka.url()).pathname).toBe(new URL(east.url()).pathname);
  // Taro leads the East now, which moves first.
  await asked(osaka, 'East moves');
  await asked(east, 'East is to move');
  await seats(east).getByText('Taro').first().waitFor();
});

test('an account shows its games by system and side', async () => {
  const page = await person();
  const opened = await open('yukimura/yao', ['person', 'person'], { names: ['Hanako', 'Taro'] });
  await sit(page, opened, 0);
  await resigns(opened, 1);
  await page.goto(url);
  await page.getByRole('button', { name: 'Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Open a new one').check();
  await dialog.getByLabel('Name').fill(`hanako ${Date.now()}`);
  await dialog.getByLabel('Passphrase').fill('four hundred arquebuses');
  await dialog.getByRole('button', { name: 'Open the account' }).click();
  const history = dialog.getByRole('region', { name: 'History' });
  await history.getByRole('row', { name: /Yukimura.*East 1 0 0/ }).waitFor();
  await history.getByText('won against Taro').waitFor();
});
