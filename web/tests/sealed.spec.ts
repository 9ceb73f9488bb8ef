// A game the client has no code for: hidden cards, secret bids, two boards. Played to its end at one screen.

import { afterEach, expect, test } from 'vitest';
import { act, noErrors, open, person, prompt, sight, url, withBrowser } from './people';

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
  for (let answers = 0; answers < 400; answers += 1) {
    const [first, second] = [await sight(opened, 0), await sight(opened, 1)];
    if (first.over) break;
    const seat = first.choices.length > 0 ? 0 : 1;
    const mine = seat === 0 ? first : second;
    // Whoever is to choose takes the screen; the other's hand is not on it.
    const curtain = page.getByRole('dialog', { name: /Pass the screen to/ });
    const button = page.getByRole('button', { name: /^I am / });
    await expect
      .poll(
        async () => {
          if (await curtain.isVisible()) await button.click();
          return page.getByRole('button', { name: /List (all|the one)|Hide the list/ }).isVisible();
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    const list = page.getByRole('button', { name: /List (all|the one)/ });
    if (await list.isVisible()) await list.click();
    const choices = page.getByRole('region', { name: 'Choices' });
    const before = mine.number + (seat === 0 ? second : first).number;
    await choices.getByRole('button').first().click();
    await expect
      .poll(async () => (await sight(opened, 0)).number + (await sight(opened, 1)).number, { timeout: 20_000 })
      .toBeGreaterThan(before);
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
