// A lesson is played to its last step, and at every step and all six sizes nothing covers what it points at.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Choice, Guide, Opened, Sight } from '../src/wire';
import { holds } from './layout';
import { act, caughtUp, DESKTOP, noErrors, person, sight, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Lessons by their title and, where it is not enough, their system; each ends long before this many answers. */
const LESSONS = [
  'Yao and Wakae',
  'Battle of Yamazaki.*Summits',
  "Shizugatake.*Hideyoshi's Campaigns",
  'Sunagawa.*Daimyo',
  'Sunagawa.*Age of War',
];
const ANSWERS = 250;

const lesson = (page: Page) => page.getByRole('region', { name: 'Lesson', exact: true });

/** The table that was opened, and the seat this browser has there. */
async function tableOf(page: Page): Promise<{ opened: Opened; seat: number }> {
  const table = new URL(page.url()).pathname.split('/')[2] ?? '';
  const kept = await page.evaluate(() => localStorage.getItem('gunbai.tables') ?? '[]');
  const all = JSON.parse(kept) as { table: string; tokens: [string | null, string | null] }[];
  const tokens = all.find((entry) => entry.table === table)?.tokens ?? [null, null];
  return { opened: { table, tokens }, seat: tokens[0] === null ? 1 : 0 };
}

/** What the step points at, else something that goes on: each kind of question is answered in turn by another choice. */
function answer(seen: Sight, point: string | null, times: number): Choice {
  const calm = seen.choices.filter((choice) => choice.warning == null);
  const pointed = calm.find((choice) => choice.tie === point);
  if (pointed !== undefined) return pointed;
  const ends = calm.filter((choice) => /^(button:)?(done|end|pass|stop|go|all|no )/.test(choice.tie ?? choice.action));
  const bold = calm.filter((choice) => !ends.includes(choice));
  const from =
    times % 3 === 2 && ends.length > 0 ? ends : bold.length > 0 ? bold : calm.length > 0 ? calm : seen.choices;
  return from[(times * 7) % from.length] as Choice;
}

test.each(LESSONS)('the lesson of %s is played to its last step', { timeout: 1_200_000 }, async (name) => {
  const page = await person();
  await page.goto(url);
  const [title, system] = name.split('.*');
  const start = page
    .getByRole('region', { name: /Lessons|First time/ })
    .getByRole('button', { name: new RegExp(title ?? '') });
  await (system === undefined ? start.first() : start.filter({ hasText: system }).first()).click();
  await lesson(page).waitFor();
  const { opened, seat } = await tableOf(page);
  const { setup } = await sight(opened, seat);
  const steps = ((await (await fetch(`${url}/api/guide/${setup.system}/${setup.scenario}`)).json()) as Guide).steps;
  const times = new Map<string, number>();
  let met = -1;
  let last = false;
  for (let n = 0; n < ANSWERS && !last; n += 1) {
    // The computer answers; then the page shows what this seat is asked.
    await expect
      .poll(
        async () => {
          const { asked, over } = await sight(opened, seat);
          return over || (asked['rests-in'] === 'questions' && asked.questions.some((one) => one.seat === seat));
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    const seen = await sight(opened, seat);
    if (seen.over) break;
    await caughtUp(page, opened, seat);
    const said = await lesson(page).innerText();
    const [, at, of] = /(\d+) of (\d+)/.exec(said) ?? [];
    last = at !== undefined && at === of;
    if (Number(at) !== met) {
      met = Number(at);
      const point = (await page.locator('.app').getAttribute('data-point')) ?? null;
      await holds(page, `${name}, step ${at}`, async () => point);
      await page.setViewportSize(DESKTOP);
    }
    if (last) break;
    const next = lesson(page).getByRole('button', { name: 'Next' });
    const waits = (await lesson(page).getByText('Play on').count()) > 0;
    // A step to read is passed with a click, one to do by doing it, and one that is over has nothing to pass.
    expect(await next.count(), `step ${at}`).toBe(steps[met - 1]?.read && !waits ? 1 : 0);
    if ((await next.count()) > 0) {
      await next.click();
      continue;
    }
    const kind = seen.asked['rests-in'] === 'questions' ? (seen.asked.questions[0]?.kind ?? '') : '';
    const before = times.get(kind) ?? 0;
    times.set(kind, before + 1);
    const point = (await page.locator('.app').getAttribute('data-point')) ?? null;
    await act(opened, seat, answer(seen, point, before).action);
  }
  expect(last, `the last step came; the last one seen was ${met}`).toBe(true);
});
