// A turn of a battle of clans on an open table: generals, messengers, motivation, action points, and the turn handed over.

import { afterEach, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import { asked, Hand, noErrors, open, person, sight, sit, thrown, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Does something and waits until the table has it. */
async function done(opened: Opened, deed: () => Promise<void>): Promise<void> {
  const { number } = await sight(opened, 0);
  await deed();
  await expect.poll(async () => (await sight(opened, 0)).number).toBeGreaterThan(number);
}

test('a whole turn is played: generals, messengers, a unit motivated and marched, the clans stopped', async () => {
  const page = await person();
  const opened = await open('ageofwar/sunagawa', ['person', 'person'], { real_dice: true });
  // The lot, then how far the first general goes.
  await thrown(opened, 3);
  await sit(page, opened, 0);
  await whole(page);
  const hand = new Hand(page);

  await asked(page, /Red left general may go 9 inches/);
  await done(opened, () => hand.button(/Stay/i));
  await thrown(opened, 3);
  await asked(page, /Red right general may go/);
  await done(opened, () => hand.button(/Stay/i));

  await asked(page, /Which messenger gets a die\? 8 dice are left/);
  await done(opened, () => hand.button(/Dice evenly/i));
  // Everybody rides as far as he can, and each award is kept.
  for (;;) {
    await thrown(opened, 5);
    const { asked: now } = await sight(opened, 0);
    if (now['rests-in'] !== 'questions' || now.questions[0]?.kind !== 'ask-award') break;
    await asked(page, /5 determination dice: keep the result/);
    await done(opened, () => hand.button(/Keep/i));
  }

  await asked(page, /which unit do you try to motivate/);
  await done(opened, () => hand.piece('r4'));
  await thrown(opened, 6);
  await asked(page, /Red right horse has 7 action points left/);
  await page.getByLabel(/Action points of Red right horse 7/).waitFor();
  await done(opened, () => hand.button(/Wheel left/i));
  await asked(page, /Red right horse has 6 action points left/);
  await done(opened, () => hand.button(/End/i));
  const told = ((await sight(opened, 0)).scene.notes ?? []).map((note) => note.text);
  expect(told.filter((text) => /^Red right: .*2 of 3 units not yet motivated/.test(text))).toHaveLength(1);

  await asked(page, /which unit do you try to motivate/);
  await done(opened, () => hand.button(/All generals stop/i));
  await thrown(opened, 3);
  const { asked: now } = await sight(opened, 1);
  expect(now['rests-in'] === 'questions' ? now.questions.map((question) => question.seat) : []).toEqual([1]);
});
