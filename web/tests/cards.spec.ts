// A hand is put together by clicking cards, a play likewise; areas are clicked on the board.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { act, asked, noErrors, open, PHONE, person, prompt, sight, sit, tap, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

const pack = (page: Page, side = 'Hideyoshi') => page.getByRole('region', { name: new RegExp(`^${side}.s pack`) });
const hand = (page: Page, side = 'Hideyoshi') => page.getByRole('region', { name: new RegExp(`^${side}.s hand`) });
const ready = (page: Page) => page.getByRole('group', { name: 'With these cards' });

/** Akechi blocks Yamazaki, Hideyoshi's men go in: Akechi is asked for an ambush. */
async function contact(opened: Awaited<ReturnType<typeof open>>): Promise<void> {
  await act(opened, 0, 'hand CA AS RE');
  await act(opened, 1, 'hand AS FI RA AM');
  await act(opened, 0, 'pass');
  await act(opened, 1, 'play AS', 'area shimoueno', 'to yamazaki', 'done');
  await act(opened, 0, 'play AS', 'area minase', 'to takaradera_minami', 'to yamazaki');
}

test('a hand is chosen and a card played by clicking cards', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await pack(page).filter({ hasText: 'choose up to 3' }).waitFor();
  // To take nothing is said in words, and nobody is offered to leave the choice to an order.
  await page
    .locator('.prompt')
    .getByRole('button', { name: /take no cards/i })
    .waitFor();
  expect(await page.getByText('From now on').count()).toBe(0);
  // Alike cards lie on one pile; what was taken can be put back.
  await pack(page)
    .getByRole('button', { name: /Reinforcements/ })
    .click();
  await pack(page)
    .getByRole('button', { name: /Assault/ })
    .click();
  await pack(page)
    .getByRole('button', { name: /Assault/ })
    .first()
    .click();
  await ready(page).getByRole('button', { name: 'take 2 Assault and 1 Reinforcements' }).waitFor();
  await pack(page).getByRole('button', { name: 'Put one Assault back' }).click();
  await pack(page)
    .getByRole('button', { name: /Combined Actions/ })
    .click();
  await ready(page).getByRole('button', { name: 'take 1 Combined Actions, 1 Assault and 1 Reinforcements' }).click();
  await expect.poll(async () => (await sight(opened, 0)).choices.length).toBe(0);

  await act(opened, 1, 'hand AS FI RA AM');
  await hand(page)
    .getByRole('button', { name: /Assault/ })
    .click();
  // Face down is a switch, not a second button.
  const down = page.getByRole('switch', { name: /Face down/ });
  expect(await ready(page).getByRole('button').count()).toBe(1);
  await page.keyboard.press('f');
  await ready(page)
    .getByRole('button', { name: /^play Assault face down$/i })
    .waitFor();
  expect(await down.getAttribute('aria-checked')).toBe('true');
  await down.click();
  await ready(page)
    .getByRole('button', { name: /^play Assault$/i })
    .click();
  await expect
    .poll(async () => (await sight(opened, 0)).choices.map((choice) => choice.action))
    .toContain('area todaiji');
  // What was played this turn stands in a row.
  await page.getByRole('button', { name: 'Turn so far: 1 card' }).click();
  await page
    .getByRole('list', { name: 'Cards played this turn' })
    .getByRole('button', { name: /^Assault/ })
    .waitFor();
  await page.getByRole('button', { name: 'Turn so far: 1 card' }).click();
  // No card can be chosen now: their heads lie there, and a press says why not.
  await hand(page)
    .getByRole('button', { name: /Combined Actions/ })
    .waitFor();
  expect(await hand(page).locator('.head:not(.dull)').count()).toBe(0);
});

test('nobody is shown the other hand', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  await act(opened, 0, 'hand CA AS RE');
  const page = await person();
  await sit(page, opened, 1);
  await hand(page).waitFor();
  expect(await hand(page).getByRole('button').count()).toBe(0);
});

test('a hand is chosen by keyboard', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 1);
  await pack(page, 'Akechi').waitFor();
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  // Past the button that puts it back.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await ready(page).getByRole('button', { name: 'take 1 Combined Actions and 1 Assault' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await sight(opened, 1)).choices.length).toBe(0);
});

