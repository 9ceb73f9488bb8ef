// Routine questions are left to habit, by a button at the question or a box in the panel, and taken back.

import { afterEach, expect, test } from 'vitest';
import { act, asked, noErrors, openAt, PATIENCE, person, sight, sit, thrown, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Goto attacks riflemen who have room behind them. */
const ATTACK = `active = "osaka"
phase = "melee"

[units]
goto_F1 = "3011"
mizuno_R1 = "3012"
mizuno_F1 = "3013"
`;

test('a retreat is left to habit at the question, and the box in the panel takes the order back', async () => {
  const opened = await openAt('yukimura/domyoji', ATTACK);
  const page = await person();
  await sit(page, opened, 0);
  await act(opened, 1, 'target mizuno_R1');
  await thrown(opened, 4);
  await asked(page, 'must retreat');
  await page.getByRole('button', { name: 'as one usually does' }).click();
  await expect
    .poll(async () => (await sight(opened, 0)).asked, { timeout: PATIENCE })
    .toMatchObject({ questions: [{ kind: 'ask-advance' }] });
  expect((await sight(opened, 0)).orders).toEqual([{ kind: 'ask-retreat', at: null, order: 'habit' }]);

  await page.getByRole('tab', { name: 'Table' }).first().click();
  const box = page.getByRole('checkbox', { name: 'Retreats' });
  await expect.poll(() => box.isChecked(), { timeout: PATIENCE }).toBe(true);
  await box.uncheck();
  await expect.poll(async () => (await sight(opened, 0)).orders, { timeout: PATIENCE }).toEqual([]);
  await box.check();
  await expect.poll(async () => (await sight(opened, 0)).orders.length, { timeout: PATIENCE }).toBe(1);
});
