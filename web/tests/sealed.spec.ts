// A game the client has no code for: hidden cards, secret bids, two boards. Played to its end at one screen.

import { afterEach, expect, test } from 'vitest';
import { act, answered, noErrors, open, person, prompt, sight, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('the probe game is played through with a curtain between the players', async () => {
  const lobby = (await (await fetch(`${url}/api/lobby`)).json()) as {
    systems: { id: string; scenarios: { scenario: string }[] }[];
  };
  const scenario = lobby.systems.find((system) => system.id === 'probe-sealed')?.scenarios[0]?.scenario ?? '';
  const opened = await open(`probe-sealed/${scenario}`, ['person', 'person']);
  const page = await person();
  for (const seat of [0, 1]) {
    await page.goto('about:blank');
    await page.goto(`${url}/t/${opened.table}#seat=${opened.tokens[seat] ?? ''}`);
    await page.locator('.app').waitFor();
  }
  const curtain = page.getByRole('dialog', { name: /Pass the screen to/ });
  const list = page.getByRole('button', { name: /List (all|the one)/ });
  const openList = page.getByRole('button', { name: 'Hide the list' });
  for (let answers = 0; answers < 400 && !(await sight(opened, null)).over; answers += 1) {
    // The seat that is asked takes the screen; the other's hand is not on it.
    await curtain.or(list).or(openList).first().waitFor();
    if (await curtain.isVisible()) {
      await curtain.getByRole('button', { name: /^I am / }).click();
      await curtain.waitFor({ state: 'hidden' });
    }
    await list.or(openList).first().waitFor();
    if (await list.isVisible()) await list.click();
    // The next look must not find the question that was just answered.
    const choice = page.getByRole('region', { name: 'Choices' }).getByRole('button').first();
    await answered(page, () => choice.click());
  }
  expect((await sight(opened, null)).over).toBe(true);
  await prompt(page).or(page.locator('.end')).first().waitFor();
  await page.locator('.end').waitFor();
});

test('a watcher never sees what is hidden', async () => {
  const lobby = (await (await fetch(`${url}/api/lobby`)).json()) as {
    systems: { id: string; scenarios: { scenario: string }[] }[];
  };
  const scenario = lobby.systems.find((system) => system.id === 'probe-sealed')?.scenarios[0]?.scenario ?? '';
  const opened = await open(`probe-sealed/${scenario}`, ['person', 'person']);
  const watcher = await person();
  const frames: string[] = [];
  watcher.on('websocket', (socket) => socket.on('framereceived', (frame) => frames.push(String(frame.payload))));
  await watcher.goto(`${url}/t/${opened.table}`);
  await watcher.locator('.app').waitFor();
  const choice = (await sight(opened, 0)).choices[0]?.action ?? '';
  expect(choice).toMatch(/^keep /);
  await act(opened, 0, choice);
  await act(opened, 1, (await sight(opened, 1)).choices[0]?.action ?? '');
  await expect.poll(() => frames.length).toBeGreaterThan(2);
  const word = choice.split(' ')[1] ?? '';
  expect(frames.join('\n')).not.toContain(`keep ${word}`);
});
