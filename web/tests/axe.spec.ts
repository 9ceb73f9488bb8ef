// What axe finds in every room of the house, in both themes.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Book } from '../src/wire';
import { act, asked, expected, noErrors, open, PHONE, person, post, sight, sit, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Found = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] };

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const found = await page.evaluate(
    async () =>
      (await (window as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } }).axe.run()).violations,
  );
  return (found as Found[])
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id}: ${one.nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join(' | ')}`);
}

test.each(['light', 'dark'] as const)('no serious findings in %s', async (scheme) => {
  const page = await person();
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(url);
  await page
    .getByRole('button', { name: /Play the computer/ })
    .first()
    .waitFor();
  expect(await serious(page), 'lobby').toEqual([]);

  const opened = await open('yukimura/yao', ['person', 'person']);
  await act(opened, 0, 'move ii_R1');
  await sit(page, opened, 0);
  expect(await serious(page), 'table').toEqual([]);
  for (const tab of ['Rules', 'Charts', 'Chat', 'Table']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel').waitFor();
    expect(await serious(page), tab).toEqual([]);
  }
});

test.each(['light', 'dark'] as const)('nor on the pages to read, nor on the victory sheet, in %s', async (scheme) => {
  const page = await person();
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const book = (await (await fetch(`${url}/api/rules/yukimura`)).json()) as Book;
  const [name] = book.chapters.flatMap((chapter) => chapter.rules).flatMap((rule) => rule.examples)[0] ?? [''];
  const pages: [string, string][] = [
    ['/rules/yukimura', '.rule'],
    [`/examples/yukimura/${name}`, '.stage.ready'],
    ['/verify', 'input[type=file]'],
  ];
  for (const [path, shown] of pages) {
    await page.goto(url + path);
    await page.locator(shown).first().waitFor({ state: 'attached' });
    expect(await serious(page), path).toEqual([]);
  }
  const opened = await open('ageofwar/sunagawa', ['person', 'person']);
  await sit(page, opened, 0);
  await post(opened, 0, 'resign', { after: (await sight(opened, 0)).number });
  await page.getByRole('dialog', { name: /wins$/ }).getByRole('heading', { name: 'Losses' }).waitFor();
  expect(await serious(page), 'victory sheet').toEqual([]);
});

test('nor on a phone', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person({ screen: PHONE, touch: true });
  await sit(page, opened, 0);
  expect(await serious(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)('nor beside the command boxes of a force in %s', async (scheme) => {
  const opened = await open('gunyuden/shizugatake', ['person', 'person']);
  await act(opened, 0, 'rest 5416', 'organise 1623', 'fill hashiba_hideyoshi');
  const page = await person();
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await sit(page, opened, 0);
  await page.getByRole('region', { name: 'Force of Hashiba Hideyoshi' }).waitFor();
  expect(await serious(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'nor in the dialogs of the lobby, nor on pages that lead nowhere, in %s',
  async (scheme) => {
    const page = await person();
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(url);
    const tile = page.locator('article[data-scenario="yukimura/yao"]');
    const dialogs = [
      page.getByRole('button', { name: 'Settings' }),
      page.getByRole('button', { name: 'Account' }),
      page.getByRole('button', { name: 'Join by link' }),
      tile.getByRole('button', { name: 'New table' }),
    ];
    for (const button of dialogs) {
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await serious(page), (await dialog.getAttribute('aria-label')) ?? '').toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    for (const path of ['/nowhere', '/t/abcdefghij', '/notices']) {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await serious(page), path).toEqual([]);
    }
    expected(/404/);
  },
);

const TABLES = ['gunyuden/shizugatake', 'summits/tennozan', 'daimyo/sunagawa', 'ageofwar/sunagawa'];

test.each(TABLES)(
  'nor at the table of %s, with its threats, its list, and for someone who watches',
  async (scenario) => {
    const opened = await open(scenario, ['person', 'person']);
    for (const scheme of ['light', 'dark'] as const) {
      const page = await person();
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await sit(page, opened, 0);
      expect(await serious(page), scheme).toEqual([]);
      await page.keyboard.press('t');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      expect(await serious(page), `keys in ${scheme}`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const watcher = await person();
      await watcher.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await watcher.goto(`${url}/t/${opened.table}`);
      await asked(watcher, /./);
      expect(await serious(watcher), `watching in ${scheme}`).toEqual([]);
    }
  },
);
