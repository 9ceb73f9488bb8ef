// What must hold of the layout of a table at every size: nothing covers anything, and what is pointed at can be pressed.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SIZES } from './people';

/** Faults of the layout as it stands, each in a sentence. */
async function faults(page: Page, point: string | null): Promise<string[]> {
  return page.evaluate((point) => {
    const said: string[] = [];
    const { clientWidth: wide, clientHeight: high, scrollWidth } = document.documentElement;
    if (scrollWidth > wide) said.push(`the page is ${scrollWidth - wide} px too wide`);
    const boxOf = (one: Element) => one.getBoundingClientRect();
    const middleOf = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

    // The parts of the grid.
    const parts = [...document.querySelectorAll('.app > *')].filter((one) => boxOf(one).width > 0);
    for (const [n, one] of parts.entries()) {
      const a = boxOf(one);
      if (a.left < -1 || a.top < -1 || a.right > wide + 1 || a.bottom > high + 1) {
        said.push(`${one.className} sticks out of the page`);
      }
      for (const other of parts.slice(n + 1)) {
        const b = boxOf(other);
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) said.push(`${one.className} and ${other.className} overlap`);
      }
    }
    const map = document.querySelector('.mapbox');
    const share = map === null ? 0 : (boxOf(map).width * boxOf(map).height) / (wide * high);
    if (share < 0.4) said.push(`the board has ${Math.round(100 * share)} % of the page`);

    // Every button of the question is where it seems to be.
    const buttons = [...document.querySelectorAll('.dock .prompt button, .tabs button, .lesson button')];
    for (const button of buttons) {
      const box = boxOf(button);
      if (box.width === 0) continue;
      if (!button.matches('.dock .prompt button')) button.scrollIntoView({ block: 'nearest' });
      const { x, y } = middleOf(boxOf(button));
      const found = document.elementFromPoint(x, y);
      if (found === null || !button.contains(found)) {
        said.push(`«${button.textContent?.trim()}» is covered by ${found?.className ?? 'nothing: it is off the page'}`);
      }
    }

    // What is pointed at.
    if (point === 'prompt') {
      const question = document.querySelector('.prompt h2');
      const { x, y } = middleOf(boxOf(question ?? document.body));
      if (question?.contains(document.elementFromPoint(x, y)) !== true) said.push('the question is covered');
    } else if (point !== null && /^(piece|place):/.test(point)) {
      const ring = document.querySelector('.layers .ring path:last-child');
      if (ring === null) {
        said.push(`${point} is not ringed`);
      } else {
        const { x, y } = middleOf(boxOf(ring));
        const frame = document.querySelector('.frame');
        const found = document.elementFromPoint(x, y);
        if (frame === null || found !== frame) {
          said.push(`${point} at ${Math.round(x)}, ${Math.round(y)} is covered by ${found?.className ?? 'nothing'}`);
        }
        // The board takes all presses itself: of the pieces drawn there, this one must be the uppermost.
        if (point.startsWith('piece:')) {
          const id = point.slice('piece:'.length);
          const here = [...document.querySelectorAll('.layers [data-piece]')].filter((one) => {
            const box = boxOf(one);
            return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
          });
          const top = here.at(-1);
          const own = document.querySelector(`.layers [data-piece="${id}"]`);
          const pile = own?.getAttribute('data-place');
          const same = top?.getAttribute('data-piece') === id;
          const stacked = pile !== null && pile !== undefined && top?.getAttribute('data-place') === pile;
          if (!same && !stacked) said.push(`${point} lies below ${top?.getAttribute('data-piece') ?? 'the map'}`);
        }
      }
    }
    return said;
  }, point);
}

/** The view has come to rest: two looks show the same. */
async function rested(page: Page): Promise<void> {
  await page.evaluate(() => delete (window as { looks?: unknown }).looks);
  await page.waitForFunction(
    () => {
      const stage = document.querySelector('.stage');
      const board = document.querySelector('.mapbox')?.getBoundingClientRect();
      const view = `${stage === null ? '' : getComputedStyle(stage).transform} ${board?.width} ${board?.height}`;
      const kept = window as { looks?: { view: string; same: number } };
      const same = kept.looks?.view === view ? kept.looks.same + 1 : 1;
      kept.looks = { view, same };
      return same >= 3;
    },
    null,
    { polling: 60 },
  );
}

/** At all six sizes: no fault. `ring` makes the table point at something; the answer is what it pointed at. */
export async function holds(page: Page, what: string, ring: (page: Page) => Promise<string | null>): Promise<void> {
  const all: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await rested(page);
    const point = await ring(page);
    await rested(page);
    all.push(...(await faults(page, point)).map((fault) => `${what}, ${size.width} × ${size.height}: ${fault}`));
  }
  expect(all).toEqual([]);
}
