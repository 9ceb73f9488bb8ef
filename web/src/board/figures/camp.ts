// The headquarters: a mat within curtains that stand upright on the screen, whatever way it faces.

import { type Kind, tenth as n, onTable, type Unit } from './unit';

const HIGH = 15;

function floor(unit: Unit, kind: Kind): string {
  if (kind.base !== 'camp') return '';
  const [w, d] = [unit.wide * 0.375, unit.deep * 0.37];
  const [x, y] = [-w / 2, unit.deep * 0.4];
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(d)}" fill="var(--mat)" stroke="var(--fig-ink)" stroke-width=".6"/><path d="M${n(x + w / 3)} ${n(y)}v${n(d)}M${n(x + (2 * w) / 3)} ${n(y)}v${n(d)}" stroke="var(--fig-ink)" stroke-width=".4"/>`;
}

type Spot = readonly [number, number];

function curtains(unit: Unit): [number, string][] {
  const [w, d] = [unit.wide / 2 - 3, unit.deep];
  const gate = Math.min(12, w / 2);
  const walls = [
    [
      [-w, 4],
      [-w, d - 4],
    ],
    [
      [-w, d - 4],
      [w, d - 4],
    ],
    [
      [w, d - 4],
      [w, 4],
    ],
    [
      [-w, 4],
      [-gate, 4],
    ],
    [
      [gate, 4],
      [w, 4],
    ],
  ] as const;
  return walls.map(([a, b]) => cloth(unit, onTable(unit, a[0], a[1]), onTable(unit, b[0], b[1])));
}

/** One wall: cloth hung between posts, with a crest on each breadth that is seen from the front. */
function cloth(unit: Unit, p: Spot, q: Spot): [number, string] {
  const count = Math.max(1, Math.round(Math.hypot(q[0] - p[0], q[1] - p[1]) / 18));
  const posts = Array.from(
    { length: count + 1 },
    (_, i): Spot => [p[0] + ((q[0] - p[0]) * i) / count, p[1] + ((q[1] - p[1]) * i) / count],
  );
  const top = posts
    .map(([x, y], i) => `${i ? 'L' : 'M'}${n(x)} ${n(y - HIGH + (i > 0 && i < count ? 0.6 : 0))}`)
    .join('');
  const hem = [...posts]
    .reverse()
    .map(([x, y], i, all) => {
      const before = all[i - 1];
      const bend = before ? `Q${n((before[0] + x) / 2)} ${n((before[1] + y) / 2 - 5)} ` : 'L';
      return `${bend}${n(x)} ${n(y - 2.5)}`;
    })
    .join('');
  const band = posts.map(([x, y], i) => `${i ? 'L' : 'M'}${n(x)} ${n(y - HIGH + 1.4)}`).join('');
  const crests = posts
    .slice(1)
    .map(([x, y], i) => {
      const [a, b] = posts[i]!;
      if (!unit.mon || Math.abs(x - a) <= 9) return '';
      return `<use href="#gunbai-mon-${unit.mon}" x="${n((a + x) / 2 - 3.4)}" y="${n((b + y) / 2 - HIGH + 2.6)}" width="6.8" height="6.8" color="var(--c)"/>`;
    })
    .join('');
  const poles = posts.map(([x, y]) => `M${n(x)} ${n(y + 0.8)}V${n(y - HIGH - 3)}`).join('');
  return [
    (p[1] + q[1]) / 2,
    `<g class="figure wears-${unit.livery + 1}"><path d="M${n(p[0] + 2)} ${n(p[1] + 1.6)}L${n(q[0] + 2)} ${n(q[1] + 1.6)}" stroke="var(--shadow)" stroke-width="3.4"/><path d="${top}${hem}Z" fill="var(--paperwhite)" stroke="var(--fig-ink)" stroke-width=".7"/><path d="${band}" fill="none" stroke="var(--c)" stroke-width="1.8"/>${crests}<path d="${poles}" stroke="var(--fig-ink)" stroke-width="1.5"/><path d="${poles}" stroke="var(--wood-2)" stroke-width=".6"/></g>`,
  ];
}

export const camp = { floor, curtains };
