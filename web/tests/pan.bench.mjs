// How smoothly the board pans and zooms: 2,040 hexes, 300 counters, a map as heavy as a real one.
//
//   node tests/pan.bench.mjs                 a vite of its own, a made-up scene
//   node tests/pan.bench.mjs figures         the same, an open table with 40 units of figures
//   node tests/pan.bench.mjs URL             any page with a board on it (a real table, a workbench elsewhere)
//
// Prints milliseconds between animation frames (median, 95 %, worst) while the board is dragged every frame.
// The first row is a page with one moving box and nothing else: what this machine can do just now.

import { cpus, loadavg } from 'node:os';
import { chromium } from 'playwright-core';

const COLUMNS = 60;
const ROWS = 34;
const figures = process.argv[2] === 'figures';
const given = figures ? undefined : process.argv[2];

/** A drawing of about the size and make of /api/map: strokes by the ten thousand in few paths. */
function picture() {
  const [w, h] = [COLUMNS * 51.96 + 160, ROWS * 60 + 346];
  let seed = 5;
  const chance = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const strokes = (n) =>
    Array.from(
      { length: n },
      () =>
        `M${(40 + chance() * (w - 80)).toFixed(1)} ${(40 + chance() * (h - 250)).toFixed(1)}l${(chance() * 12 - 6).toFixed(1)} ${(chance() * 18).toFixed(1)}`,
    ).join('');
  let grid = '';
  for (let c = 0; c < COLUMNS; c += 1) {
    for (let r = 0; r < ROWS; r += 1) {
      const [x, y] = [84 + c * 51.96, 84 + (r + (c % 2 ? 0.5 : 0)) * 60];
      grid += `M${(x - 17.3).toFixed(1)} ${y - 30}l34.6 0l17.3 30l-17.3 30l-34.6 0`;
    }
  }
  const names = Array.from(
    { length: 60 },
    () =>
      `<text x="${(chance() * w).toFixed()}" y="${(chance() * h).toFixed()}" font-size="25" font-weight="700">若江</text>`,
  ).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}"><rect width="${w}" height="${h}" fill="#f1e7d0"/>
    <g fill="none" stroke="#4a3b28">${['.7', '1.1', '1.6'].map((s) => `<path stroke-width="${s}" d="${strokes(7000)}"/>`).join('')}</g>
    <path class="grid" fill="none" stroke="#241e17" stroke-width=".7" d="${grid}"/><g class="names">${names}</g></svg>`;
}

async function startVite() {
  const { createServer } = await import('vite');
  const server = await createServer({ server: { port: 5188 }, logLevel: 'error' });
  await server.listen();
  return server;
}

/** Runs in the page: a drag to and fro for some frames, or a wheel, with the time between frames. */
function measure({ frames, kind }) {
  const frame = document.querySelector('[role=application]');
  const box = frame.getBoundingClientRect();
  const at = (dx, dy) => ({
    bubbles: true,
    cancelable: true,
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    buttons: 1,
    clientX: box.left + box.width / 2 + dx,
    clientY: box.top + box.height / 2 + dy,
  });
  return new Promise((resolve) => {
    const gaps = [];
    let last = 0;
    let n = 0;
    if (kind === 'pan') frame.dispatchEvent(new PointerEvent('pointerdown', { ...at(0, 0), button: 1 }));
    const tick = (now) => {
      if (last) gaps.push(now - last);
      last = now;
      n += 1;
      if (n > frames) {
        if (kind === 'pan') frame.dispatchEvent(new PointerEvent('pointerup', { ...at(0, 0), button: 1 }));
        gaps.sort((a, b) => a - b);
        const part = (p) => Math.round(gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * p))] * 10) / 10;
        resolve({ median: part(0.5), p95: part(0.95), worst: part(1), frames: gaps.length });
        return;
      }
      const [x, y] = [Math.sin(n / 17) * 260, Math.cos(n / 23) * 180];
      if (kind === 'pan') frame.dispatchEvent(new PointerEvent('pointermove', at(x, y)));
      if (kind === 'zoom')
        frame.dispatchEvent(new WheelEvent('wheel', { ...at(x / 3, y / 3), deltaY: Math.sin(n / 12) * 40 }));
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

const vite = given ? null : await startVite();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
if (vite) {
  const body = picture();
  await page.route('**/api/map/*.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  await page.route('**/api/thumbnail/*.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
}
const rows = [];
await page.setContent(
  '<div role="application" style="height:100vh"><div id="box" style="width:600px;height:400px;background:#888;will-change:transform"></div></div>',
);
await page.evaluate(() => {
  document.querySelector('[role=application]').addEventListener('pointermove', (event) => {
    document.getElementById('box').style.transform = `translate(${event.clientX - 300}px,${event.clientY - 200}px)`;
  });
});
rows.push({ name: 'one box, bare page', ...(await page.evaluate(measure, { frames: 240, kind: 'pan' })) });

const scene = figures ? 'scene=table&pieces=40' : `scene=hexes&columns=${COLUMNS}&rows=${ROWS}&pieces=300`;
const url = given ?? `http://localhost:5188/workbench.html?${scene}`;
await page.goto(url);
await page.waitForSelector('[role=application] .picture svg', { state: 'attached', timeout: 60_000 });
await page.waitForTimeout(1500);

const run = async (name, kind, frames = 240) => {
  rows.push({ name, ...(await page.evaluate(measure, { frames, kind })) });
  await page.waitForTimeout(700);
};
await run('pan, first view', 'pan');
await page.locator('[role=application]').focus();
await page.keyboard.press('0');
await page.waitForTimeout(1000);
await run('pan, whole map', 'pan');
for (let i = 0; i < 5; i += 1) {
  await page.keyboard.press('+');
  await page.waitForTimeout(300);
}
await page.waitForTimeout(600);
await run('pan, near', 'pan');
await run('zoom by wheel', 'zoom', 150);
console.table(rows);
await browser.close();
await vite?.close();
// The floor of speed.md holds on a machine that does nothing else: without a GPU a frame costs three threads
// about 20 ms of work together.
const busy = loadavg()[0] > cpus().length;
console.log(`load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores${busy ? ': too busy to judge' : ''}`);
process.exitCode = !busy && rows.some((row) => row.name.startsWith('pan') && row.p95 > 34) ? 1 : 0;
