// The turn of the others is told with numbers and links, and a game ends with a sheet.

import { afterEach, expect, test } from 'vitest';
import { act, asked, noErrors, open, PHONE, person, post, sight, sit, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('what the others did is listed with links and drawn as arrows until the player acts', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await asked(page, 'East moves');
  await act(opened, 0, 'done');
  // The question of another speaks about them, not to them.
  await asked(page, 'Osaka is to move');
  // Osaka moves a unit somewhere, once it is asked for moves.
  for (;;) {
    const seen = await sight(opened, 1);
    const move = seen.choices.find((choice) => /^move .*_F\d/.test(choice.action) && choice.warning == null);
    if (move !== undefined) {
      await act(opened, 1, move.action);
      const to = (await sight(opened, 1)).choices.find(
        (choice) => choice.tie?.startsWith('place:') && choice.warning == null,
      );
      await act(opened, 1, to?.action ?? '');
      break;
    }
    const seat = seen.asked['rests-in'] === 'questions' ? (seen.asked.questions[0]?.seat ?? 0) : 0;
    await act(opened, seat, 'done');
  }
  const list = page.getByRole('region', { name: 'Since your last turn' });
  await list.getByText(/(moves|marches)/).waitFor();
  await page.locator('.layers .trail text').getByText('1', { exact: true }).waitFor({ state: 'attached' });
  await list.getByRole('button', { name: /(moves|marches)/ }).click();
  await page.getByText('Back to now').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor();
  await list.getByRole('button', { name: 'Hide what happened' }).click();
  await list.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.layers .trail text').count()).toBe(0);
});

test('a finished game shows its sheet; the table, a review and a rematch are one key away', async () => {
  const opened = await open('daimyo/sunagawa', ['person', { computer: 'greedy' }]);
  const page = await person();
  await sit(page, opened, 0);
  const { number } = await sight(opened, 0);
  expect((await post(opened, 0, 'resign', { after: number })).status).toBe(200);
  const sheet = page.getByRole('dialog', { name: /wins$/ });
  await sheet.getByText('resigns').waitFor();
  for (const title of ['Points', 'Losses', 'Where it turned'])
    await sheet.getByRole('heading', { name: title }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'The end' }).click();
  await sheet.waitFor();
  await page.keyboard.press('v');
  await page.getByText('Back to now').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'The end' }).click();
  await sheet.getByRole('button', { name: 'Swap sides' }).click();
  await page.waitForURL((now) => !now.pathname.includes(opened.table));
  await page.locator('.stage.ready').first().waitFor({ state: 'attached' });
  await page.getByRole('list', { name: 'Seats' }).getByText('you').waitFor();
});

test('on a phone the sheet fits the screen', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person({ screen: PHONE, touch: true });
  await sit(page, opened, 0);
  const { number } = await sight(opened, 0);
  expect((await post(opened, 0, 'resign', { after: number })).status).toBe(200);
  const sheet = page.getByRole('dialog', { name: /wins$/ });
  await sheet.getByRole('button', { name: 'Rematch' }).waitFor();
  expect(await sheet.evaluate((one) => one.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});
