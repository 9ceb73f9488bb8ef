// A turn of Yao by clicks, with the clicks counted.

import { afterEach, describe, expect, test } from 'vitest';
import type { Opened } from '../src/wire';
import { act, asked, Hand, log, noErrors, open, person, post, sight, sit, stands, whole, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

describe('Yao by mouse', () => {
  test('a unit is moved by two clicks, and a phase ended by one', async () => {
    const opened = await open('yukimura/yao', ['person', 'person']);
    const page = await person();
    await sit(page, opened, 0);
    await whole(page);
    await asked(page, 'East moves');
    const hand = new Hand(page);

    await hand.piece('ii_R1');
    await asked(page, 'Where does Ii riflemen 1 go?');
    const to = (await sight(opened, 0)).choices.find((choice) => choice.tie?.startsWith('place:') && choice.cost === 2);
    const label = to?.tie?.slice('place:'.length) ?? '';
    await hand.hex(label);
    await asked(page, 'East moves');
    await stands(page, 'ii_R1', label);
    expect(hand.clicks).toBe(2);
    expect(await log(page)).toContain(`Ii riflemen 1 moves to`);

    hand.clicks = 0;
    await hand.button(/end the phase/i);
    await asked(page, /Osaka/);
    expect(hand.clicks).toBe(1);
    expect((await sight(opened, 0)).asked).toMatchObject({ 'rests-in': 'questions', questions: [{ seat: 1 }] });
  });

  test('an attack by all adjacent takes at most three', async () => {
    const opened = await open('yukimura/yao', ['person', 'person']);
    const target = await upToAnAttackOfSeveral(opened);
    const page = await person();
    await sit(page, opened, 0);
    await whole(page);
    await asked(page, 'East fires');
    const before = (await sight(opened, 0)).number;
    const hand = new Hand(page);
    await hand.piece(target);
    await asked(page, 'Who fires');
    await hand.button(/everyone who can/i);
    await page
      .getByRole('log', { name: 'Log' })
      .filter({ hasText: /\d+ units, .* fire at/ })
      .waitFor();
    expect(hand.clicks).toBeLessThanOrEqual(3);
    // Dice have fallen, and the log shows them.
    expect((await sight(opened, 0)).number).toBeGreaterThan(before + 2);
    await page
      .getByRole('log', { name: 'Log' })
      .getByRole('img', { name: /^die \d/ })
      .nth(1)
      .waitFor();
  });

  test('the whole movement phase of the East takes at most seventy', async () => {
    const opened = await open('yukimura/yao', ['person', 'person']);
    const page = await person();
    await sit(page, opened, 0);
    await whole(page);
    const hand = new Hand(page);
    let moved = 0;
    for (;;) {
      const seen = await sight(opened, 0);
      const pick = seen.choices.find((choice) => choice.action.startsWith('move ') && choice.warning == null);
      if (pick === undefined) break;
      const unit = pick.tie?.slice('piece:'.length) ?? '';
      await hand.piece(unit);
      await asked(page, 'Where does');
      const there = (await sight(opened, 0)).choices.filter((choice) => choice.tie?.startsWith('place:'));
      const label = there.toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))[0]?.tie?.slice('place:'.length) ?? '';
      await hand.hex(label);
      await stands(page, unit, label);
      await asked(page, 'East moves');
      moved += 1;
    }
    await hand.button(/end the phase/i);
    await asked(page, /Osaka/);
    expect(moved).toBe(31);
    expect(hand.clicks).toBeLessThanOrEqual(70);
  });

  test('the choice under the pointer shows its exact odds before it is made', async () => {
    const opened = await open('yukimura/yao', ['person', 'person']);
    const target = await upToAnAttackOfSeveral(opened);
    await act(opened, 0, `target ${target}`);
    const page = await person();
    await sit(page, opened, 0);
    await page
      .locator('.prompt')
      .getByRole('button', { name: /everyone who can/i })
      .hover();
    const odds = page.getByRole('region', { name: 'Odds' });
    await odds.waitFor();
    const text = await odds.innerText();
    expect(text).toContain('exact');
    expect(text).toMatch(/\d+\/\d+/);
    expect(text).toContain('habit');
    expect(text).toMatch(/reconstructed/i);
  });
});

/** Brings two riflemen of Ii next to one enemy and lets Osaka hold its fire; returns the enemy. */
async function upToAnAttackOfSeveral(opened: Opened): Promise<string> {
  for (const unit of ['ii_R1', 'ii_R2', 'ii_R3']) {
    await act(opened, 0, `move ${unit}`);
    const near = (await sight(opened, 0)).choices.filter((choice) => choice.tie?.startsWith('place:'));
    // Kimura stands to the north: as far up the map as it goes.
    const rows = near.map((choice) => ({
      action: choice.action,
      row: Number(choice.tie?.slice(-2)),
      column: Number(choice.tie?.slice(6, 8)),
    }));
    const to = rows.toSorted((a, b) => a.row - b.row || Math.abs(a.column - 28) - Math.abs(b.column - 28))[0];
    await act(opened, 0, to?.action ?? '');
  }
  await act(opened, 0, 'done');
  for (;;) {
    const seen = await sight(opened, 0);
    if (seen.asked['rests-in'] !== 'questions') throw new Error('a question was expected');
    const question = seen.asked.questions[0];
    if (question?.seat === 1) {
      await act(opened, 1, 'done');
      continue;
    }
    expect(question?.kind).toBe('ask-fire');
    for (const choice of seen.choices.filter((one) => one.action.startsWith('target '))) {
      await act(opened, 0, choice.action);
      const next = await sight(opened, 0);
      const several = next.choices.some((one) => one.action === 'all');
      if (next.asked['rests-in'] !== 'questions') break;
      const back = await post(opened, 0, 'undo', { to: seen.number, after: next.number });
      expect(back.status).toBe(200);
      if (several) return choice.action.slice('target '.length);
    }
    throw new Error('nobody can be fired at by two');
  }
}
