// Odds at the pointer: a choice that leads to dice shows its forecast before it is made, inside fights too.

import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Choice, Opened, SaidForecast, Sight } from '../src/wire';
import { act, noErrors, open, openAt, person, post, sight, sit, whole, withBrowser } from './people';

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

/** The pointer rests on a choice, and its forecast stands beside it. */
async function shows(opened: Opened, seat: number, choice: Choice, odds: SaidForecast): Promise<void> {
  const page = await person();
  await sit(page, opened, seat);
  await whole(page);
  const on = target(page, choice);
  await on.waitFor({ state: 'attached' });
  const box = await on.boundingBox();
  expect(box, `${choice.action} is on the screen`).not.toBeNull();
  const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2];
  await page.mouse.move(x - 3, y - 3);
  await page.mouse.move(x, y);
  const panel = page.getByRole('region', { name: 'Odds' });
  await panel.filter({ hasText: '%' }).waitFor();
  const likely = odds.outcomes[0]?.text ?? '';
  await panel.filter({ hasText: likely }).waitFor();
  const place = await panel.boundingBox();
  const away = Math.max(place!.x - x, x - (place!.x + place!.width), place!.y - y, y - (place!.y + place!.height));
  expect(away, `${choice.action}: the forecast stands beside the pointer`).toBeLessThan(NEAR);
  await page.context().close();
}

/** A worked example: where it begins, what is done and thrown in it. */
type Example = { scenario: string; position: string; steps: { seat: number; action: string }[]; dice: number[] };

function example(name: string): Example {
  const [system, file] = name.split('/') as [string, string];
  const text = readFileSync(new URL(`../../data/${system}/examples/${file}.toml`, import.meta.url), 'utf8');
  const [head, rest] = text.split('[position]\n') as [string, string];
  const position = (rest.split(/^\[expect/m)[0] ?? '').replaceAll('[position.', '[').replaceAll(/^#.*$/gm, '');
  const scenario = /^scenario = "(.*)"$/m.exec(head)?.[1] ?? '';
  const dice = /^dice = \[([^\]]*)\]/m.exec(head)?.[1] ?? '';
  const steps = [...head.matchAll(/\{ seat = (\d), action = "([^"]*)" \}/g)];
  return {
    scenario: `${system}/${scenario}`,
    position,
    steps: steps.map(([, seat, action]) => ({ seat: Number(seat), action: action ?? '' })),
    dice: (dice.match(/\d+/g) ?? []).map(Number),
  };
}

/** Enters the next dice of an example until somebody is asked. */
async function enter(opened: Opened, dice: number[]): Promise<void> {
  for (;;) {
    const { asked, number } = await sight(opened, 0);
    if (asked['rests-in'] !== 'roll') return;
    const answer = await post(opened, asked.seat, 'dice', { pips: dice.splice(0, asked.dice), after: number });
    expect(answer.status, await answer.clone().text()).toBe(200);
  }
}

/** A question inside a fight: a worked example that comes to it, after how many of its steps, who is asked, and a choice. */
const FIGHTS: readonly [what: string, example: string, steps: number, seat: number, action: string][] = [
  ['check an attacker', 'yukimura/10-3-1-A-odds-inside-the-fight', 2, 0, 'check mizuno_F1'],
  ['consent to a battle', 'gunyuden/24-1-8-accept-odds', 2, 1, 'accept'],
  ['lift a surround', 'gunyuden/18-4-2-lift', 2, 0, 'lift hori_hidemasa'],
  ['fight on', 'gunyuden/24-2-5-odds', 3, 0, 'fight'],
  ['storm at once', 'gunyuden/17-1-2-odds', 2, 0, 'assault hori_hidemasa'],
  ['accept a challenge', 'ageofwar/A-33-3-the-duel', 1, 1, 'accept'],
  ['throw in a duel', 'ageofwar/A-33-3-the-duel', 3, 0, 'roll'],
  ['stand', 'ageofwar/A-31-2-routs', 1, 1, 'stand'],
  ['withdraw', 'ageofwar/A-31-2-routs', 1, 1, 'withdraw rear'],
  ['stand against a charge', 'daimyo/06-5-retires', 1, 1, 'stand'],
  ['meet a charge', 'daimyo/06-5-counter-charge', 1, 1, 'counter-charge r6'],
  ['accept a challenge', 'daimyo/08-11-a-challenge', 1, 1, 'accept'],
  ['fire', 'daimyo/D-FIR-5-a-stand-falls', 0, 0, 'fire r2'],
  ['attack', 'summits/08-0-3-pooled-damage', 2, 0, 'attack'],
  ['strike', 'summits/08-0-2a-supporters-are-named-first', 4, 1, 'strike saito 4'],
];

test.each(FIGHTS)('the forecast appears at the pointer: %s (%s)', async (_, name, steps, seat, action) => {
  const told = example(name);
  const opened = await openAt(told.scenario, told.position);
  await enter(opened, told.dice);
  for (const step of told.steps.slice(0, steps)) {
    await act(opened, step.seat, step.action);
    await enter(opened, told.dice);
  }
  const choice = (await sight(opened, seat)).choices.find((listed) => listed.action === action);
  expect(choice, `${action} is listed`).toBeDefined();
  const odds = await oddsOf(opened, seat, choice!);
  expect(odds?.states ?? 0, `${action} leads to dice`).toBeGreaterThan(0);
  await shows(opened, seat, choice!, odds!);
});

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
      await shows(opened, seat, choice, odds);
      looked += 1;
      await act(opened, seat, choice.action);
    }
    expect(looked, `kinds with odds: ${[...met].join(', ')}`).toBeGreaterThanOrEqual(2);
  },
);
