// Looking back: log lines, scrubbing, deep links, a private branch, the luck of the dice.

import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import { act, asked, noErrors, open, person, place, post, sight, sit, stands, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

async function move(opened: Opened, unit: string): Promise<string> {
  await act(opened, 0, `move ${unit}`);
  const to = (await sight(opened, 0)).choices.find((choice) => choice.tie?.startsWith('place:'));
  await act(opened, 0, to?.action ?? '');
  return to?.tie?.slice(6) ?? '';
}

test('a line of the log shows its moment, and the scrubber every other', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  const start = (await place(page, 'ii_M1')) ?? '';
  const home = (await place(page, 'ii_R1')) ?? '';
  const first = await move(opened, 'ii_R1');
  const second = await move(opened, 'ii_M1');
  await stands(page, 'ii_M1', second);

  await page
    .getByRole('log', { name: 'Log' })
    .getByRole('button', { name: /Ii riflemen 1 moves/ })
    .click();
  await stands(page, 'ii_R1', first);
  await stands(page, 'ii_M1', start);
  await page.getByRole('slider', { name: 'Moment of the game' }).fill('0');
  await stands(page, 'ii_R1', home);
  await page.getByRole('button', { name: 'One step forward' }).click();
  const link = page.url();
  expect(link).toMatch(/\?at=\d+$/);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await stands(page, 'ii_M1', second);

  // A stranger with the link sees that moment.
  const stranger = await person();
  await stranger.goto(`${url}/t/${opened.table}?at=2`);
  await stands(stranger, 'ii_R1', first);
  await stands(stranger, 'ii_M1', start);
});

test('a private branch is tried and its moves are played for real', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('button', { name: /^Try/ }).first().click();
  await page.getByText('Private branch').waitFor();
  await asked(page, 'East moves');
  expect(page.url()).not.toContain(opened.table);
  // In the branch, by the command line.
  await page.keyboard.press(':');
  await page.getByRole('combobox').fill('move ii_R1');
  await page.keyboard.press('Enter');
  await asked(page, 'Where does Ii riflemen 1 go?');
  await page.keyboard.press(':');
  await page.getByRole('combobox').fill('to ');
  await page.getByRole('listbox', { name: 'Matching actions' }).getByRole('option').first().click();
  await asked(page, 'East moves');
  await page.keyboard.press('Escape');
  expect((await sight(opened, 0)).number, 'the real table has not changed').toBe(0);
  await page.getByRole('button', { name: /for real/ }).click();
  await page.waitForURL((to) => to.pathname.endsWith(opened.table));
  await page.getByRole('log', { name: 'Log' }).filter({ hasText: 'Ii riflemen 1 moves' }).waitFor();
  expect((await sight(opened, 0)).number).toBe(2);
});

test('after the game its dice are weighed', async () => {
  const opened = await open('yukimura/yao', ['person', { computer: 'greedy' }]);
  // The computer has its turn, so that dice fall; then the East gives up.
  for (let innings = 0; innings < 3; innings += 1) {
    for (;;) {
      const seen = await sight(opened, 0);
      if (seen.over || seen.clock > innings + 1) break;
      if (seen.choices.length === 0) continue;
      const habit = seen.choices.find((choice) => choice.action === 'done') ?? seen.choices[0];
      const done = await post(opened, 0, 'act', { action: habit?.action ?? '', after: seen.number });
      expect([200, 409]).toContain(done.status);
    }
  }
  // The computer may be on the move, and may have won by now.
  const ended = async () => {
    const { number, over } = await sight(opened, 0);
    return over || (await post(opened, 0, 'resign', { after: number })).status === 200;
  };
  await expect.poll(ended).toBe(true);
  const page = await person();
  await sit(page, opened, 0);
  // The sheet of the end leads to all throws.
  await page.getByRole('button', { name: 'All throws' }).click();
  const luck = page.getByRole('dialog', { name: 'Luck' });
  await luck.getByRole('img', { name: /The sum of luck/ }).waitFor();
  expect(await luck.innerText()).toMatch(/East.*Osaka/s);
});
