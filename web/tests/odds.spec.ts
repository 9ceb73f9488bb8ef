// Odds at the pointer: a choice that leads to dice shows its forecast before it is made, inside fights too.

import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Choice, Opened, SaidForecast, Sight } from '../src/wire';
import { act, noErrors, open, person, post, sight, sit, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

/** Kinds of questions with odds that are looked at in each game, and inputs that are played for them. */
const KINDS = 3;
const INPUTS = 260;
/** A wide forecast stands this near to what it is about, in pixels. */
const NEAR = 460;

/** Always the same numbers, so that a game can be played again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Found = { seat: number; kind: string; choice: Choice; odds: SaidForecast };

/** Choices a pointer can rest on: one on a thing of the board, or a button of the dock. */
const pointable = (seen: Sight): Choice[] =>
  seen.choices.filter((choice) => (choice.cards ?? []).length === 0 && !choice.tie?.startsWith('card:'));

async function oddsOf(opened: Opened, seat: number, choice: Choice): Promise<SaidForecast | null> {
  const answer = await post(opened, seat, 'odds', { actions: [choice.action], until_question: false });
  if (!answer.ok) return null;
  return ((await answer.json()) as { odds: SaidForecast | null }).odds;
}

/** Plays on until a question of a new kind has a choice whose end the dice decide. */
async function next(opened: Opened, met: Set<string>, below: (n: number) => number): Promise<Found | null> {
  for (;;) {
    const { asked, number } = await sight(opened, null);
    const seat = asked['rests-in'] === 'questions' ? asked.questions[0]?.seat : undefined;
    if (seat === undefined || number > INPUTS) return null;
    const seen = await sight(opened, seat);
    const kind = seen.asked['rests-in'] === 'questions' ? (seen.asked.questions[0]?.kind ?? '') : '';
    const calm = pointable(seen).filter((choice) => choice.warning == null);
    if (!met.has(kind)) {
      for (const choice of calm.slice(0, 2)) {
        const odds = await oddsOf(opened, seat, choice);
        if (odds === null || odds.outcomes.length < 2) continue;
        met.add(kind);
        return { seat, kind, choice, odds };
      }
    }
    // Fights come of going on: an order to end comes last.
    const all = seen.choices.filter((choice) => choice.warning == null);
    const bold = all.filter((choice) => !/^(button:)?(pass|done|end|no |stop)/.test(choice.tie ?? choice.action));
    const from = bold.length > 0 && below(4) > 0 ? bold : all.length > 0 ? all : seen.choices;
    await act(opened, seat, from[below(from.length)]?.action ?? '');
  }
}

/** Where the pointer must rest for a choice. */
function target(page: Page, choice: Choice): Locator {
  const [kind, id] = [choice.tie?.split(':')[0], choice.tie?.split(':').slice(1).join(':')];
  if (kind === 'piece') return page.locator(`.layers [data-piece="${id}"]`).first();
  return page.locator('.prompt .acts').getByRole('button', { name: choice.text, exact: false }).first();
}

test.each(['ageofwar/sunagawa'])(
  'the forecast appears at the pointer in fights of %s',
  { timeout: 600_000 },
  async (scenario) => {
    const opened = await open(scenario, ['person', 'person']);
    const below = numbers(17);
    const met = new Set<string>();
    let looked = 0;
    while (looked < KINDS) {
      const found = await next(opened, met, below);
      if (found === null) break;
      const { seat, choice, odds } = found;
      // Places and spots are drawn without an element of their own; pieces and buttons have one.
      if (choice.tie != null && !/^(piece|button):/.test(choice.tie)) continue;
      const page = await person();
      await sit(page, opened, seat);
      await whole(page);
      const on = target(page, choice);
      await on.waitFor({ state: 'attached' });
      const box = await on.boundingBox();
      expect(box, `${choice.action} of ${found.kind} is on the screen`).not.toBeNull();
      const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2];
      await page.mouse.move(x - 3, y - 3);
      await page.mouse.move(x, y);
      const panel = page.getByRole('region', { name: 'Odds' });
      await panel.filter({ hasText: '%' }).waitFor();
      const likely = odds.outcomes[0]?.text ?? '';
      await panel.filter({ hasText: likely }).waitFor();
      const place = await panel.boundingBox();
      const away = Math.max(place!.x - x, x - (place!.x + place!.width), place!.y - y, y - (place!.y + place!.height));
      expect(away, `${choice.action} of ${found.kind}: the forecast stands beside the pointer`).toBeLessThan(NEAR);
      await page.context().close();
      looked += 1;
      await act(opened, seat, choice.action);
    }
    expect(looked, `kinds with odds: ${[...met].join(', ')}`).toBeGreaterThanOrEqual(2);
  },
);
