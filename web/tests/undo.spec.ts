// Taking back, picking anew, and why something is dark.

import { afterEach, expect, test } from 'vitest';
import { act, asked, Hand, noErrors, open, person, place, sight, sit, stands, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('a unit in hand is put down, another picked instead, and a move taken back', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await whole(page);
  const hand = new Hand(page);

  await hand.piece('ii_R1');
  await asked(page, 'Ii riflemen 1');
  // No need to put it down first.
  await hand.piece('ii_R2');
  await asked(page, 'Ii riflemen 2');
  await page.keyboard.press('Escape');
  await asked(page, 'East moves');

  const from = await place(page, 'ii_R1');
  await hand.piece('ii_R1');
  await asked(page, 'Where does Ii riflemen 1 go?');
  const to = (await sight(opened, 0)).choices.find((choice) => choice.tie?.startsWith('place:'))?.tie?.slice(6) ?? '';
  await hand.hex(to);
  await stands(page, 'ii_R1', to);
  await page.keyboard.press('u');
  await stands(page, 'ii_R1', from ?? '');
  await asked(page, 'East moves');
});

test('behind a seam the other side must agree', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const [east, osaka] = [await person(), await person()];
  await sit(east, opened, 0);
  await sit(osaka, opened, 1);
  await act(opened, 0, 'move ii_R1');
  const to = (await sight(opened, 0)).choices.find((choice) => choice.tie?.startsWith('place:'));
  await act(opened, 0, to?.action ?? '', 'done');
  await asked(osaka, 'Osaka moves');
  await act(opened, 1, 'done');
  await asked(east, /East/);

  // The first line of the log, and from there "undo to here".
  await east
    .getByRole('log', { name: 'Log' })
    .getByRole('button', { name: /Ii riflemen 1 moves/ })
    .click();
  await east.getByRole('button', { name: 'Undo to here' }).click();
  await osaka
    .getByRole('alert')
    .filter({ hasText: 'asks to take the game back' })
    .getByRole('button', { name: 'Agree' })
    .click();
  await asked(osaka, 'East is to move');
  await asked(east, 'East moves');
  expect((await sight(opened, 0)).asked).toMatchObject({ questions: [{ seat: 0, kind: 'ask-move' }] });
});

test('what is dark says why, with its rule, and the rule opens in the book', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await whole(page);
  const hand = new Hand(page);
  // Sakakibara stays where he is all game.
  await hand.piece('sakakibara_G1');
  const why = page.getByRole('alert').filter({ hasText: 'stays where it is all game' });
  await why.waitFor();
  await why.getByRole('button', { name: 'Rule 14-2(5)(1)' }).click();
  await page.getByRole('tabpanel', { name: 'rules' }).locator('[data-rule="14-2(5)(1)"]').waitFor();
  expect(await page.locator('[data-rule="14-2(5)(1)"]').innerText()).toContain('Sakakibara Yasukatsu');
  expect((await sight(opened, 0)).number).toBe(0);
  // A hex out of reach.
  await hand.piece('ii_F1');
  await asked(page, 'Where does Ii foot 1 go?');
  await hand.hex('0610');
  await page
    .getByRole('alert')
    .filter({ hasText: /needs \d+ points|too far|reach/i })
    .waitFor();
  expect((await sight(opened, 0)).number, 'the unit is still in hand').toBe(1);
});
