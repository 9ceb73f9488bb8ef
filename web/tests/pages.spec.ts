// Pages with addresses of their own: the rulebook, worked examples, records to verify.

import { afterEach, expect, test } from 'vitest';
import type { Book } from '../src/wire';
import { noErrors, open, person, sit, url, withBrowser } from './people';

withBrowser();
afterEach(noErrors);

test('a rule is reached by its address, and leads to its example and back', async () => {
  const page = await person();
  await page.goto(`${url}/rules/yukimura#9-2`);
  const marked = page.locator('.rule.marked');
  await marked.waitFor();
  expect(await marked.getAttribute('data-rule')).toBe('9-2');
  const box = await marked.boundingBox();
  expect(box!.y).toBeGreaterThan(0);
  expect(box!.y).toBeLessThan(900);
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').first().waitFor();
  await page.getByRole('button', { name: 'Print' }).waitFor();

  const book = (await (await fetch(`${url}/api/rules/yukimura`)).json()) as Book;
  const shown = book.chapters.flatMap((chapter) => chapter.rules).find((rule) => rule.examples.length > 0);
  const [name, title] = shown?.examples[0] ?? ['', ''];
  await page
    .locator(`[data-rule="${shown?.id}"]`)
    .getByRole('link', { name: `Example: ${title}` })
    .first()
    .click();
  await page.waitForURL(`${url}/examples/yukimura/${name}`);
  await page.getByRole('heading', { name: title }).waitFor();
  await page.locator('.stage.ready').waitFor({ state: 'attached' });
  await page
    .getByRole('link', { name: /^rule / })
    .first()
    .click();
  await page.waitForURL(/\/rules\/yukimura#/);
});

test('the rulebook beside the board opens in a window of its own', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await sit(page, opened, 0);
  await page.getByRole('tab', { name: 'Rules' }).first().click();
  const window = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Own window' }).click();
  const book = await window;
  await book.waitForURL(`${url}/rules/yukimura`);
  await book.getByRole('heading', { level: 1, name: /rulebook/ }).waitFor();
});

test('print shows the text alone', async () => {
  const page = await person();
  await page.goto(`${url}/rules/daimyo`);
  await page.locator('.rule').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
});

test('the record of a table is verified at its own address', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const page = await person();
  await page.goto(`${url}/verify?table=${opened.table}`);
  await page.getByRole('heading', { level: 1, name: 'Verify a record' }).waitFor();
  await page.getByRole('heading', { name: `It holds: table ${opened.table}` }).waitFor();
});
