// The pictures of the README: `node web/tests/pictures.mjs http://127.0.0.1:8015 docs/pictures`, with a server at that address.

import { chromium } from 'playwright-core';

const [url, folder] = process.argv.slice(2);
if (!url || !folder)
  throw new Error('say the address of a server and a folder, as in: http://127.0.0.1:8015 docs/pictures');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

async function sit(viewport, scale = 1, scheme = 'light') {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('gunbai.guide', '{"off":true}');
  });
  return context.newPage();
}

async function json(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

const table = await json('/api/tables', { scenario: 'yukimura/yao', seats: ['person', 'person'] });
const at = `/api/tables/${table.table}`;
const sight = (seat) => json(at, null, table.tokens[seat]);
async function act(seat, action) {
  await json(`${at}/act`, { action, after: (await sight(seat)).number }, table.tokens[seat]);
}
/** As far north, towards Kimura, as the unit can go. */
async function advance(unit) {
  await act(0, `move ${unit}`);
  const places = (await sight(0)).choices.filter((choice) => choice.tie?.startsWith('place:'));
  const rank = ({ tie }) => Number(tie.slice(-2)) * 100 + Math.abs(Number(tie.slice(6, 8)) - 28);
  await act(0, places.sort((a, b) => rank(a) - rank(b))[0].action);
}

const shoot = async (page, name) => {
  await page.locator('.stage.ready').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 84 });
};
const join = (page) => page.goto(`${url}/t/${table.table}#seat=${table.tokens[0]}`);

const lobby = await sit({ width: 1280, height: 720 });
await lobby.goto(url);
await lobby
  .getByRole('button', { name: /Play the computer/ })
  .first()
  .waitFor();
await lobby.waitForLoadState('networkidle');
await lobby.screenshot({ path: `${folder}/lobby.jpg`, type: 'jpeg', quality: 84 });

for (const unit of ['ii_R1', 'ii_R2', 'ii_R3', 'ii_M1', 'ii_M2', 'ii_G2', 'ii_F2']) await advance(unit);
const desk = await sit({ width: 1280, height: 800 });
await act(0, 'move ii_M3');
await join(desk);
await shoot(desk, 'table');
await act(0, (await sight(0)).choices.find((choice) => choice.tie?.startsWith('place:')).action);
await act(0, 'done');
await act(1, 'done');
// Fire at somebody whom several can reach.
for (const choice of (await sight(0)).choices.filter((one) => one.action.startsWith('target '))) {
  const before = (await sight(0)).number;
  await act(0, choice.action);
  const next = await sight(0);
  if (next.choices.some((one) => one.action === 'all')) break;
  if (next.asked['rests-in'] === 'questions' && next.in_chain) {
    await json(`${at}/undo`, { to: before, after: next.number }, table.tokens[0]);
  }
}
await desk
  .locator('.prompt')
  .getByRole('button', { name: /everyone who can/i })
  .hover();
await desk.getByRole('region', { name: 'Odds' }).waitFor();
await shoot(desk, 'odds');
await act(0, 'all');
await desk.mouse.move(640, 60);
for (let n = 0; n < 40; n += 1) {
  const [mine, theirs] = [await sight(0), await sight(1)];
  const seat = mine.choices.length > 0 ? 0 : 1;
  const seen = seat === 0 ? mine : theirs;
  if (seen.asked['rests-in'] !== 'questions' || /ask-(fire|melee|move)/.test(seen.asked.questions[0].kind)) break;
  await act(seat, seen.choices[0].action);
}
await shoot(desk, 'log');
await desk.locator('.prompt').getByRole('button', { name: /^Rule/ }).first().click();
await desk.waitForTimeout(600);
await desk
  .getByRole('button', { name: /Example/ })
  .first()
  .click();
