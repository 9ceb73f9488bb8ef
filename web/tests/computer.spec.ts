// From the lobby to a game against the computer.

import { afterEach, expect, test } from 'vitest';
import { asked, Hand, noErrors, person, prompt, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('a person plays the computer two clicks after the address', async () => {
  const page = await person({ guide: true });
  await page.goto(url);
  const tile = page
    .locator('article, li, section')
    .filter({ hasText: 'The Battle of Yao and Wakae' })
    .filter({ has: page.getByRole('button', { name: /Play the computer/ }) })
    .last();
  await tile.getByRole('button', { name: /Play the computer/ }).click();
  await page.locator('.stage.ready').first().waitFor({ state: 'attached' });
  // Whoever is there for the first time is offered the guide; it can be left.
  const guide = page.getByRole('region', { name: 'Lesson', exact: true });
  if (await guide.isVisible()) await guide.getByRole('button', { name: 'Leave' }).click();
  await asked(page, 'East moves');

  const hand = new Hand(page);
  await hand.button(/end the phase/i);
  // The computer moves, and the table comes back to the East with a question.
  await page
    .getByRole('log', { name: 'Log' })
    .filter({ hasText: /Osaka moves.*Kimura .* (moves|marches)/s })
    .waitFor();
  await prompt(page)
    .filter({ hasText: /East (fires in defence|moves|fires|attacks)|must retreat|Who / })
    .waitFor();

  // A second visit finds the table in the lobby, and no guide.
  const here = page.url();
  await page.goto(url);
  await page.getByRole('region', { name: 'Your tables' }).getByRole('link', { name: 'Sit down' }).first().waitFor();
  await page.goto(here);
  await page.locator('.stage.ready').first().waitFor({ state: 'attached' });
  await expect(page.getByRole('region', { name: 'Lesson', exact: true }).count()).resolves.toBe(0);
});

test('the lesson walks a newcomer through with real questions, and is left by one click', async () => {
  const page = await person({ guide: true });
  await page.goto(url);
  await page.getByRole('button', { name: /^Lesson: .*Yao/ }).click();
  const guide = page.getByRole('region', { name: 'Lesson', exact: true });
  await guide.filter({ hasText: 'You lead the East' }).waitFor();
  await guide.getByRole('button', { name: 'Next' }).click();
  await guide
    .filter({ hasText: 'Click Ii’s first riflemen to select them' })
    .or(guide.filter({ hasText: "Click Ii's first riflemen to select them" }))
    .waitFor();
  // It goes on when what it asks for is done: at the real question, by the command line here.
  await page.keyboard.press(':');
  await page.getByRole('combobox').fill('move ii_R1');
  await page.keyboard.press('Enter');
  await guide.filter({ hasText: 'can reach the highlighted hexes' }).waitFor();
  await guide.getByRole('button', { name: 'Leave' }).click();
  await guide.waitFor({ state: 'detached' });
  await page.reload();
  await asked(page, 'Where does Ii riflemen 1 go?');
  expect(await guide.count()).toBe(0);
});
