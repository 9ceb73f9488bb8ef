// Dice thrown at a real table and tapped in.

import { afterEach, expect, test } from 'vitest';
import { act, noErrors, open, person, post, prompt, sight, sit, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('players roll, tap the pips, and the record marks them', async () => {
  const opened = await open('yukimura/yao', ['person', 'person'], { real_dice: true });
  // Ii's riflemen go as near to Kimura as they can, and are fired at.
  await act(opened, 0, 'move ii_R1');
  const near = (await sight(opened, 0)).choices.filter((choice) => choice.tie?.startsWith('place:'));
  const to = near.toSorted((a, b) => Number(a.tie?.slice(-2)) - Number(b.tie?.slice(-2)))[0];
  await act(opened, 0, to?.action ?? '', 'done');
  await act(opened, 1, 'target ii_R1');
  if ((await sight(opened, 1)).asked['rests-in'] === 'questions') await act(opened, 1, 'all');
  const roll = (await sight(opened, 1)).asked;
  expect(roll).toMatchObject({ 'rests-in': 'roll', seat: 1, dice: 2 });

  const [east, osaka] = [await person(), await person()];
  await sit(east, opened, 0);
  await sit(osaka, opened, 1);
  await prompt(osaka).filter({ hasText: 'Roll 2 dice' }).waitFor();
  await prompt(east).filter({ hasText: 'Osaka rolls' }).waitFor();
  const pick = osaka.getByRole('group', { name: 'Tap what fell' });
  await pick.getByRole('button', { name: '1', exact: true }).click();
  await pick.getByRole('button', { name: '2', exact: true }).click();
  // A slip of the finger is taken back.
  await osaka.getByRole('button', { name: /Die 2 shows 2/ }).click();
  await pick.getByRole('button', { name: '1', exact: true }).click();
  await osaka.getByRole('button', { name: /Enter this throw/ }).click();
  await osaka.getByRole('log', { name: 'Log' }).filter({ hasText: 'rolled at the table' }).waitFor();
  await east
    .getByRole('log', { name: 'Log' })
    .filter({ hasText: /2 on strength/ })
    .waitFor();

  const wrong = await post(opened, 1, 'dice', { pips: [7], after: (await sight(opened, 1)).number });
  expect(wrong.status).toBe(409);
  const record = await (await fetch(`${url}/api/tables/${opened.table}/record`)).text();
  expect(record).toMatch(/^dice entered$/m);
  expect(record).toMatch(/^\d+ entered 1 1 1\b/m);
});