test('cards lie over no area of the whole map', async () => {
  for (const scenario of ['summits/tennozan', 'summits/shizugatake']) {
    const opened = await open(scenario, ['person', 'person']);
    if (scenario.endsWith('shizugatake')) await act(opened, 0, (await sight(opened, 0)).choices[0]?.action ?? '');
    const page = await person();
    await sit(page, opened, 0);
    await pack(page).waitFor();
    await whole(page);
    const dock = await page.locator('.dock').boundingBox();
    const hidden = await page
      .locator('.layers [data-piece^="control_"]')
      .evaluateAll((all, top) => all.filter((one) => one.getBoundingClientRect().bottom > top).length, dock?.y ?? 0);
    expect(hidden).toBe(0);
    // Everything of the header is seen; what waits on the track is a click away.
    const cut = await page
      .locator('header .track')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    expect(cut).toBe(0);
    await page.locator('header summary').filter({ hasText: 'Reinforcements' }).click();
    await page.locator('header li').filter({ hasText: /^4 / }).waitFor();
    await page.context().close();
  }
});

test('an ambush is sprung by its card, and may be left to a standing order', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  await contact(opened);
  const page = await person();
  await sit(page, opened, 1);
  await asked(page, 'Ambush?');
  await page.getByText('From now on').waitFor();
  await hand(page, 'Akechi')
    .getByRole('button', { name: /Ambush/ })
    .click();
  await page.getByRole('log', { name: 'Log' }).filter({ hasText: 'springs an ambush' }).waitFor();
  // Losses taken as usual are one click, and one unit is one click.
  const other = await person();
  await sit(other, opened, 0);
  for (let n = 0; n < 8 && (await sight(opened, 0)).choices.some((choice) => choice.action === 'rest'); n += 1) {
    const before = (await sight(opened, 0)).number;
    await other
      .locator('.prompt')
      .getByRole('button', { name: /as usual/ })
      .click();
    await expect.poll(async () => (await sight(opened, 0)).number).toBeGreaterThan(before);
  }
});

test('two at one screen have a curtain between their hands', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0, 1);
  await pack(page).getByRole('button', { name: /Rally/ }).click();
  await ready(page).getByRole('button').first().click();
  const curtain = page.getByRole('dialog', { name: 'Pass the screen to Akechi' });
  await curtain.waitFor();
  await page.getByRole('button', { name: 'I am Akechi' }).click();
  await pack(page, 'Akechi').waitFor();
  expect(await page.getByText(/1 Rally/).count()).toBe(0);
  await pack(page, 'Akechi').getByRole('button', { name: /Fire/ }).click();
  await ready(page).getByRole('button').first().click();
  await page.getByRole('dialog', { name: 'Pass the screen to Hideyoshi' }).waitFor();
  await page.getByRole('button', { name: 'I am Hideyoshi' }).click();
  await hand(page).getByRole('button', { name: /Rally/ }).waitFor();
  expect(await page.locator('.hands').getByText('Fire').count()).toBe(0);
});

test('a card is played and a group sent by thumb', async () => {
  const opened = await open('summits/tennozan', ['person', 'person']);
  const page = await person({ screen: PHONE, touch: true });
  await sit(page, opened, 0);
  await tap(pack(page).getByRole('button', { name: /Assault/ }));
  await pack(page)
    .getByRole('button', { name: /Assault/, pressed: true })
    .waitFor();
  await tap(ready(page).getByRole('button').first());
  await act(opened, 1, 'hand AS FI RA AM');
  await tap(hand(page).getByRole('button', { name: /Assault/ }));
  await tap(ready(page).getByRole('button', { name: /^play Assault$/i }));
  await asked(page, 'which group acts');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  // Half of the screen is map while areas are asked for.
  const sheet = await page.locator('.dock').boundingBox();
  expect(sheet?.y ?? 0).toBeGreaterThan(PHONE.height / 2);
  await act(opened, 0, 'area todaiji');
  await prompt(page).filter({ hasText: 'Todaiji' }).waitFor();
});
