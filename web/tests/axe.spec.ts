// What axe finds in every room of the house, in both themes.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Book } from '../src/wire';
import { act, noErrors, open, PHONE, person, post, sight, sit, url, withBrowser } from './people';

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
