// A turn on a phone held upright.

import { afterEach, expect, test } from 'vitest';
import { asked, hexAt, middle, noErrors, open, PHONE, person, sight, sit, stands, tap, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('a unit is moved and the phase ended by thumb', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person({ screen: PHONE, touch: true });
  await sit(page, opened, 0);
  await asked(page, 'East moves');
  // Nothing sticks out to the side.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  // A unit that is on the screen, above the sheet.
  const seen = await sight(opened, 0);
  let unit = '';
  const sheet = await page.locator('.prompt').boundingBox();
  for (const choice of seen.choices.filter((one) => one.action.startsWith('move ') && one.warning == null)) {
    const id = choice.tie?.slice(6) ?? '';
    const at = await middle(page.locator(`.layers [data-piece="${id}"]`).first());
    if (at.x > 60 && at.x < PHONE.width - 60 && at.y > 160 && at.y < (sheet?.y ?? 500) - 60) {
      unit = id;
      await page.touchscreen.tap(at.x, at.y);
      break;
    }
  }
  expect(unit).not.toBe('');
  await asked(page, 'Where does');
  const reach = (await sight(opened, 0)).choices.filter(
    (choice) => choice.tie?.startsWith('place:') && (choice.cost ?? 9) <= 2,
  );
  const label = reach[0]?.tie?.slice(6) ?? '';
  const at = await hexAt(page, label);
  await page.touchscreen.tap(at.x, at.y);
  await stands(page, unit, label);
  await tap(page.locator('.prompt').getByRole('button', { name: /end the phase/i }));
  await asked(page, /Osaka/);
  // The log is a tap away.
  await tap(page.getByRole('tab', { name: 'Log' }));
  await page
    .getByRole('log', { name: 'Log' })
    .filter({ hasText: /moves to/ })
    .waitFor();
  // Fingers are not pointers: everything to press is large enough.
  const small = await page
    .locator('.tabs [role=tab], .prompt button.main')
    .evaluateAll(
      (all) =>
        all.filter((one) => one.getBoundingClientRect().height > 0 && one.getBoundingClientRect().height < 44).length,
    );
  expect(small).toBe(0);
});
