// The first three turns at all six sizes: whatever is asked can be seen and pressed.

import { afterEach, expect, test } from 'vitest';
import type { Choice, Opened, Sight } from '../src/wire';
import { holds } from './layout';
import { act, noErrors, open, person, sight, sit, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

const GAMES = ['yukimura/yao', 'gunyuden/shizugatake', 'daimyo/sunagawa', 'summits/tennozan', 'ageofwar/sunagawa'];
const ENDS = /^(button:)?(done|end|pass|stop)/;
const TURNS = 3;
/** So many questions of a kind are answered in a turn before its phase is ended. */
const ACTS = 2;

const seatAsked = (seen: Sight): number | null =>
  seen.asked['rests-in'] === 'questions' ? (seen.asked.questions[0]?.seat ?? null) : null;

function pick(choices: readonly Choice[], done: number): Choice {
  const calm = choices.filter((choice) => choice.warning == null);
  const ends = calm.find((choice) => ENDS.test(choice.tie ?? choice.action));
  const others = calm.filter((choice) => choice !== ends);
  const picked = done >= ACTS && ends !== undefined ? ends : (others[(done * 7) % Math.max(1, others.length)] ?? ends);
  return picked ?? (choices[0] as Choice);
}

/** Answers for whichever seat is asked until one is asked something new in the first three turns. */
async function goOn(opened: Opened, met: Set<string>, done: Map<string, number>): Promise<number | null> {
  for (let n = 0; n < 600; n += 1) {
    const seen = await sight(opened, null);
    const seat = seatAsked(seen);
    if (seat === null || seen.clock > TURNS) return null;
    const own = await sight(opened, seat);
    const kind = own.asked['rests-in'] === 'questions' ? (own.asked.questions[0]?.kind ?? '') : '';
    const key = `${own.clock} ${kind} ${seat}`;
    if (!met.has(`${own.clock} ${kind}`)) {
      met.add(`${own.clock} ${kind}`);
      return seat;
    }
    done.set(key, (done.get(key) ?? 0) + 1);
    await act(opened, seat, pick(own.choices, done.get(key) ?? 0).action);
  }
  return null;
}

test.each(GAMES)('nothing covers what is asked in the first turns of %s', { timeout: 1_800_000 }, async (scenario) => {
  const opened = await open(scenario, ['person', 'person'], { shared_dice: false });
  const pages = [await person(), await person()];
  for (const seat of [0, 1]) await sit(pages[seat]!, opened, seat);
  const [met, done] = [new Set<string>(), new Map<string, number>()];
  for (;;) {
    const seat = await goOn(opened, met, done);
    if (seat === null) break;
    const page = pages[seat]!;
    const seen = await sight(opened, seat);
    await page.locator(`[data-shown="${seen.number}"]`).waitFor({ state: 'attached' });
    const piece = seen.choices.find((choice) => choice.tie?.startsWith('piece:'));
    await holds(page, [...met].at(-1) ?? '', async () => {
      if (piece === undefined) return 'prompt';
      // N rings a piece that may be chosen and brings it into view.
      await page.keyboard.press('n');
      return page.locator('.gunbai-board').getAttribute('data-cursor');
    });
  }
  const { clock, over } = await sight(opened, null);
  expect(over || clock > TURNS, `the first ${TURNS} turns are over; it is turn ${clock}`).toBe(true);
});
