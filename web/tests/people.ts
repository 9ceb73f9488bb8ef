// People at a table: a browser, what they see on the board, and where to click.

import { createHash } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { NewTable, Opened, Sight, Sitter } from '../src/wire';

export const url: string = process.env.GUNBAI_URL ?? '';
if (url === '') throw new Error('GUNBAI_URL is not set; start these tests with `cargo test -p browser`');

/** Nothing takes so long, however busy the machine is. */
export const PATIENCE = 30_000;

let browser: Browser;

/** Each file of tests has one browser. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
  });
  afterAll(() => browser.close());
}

export type Screen = { width: number; height: number };
/** The six sizes of the layout. */
export const SIZES: readonly Screen[] = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
];
export const DESKTOP: Screen = { width: 1440, height: 900 };
export const PHONE: Screen = { width: 390, height: 844 };

/** Someone with a browser of his own. Motion is reduced unless a test is about it: what is done is shown at once. */
export async function person({
  screen = DESKTOP,
  touch = false,
  motion = false,
  guide = false,
  asks = false,
} = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    viewport: screen,
    hasTouch: touch,
    reducedMotion: motion ? 'no-preference' : 'reduce',
  });
  // The guide is for newcomers; most people here have left it. Nor do they want to be asked before a phase ends.
  await context.addInitScript(
    ({ guide, asks }) => {
      if (location.protocol !== 'http:') return;
      if (!guide) localStorage.setItem('gunbai.guide', '{"off":true}');
      if (!asks && localStorage.getItem('gunbai.settings') === null) {
        localStorage.setItem('gunbai.settings', '{"askBeforeEnd":false}');
      }
    },
    { guide, asks },
  );
  // The server of the tests has a fixed seed; with a fixed share of this browser shared dice fall the same way, too.
  await context.addInitScript(() => {
    let state = 17;
    crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      if (array === null) return array;
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let n = 0; n < bytes.length; n += 1) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        bytes[n] = state >> 16;
      }
      return array;
    };
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  // Whatever breaks in the page breaks the test.
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return page;
}

const errors: string[] = [];

/** Errors the browser itself reports of answers that a test asks for. */
export function expected(words: RegExp): void {
  const others = errors.filter((error) => !words.test(error));
  expect(others.length).toBeLessThan(errors.length);
  errors.splice(0, errors.length, ...others);
}

export function noErrors(): void {
  expect(errors.splice(0)).toEqual([]);
}

/** Opens a table over HTTP, as a script would. */
export async function open(scenario: string, seats: [Sitter, Sitter], more: Partial<NewTable> = {}): Promise<Opened> {
  const answer = await fetch(`${url}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario, seats, ...more }),
  });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return (await answer.json()) as Opened;
}

/** The same from a position, with dice that are entered: a record of the scenario that begins elsewhere. */
export async function openAt(scenario: string, position: string): Promise<Opened> {
  const plain = await open(scenario, ['person', 'person'], { real_dice: true });
  const record = await (await fetch(`${url}/api/tables/${plain.table}/record`)).text();
  const begun = position
    .trim()
    .split('\n')
    .map((line) => `| ${line.trim()}\n`)
    .join('');
  const header = record.slice(0, record.indexOf('begin ')) + begun;
  const head = createHash('sha256').update(header).digest('hex');
  const answer = await fetch(`${url}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ record: `${header}begin -\nhead ${head}\n`, seats: ['person', 'person'], real_dice: true }),
  });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return (await answer.json()) as Opened;
}

/** Enters the same pips for every die that is wanted, until somebody is asked. */
export async function thrown(opened: Opened, pips: number): Promise<void> {
  for (;;) {
    const { asked, number } = await sight(opened, 0);
    if (asked['rests-in'] !== 'roll') return;
    const answer = await post(opened, asked.seat, 'dice', { pips: Array(asked.dice).fill(pips), after: number });
    expect(answer.status, await answer.clone().text()).toBe(200);
  }
}

export async function sight(opened: Opened, seat: number | null): Promise<Sight> {
  const token = seat === null ? null : opened.tokens[seat];
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const answer = await fetch(`${url}/api/tables/${opened.table}`, headers ? { headers } : {});
  expect(answer.status).toBe(200);
  return (await answer.json()) as Sight;
}

/** Does something over HTTP. */
export async function post(opened: Opened, seat: number, what: string, body: object): Promise<Response> {
  return fetch(`${url}/api/tables/${opened.table}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${opened.tokens[seat] ?? ''}` },
    body: JSON.stringify(body),
  });
}

/** Acts of a seat, one after the other. Where the other has acted in between, it looks again. */
export async function act(opened: Opened, seat: number, ...actions: string[]): Promise<void> {
  for (const action of actions) {
    const say = async () => post(opened, seat, 'act', { action, after: (await sight(opened, seat)).number });
    let answer = await say();
    for (let tries = 0; answer.status === 409 && tries < 20; tries += 1) answer = await say();
    expect(answer.status, `${action}: ${await answer.clone().text()}`).toBe(200);
  }
}

