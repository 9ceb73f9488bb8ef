// What lies under and over a unit: may act, chosen, target, and its conditions as shapes. Each mark has a casing, and
// marks keep their size on the screen.

import { Seed } from '../ground/wavy';
import { symbolHref } from '../symbols';
import { stance } from './draw';
import { isRound, tenth as n, onTable, radiusOf, type Unit } from './unit';

export function marksOf(unit: Unit, z: number): { under: string; over: string } {
  const is = (shape: Parameters<typeof unit.shapes.has>[0]): boolean => unit.shapes.has(shape);
  let [under, over] = ['', ''];
  const box = around(unit, z);
  if (is('lit') && !is('chosen'))
    under += frame(box(3.8), 'fill="var(--m-glow)" fill-opacity=".3"', 'var(--m-choice)', 2, z, '6 3.6');
  if (is('chosen')) {
    under += frame(box(4), 'fill="var(--m-lift)" fill-opacity=".5"', 'var(--m-selected)', 2.6, z);
    over += corners(box(6.6), 9, 'var(--m-glow)', 2, z);
  }
  if (is('astray')) under += open(box(3.4), z);
  if (is('frenzied')) over += flames(unit);
  if (is('routing')) over += chevrons(unit);
  if (is('target')) over += corners(box(6), 12, 'var(--m-danger)', 3.2, z);
  const turned = (body: string): string => (body ? `<g transform="${stance(unit)}">${body}</g>` : '');
  return {
    under: turned(under),
    over: turned(over) + (is('smoke') ? smoke(unit) : '') + (is('loaded') ? sparks(unit) : ''),
  };
}

type Box = { x: number; y: number; w: number; h: number; round: boolean };

const around =
  (unit: Unit, z: number) =>
  (gap: number): Box => {
    const g = gap * z;
    if (isRound(unit)) {
      const r = radiusOf(unit) + g;
      return { x: -r, y: unit.deep / 2 - r, w: 2 * r, h: 2 * r, round: true };
    }
    return { x: -unit.wide / 2 - g, y: -g - 2, w: unit.wide + 2 * g, h: unit.deep + 2 * g + 2, round: false };
  };

function frame(b: Box, fill: string, colour: string, width: number, z: number, dash = ''): string {
  const rx = b.round ? b.w / 2 : 3 * z;
  const rect = `<rect x="${n(b.x)}" y="${n(b.y)}" width="${n(b.w)}" height="${n(b.h)}" rx="${n(rx)}"`;
  const dashes = dash
    ? ` stroke-dasharray="${dash
        .split(' ')
        .map((v) => n(Number(v) * z))
        .join(' ')}"`
    : '';
  return `${rect} fill="none" stroke="var(--m-case)" stroke-width="${n((width + 2.2) * z)}"/>${rect} ${fill} stroke="${colour}" stroke-width="${n(width * z)}"${dashes}/>`;
}

function corners(b: Box, length: number, colour: string, width: number, z: number): string {
  const l = n(length * z);
  const [x, y, r, d] = [n(b.x), n(b.y), n(b.x + b.w), n(b.y + b.h)];
  const path = `M${x} ${n(y + l)}V${y}H${n(x + l)}M${n(r - l)} ${y}H${r}V${n(y + l)}M${r} ${n(d - l)}V${d}H${n(r - l)}M${n(x + l)} ${d}H${x}V${n(d - l)}`;
  return `<path d="${path}" fill="none" stroke="var(--m-case)" stroke-width="${n((width + 2) * z)}" stroke-linecap="square"/><path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(width * z)}"/>`;
}

/** Out of command: a dotted frame that is open before and behind. */
function open(b: Box, z: number): string {
  const part = n(b.w * 0.3);
  const gap = n(b.w * 0.4);
  const side = (y: number): string => `M${n(b.x)} ${n(y)}h${part}m${gap} 0h${part}`;
  const path = `${side(b.y)}${side(b.y + b.h)}M${n(b.x)} ${n(b.y)}v${n(b.h)}M${n(b.x + b.w)} ${n(b.y)}v${n(b.h)}`;
  return `<path d="${path}" fill="none" stroke="var(--fig-ink)" stroke-width="${n(1.5 * z)}" stroke-dasharray="${n(2 * z)} ${n(3 * z)}"/>`;
}

const cased = (path: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="var(--m-case)" stroke-width="${width + 2.2}" stroke-linecap="round" stroke-linejoin="round"/><path d="${path}" fill="none" stroke="var(--m-danger)" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** A flame line along the front. */
function flames(unit: Unit): string {
  const half = unit.wide / 2;
  const count = Math.max(3, Math.round(half / 9));
  let path = '';
  for (let i = 0; i <= count; i += 1) {
    const x = -half + (unit.wide * i) / count;
    path += `${i ? 'L' : 'M'}${n(x)} -3${i < count ? `L${n(x + half / count)} -11` : ''}`;
  }
  return cased(path, 2);
}

/** Double chevrons the way it runs. */
function chevrons(unit: Unit): string {
  let path = '';
  for (const at of [-0.55, 0, 0.55]) {
    const x = (at * unit.wide) / 2;
    for (const y of [-9, -15]) path += `M${n(x - 5)} ${y}L${n(x)} ${y - 7}L${n(x + 5)} ${y}`;
  }
  return cased(path, 2.4);
}

/** Smoke stands before the front until the slot ends. */
function smoke(unit: Unit): string {
  const seed = new Seed(`${unit.id}-smoke`);
  const count = unit.files * 2;
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const x = ((i + 0.5) / count - 0.5) * unit.wide + seed.between(-3, 3);
    const [sx, sy] = onTable(unit, x, -14 - seed.between(0, 7));
    out += `<use href="${symbolHref('cr-smoke')}" transform="translate(${n(sx)} ${n(sy)}) scale(${n(seed.between(0.62, 1))})"/>`;
  }
  return out;
}

/** A spark before each file: the first volley is still loaded. */
function sparks(unit: Unit): string {
  let path = '';
  for (let i = 0; i < unit.files; i += 1) {
    const [x, y] = onTable(unit, ((i + 0.5) / unit.files - 0.5) * unit.wide, -9);
    path += `M${n(x)} ${n(y - 3.4)}l.9 2.5 2.5 .9 -2.5 .9 -.9 2.5 -.9 -2.5 -2.5 -.9 2.5 -.9z`;
  }
  return `<path d="${path}" fill="var(--ember)" stroke="var(--fig-ink)" stroke-width=".35"/>`;
}

/** Crossed swords at the end of a line of contact, once for each pair. */
export function crossed(x: number, y: number, z: number): string {
  return `<g class="crossed" transform="translate(${n(x)} ${n(y)}) scale(${z})"><circle r="8.4"/><path d="M-4.2 4.4L4 -4.6M4.2 4.4L-4 -4.6M-4.9 2.3L-2.5 4.7M4.9 2.3L2.5 4.7"/></g>`;
}