await shoot(desk, 'rules');
const dark = await sit({ width: 1280, height: 800 }, 1, 'dark');
await join(dark);
await dark.locator('.stage.ready').first().waitFor({ state: 'attached' });
await dark.keyboard.press('t');
await shoot(dark, 'dark');
const phone = await sit({ width: 390, height: 640 }, 2);
await join(phone);
await shoot(phone, 'phone');

// Areas and cards: Kuroda is on his way to the summit, with the other hand in the dark.
const battle = await json('/api/tables', { scenario: 'summits/tennozan', seats: ['person', 'person'] });
async function play(seat, ...actions) {
  for (const action of actions) {
    const path = `/api/tables/${battle.table}`;
    const { number } = await json(path, null, battle.tokens[seat]);
    await json(`${path}/act`, { action, after: number }, battle.tokens[seat]);
  }
}
const cards = await sit({ width: 1280, height: 800 });
await play(1, 'hand AS FI RA AM');
await cards.goto(`${url}/t/${battle.table}#seat=${battle.tokens[0]}`);
await cards.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: 'Play', exact: true }).click();
for (const name of [/Assault/, /Combined/])
  await cards.getByRole('region', { name: /pack/ }).getByRole('button', { name }).first().click();
await shoot(cards, 'cards');
await play(0, 'hand CA AS RE', 'play AS', 'area todaiji', 'to takaradera_kita');
await cards.mouse.move(700, 420);
await shoot(cards, 'areas');

// Miniatures: a front is drawn for the spears of a clan that has just been activated.
const clash = await json('/api/tables', { scenario: 'daimyo/sunagawa', seats: ['person', 'person'] });
async function order(...actions) {
  for (const action of actions) {
    const path = `/api/tables/${clash.table}`;
    const { asked } = await json(path);
    const token = clash.tokens[asked.questions[0].seat];
    const { number } = await json(path, null, token);
    await json(`${path}/act`, { action, after: number }, token);
  }
  return (await json(`/api/tables/${clash.table}`)).asked.questions[0].seat;
}
const field = await sit({ width: 1280, height: 800 });
const seat = await order('first');
const [own, first] = seat === 0 ? ['red_left', 'r1'] : ['blue_left', 'b1'];
await order(`activate ${own}`);
await field.goto(`${url}/t/${clash.table}#seat=${clash.tokens[seat]}`);
await field.locator('.stage.ready').first().waitFor({ state: 'attached' });
await field.waitForTimeout(1500);
const middle = async () => {
  const unit = await field.locator(`.layers [data-piece="${first}"]`).first().boundingBox();
  return [unit.x + unit.width / 2, unit.y + unit.height / 2];
};
// Near enough to see the men, with the unit at the lower left and the ground before it in view.
const far = await middle();
await field.mouse.move(...far);
for (let n = 0; n < 4; n += 1) await field.mouse.wheel(0, -240);
await field.waitForTimeout(1200);
const near = await middle();
await field.mouse.move(400, 120);
await field.mouse.down();
await field.mouse.move(400 + 330 - near[0], 120 + 520 - near[1], { steps: 6 });
await field.mouse.up();
await field.waitForTimeout(1200);
const [x, y] = await middle();
await field.mouse.click(x, y);
await field.waitForTimeout(800);
await field.mouse.move(x - 152, y - 150);
await field.mouse.down({ button: 'right' });
await field.mouse.move(x + 150, y - 118, { steps: 8 });
await field.mouse.up({ button: 'right' });
await shoot(field, 'miniatures');

// The end of a game that two computers have played.
const ended = await json('/api/tables', {
  scenario: 'yukimura/yao',
  seats: [{ computer: 'steady' }, { computer: 'steady' }],
});
while (!(await json(`/api/tables/${ended.table}`)).over) await field.waitForTimeout(500);
await field.goto(`${url}/t/${ended.table}`);
await field.getByRole('heading', { name: 'Losses' }).waitFor();
await field.waitForTimeout(1500);
await field.screenshot({ path: `${folder}/victory.jpg`, type: 'jpeg', quality: 84 });
await browser.close();