/** Taps with a finger, once. Where no click comes of it, the error says what the page heard instead. */
export async function tap(target: Locator): Promise<void> {
  const heard = await target.evaluateHandle((element) => {
    const events: { type: string; on: string; own: boolean; at: number }[] = [];
    for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu', 'click']) {
      const note = (event: Event) => {
        const on = event.target instanceof Element ? event.target : document.documentElement;
        const words = `${on.tagName} ${on.textContent?.trim().slice(0, 30)}`;
        events.push({ type, on: words, own: element.contains(on), at: Math.round(event.timeStamp) });
      };
      window.addEventListener(type, note, { capture: true });
    }
    return events;
  });
  await target.tap();
  // A click that leads away from the page takes its answer with it.
  const clicked = () => heard.evaluate((events) => events.some((one) => one.type === 'click' && one.own));
  await expect
    .poll(() => clicked().catch(() => true), { timeout: 5000 })
    .toBe(true)
    .catch(async () => {
      throw new Error(`a tap made no click: ${JSON.stringify(await heard.jsonValue())}`);
    });
}

/** Sits down with the link of a seat; several seats at one screen come one after the other. */
export async function sit(page: Page, opened: Opened, ...seats: number[]): Promise<void> {
  for (const seat of seats) {
    // Another address first: a change of the fragment alone does not load the page.
    await page.goto('about:blank');
    await page.goto(`${url}/t/${opened.table}#seat=${opened.tokens[seat] ?? ''}`);
    await prompt(page).waitFor();
  }
  await page.locator('.stage.ready').first().waitFor({ state: 'attached' });
}

/** The whole map in view, and the view at rest. */
export async function whole(page: Page): Promise<void> {
  await page.locator('[data-shown]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Show the whole map' }).click();
  await atRest(page);
}

/** The view at rest: nothing is being shown, and nothing has moved for three looks. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('[data-shown]').waitFor({ state: 'attached' });
  await page.evaluate(() => delete (window as { looks?: unknown }).looks);
  await page.waitForFunction(
    () => {
      const view = getComputedStyle(document.querySelector('.stage') as Element).transform;
      const kept = window as { looks?: { view: string; same: number } };
      const same = kept.looks?.view === view ? kept.looks.same + 1 : 1;
      kept.looks = { view, same };
      return same >= 3;
    },
    null,
    { polling: 100 },
  );
}

/** The page shows what this seat knows to have happened, to the last of it: what is pressed now means what is asked now. */
export async function caughtUp(page: Page, opened: Opened, seat: number): Promise<void> {
  const { number } = await sight(opened, seat);
  await page.locator(`[data-shown="${number}"]`).waitFor({ state: 'attached' });
}

/** Does something once, and waits until the table has answered: another moment, another question, or the end. */
export async function answered(page: Page, deed: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(() => {
    const prompt = document.querySelector('.prompt [role=status]')?.textContent;
    return `${document.querySelector('.app')?.getAttribute('data-shown')} ${prompt}`;
  });
  await deed();
  await page.waitForFunction((before) => {
    if (document.querySelector('.victory, .curtain') !== null) return true;
    const shown = document.querySelector('.app')?.getAttribute('data-shown');
    const now = `${shown} ${document.querySelector('.prompt [role=status]')?.textContent}`;
    return shown != null && now !== before;
  }, before);
}

/** The sentence that says what to do. */
export function prompt(page: Page): Locator {
  return page.locator('.prompt [role=status]').first();
}

export async function asked(page: Page, words: RegExp | string): Promise<void> {
  await prompt(page).filter({ hasText: words }).waitFor();
  await page.locator('[data-shown]').waitFor({ state: 'attached' });
}

/** Where the middle of a hex is on the screen: the geometry of the sheet and the view of the board. */
export async function hexAt(page: Page, label: string): Promise<{ x: number; y: number }> {
  const column = Number(label.slice(0, 2));
  const row = Number(label.slice(2));
  return page.evaluate(
    ({ column, row }) => {
      const stage = document.querySelector('.stage');
      if (!(stage instanceof HTMLElement) || stage.offsetParent === null) throw new Error('no board');
      const parent = stage.offsetParent.getBoundingClientRect();
      const view = new DOMMatrix(getComputedStyle(stage).transform);
      const world = {
        x: 84 + 60 * (Math.sqrt(3) / 2) * (column - 1),
        y: 84 + 60 * (row - 1 + (column % 2 === 0 ? 0.5 : 0)),
      };
      const at = view.transformPoint(new DOMPoint(world.x, world.y));
      return { x: parent.x + at.x, y: parent.y + at.y };
    },
    { column, row },
  );
}

/** Counts the clicks of a person. */
export class Hand {
  clicks = 0;

  constructor(readonly page: Page) {}

  async piece(id: string): Promise<void> {
    await this.at(await middle(this.page.locator(`.layers [data-piece="${id}"]`).first()));
  }

  async hex(label: string): Promise<void> {
    await this.at(await hexAt(this.page, label));
  }

  async button(name: RegExp | string): Promise<void> {
    await this.page.locator('.prompt').getByRole('button', { name }).first().click();
    this.clicks += 1;
  }

  private async at({ x, y }: { x: number; y: number }): Promise<void> {
    await this.page.mouse.click(x, y);
    this.clicks += 1;
  }
}

export async function middle(found: Locator): Promise<{ x: number; y: number }> {
  await found.waitFor({ state: 'attached' });
  const box = await found.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a piece stands, as the board shows it. */
export async function place(page: Page, id: string): Promise<string | null> {
  return page.locator(`.layers [data-piece="${id}"]`).first().getAttribute('data-place');
}

export async function stands(page: Page, id: string, label: string): Promise<void> {
  await page.locator(`.layers [data-piece="${id}"][data-place="${label}"]`).first().waitFor({ state: 'attached' });
}

/** The lines of the log. */
export async function log(page: Page): Promise<string> {
  return (await page.getByRole('log', { name: 'Log' }).first().innerText()).replace(/\s+/g, ' ');
}
