// From afar: a plain block with crest, picture and pips, all of a size on the screen. Text is never upside down.

import { glyphHref } from '../symbols';
import { type Drawn, patternOf } from './draw';
import { cornersOf, isRound, kindOf, tenth as n, onTable, type Unit } from './unit';

/** In pixels. */
const LEAST = { wide: 52, deep: 18, disc: 26 } as const;
const REFERENCE = 1.62;

/** The block as it is drawn, which may be larger than the unit. `q` is a pixel in figure units. */
function blockOf(unit: Unit, q: number): { half: number; deep: number } {
  return { half: Math.max(unit.wide / 2, (LEAST.wide / 2) * q), deep: Math.max(unit.deep, LEAST.deep * q) };
}

export const isUpsideDown = (heading: number): boolean => {
  const a = ((heading % 360) + 360) % 360;
  return a > 90 && a < 270;
};

/** The corners of what is seen of a unit from afar. */
export function farCorners(unit: Unit, z: number, gap = 0): [number, number][] {
  const q = z / REFERENCE;
  if (!isStand(unit)) return cornersOf(unit, gap + Math.max(0, (LEAST.disc / 2) * q - unit.wide / 2));
  const block = blockOf(unit, q);
  const [half, deep] = [block.half + gap, block.deep + gap];
  return [onTable(unit, -half, -gap), onTable(unit, half, -gap), onTable(unit, half, deep), onTable(unit, -half, deep)];
}

const isStand = (unit: Unit): boolean => !isRound(unit) && !kindOf(unit.kinds[0]!).figures;

export function far(unit: Unit, z: number): Drawn {
  const q = z / REFERENCE;
  return isStand(unit) ? block(unit, q) : single(unit, q);
}

function block(unit: Unit, q: number): Drawn {
  const { half, deep } = blockOf(unit, q);
  const is = (shape: Parameters<typeof unit.shapes.has>[0]): boolean => unit.shapes.has(shape);
  const stance = `translate(${n(unit.x)} ${n(unit.y)}) rotate(${n(unit.heading)})`;
  const rect = (gap: number): string =>
    `x="${n(-half - gap * q)}" y="${n(-(gap + 1) * q)}" width="${n(2 * half + 2 * gap * q)}" height="${n(deep + (2 * gap + 1) * q)}" rx="${n(3 * q)}"`;
  const under = is('chosen')
    ? `<rect ${rect(4)} fill="var(--m-case)" stroke="var(--m-selected)" stroke-width="${n(3 * q)}"/>`
    : is('lit')
      ? `<rect ${rect(4)} fill="var(--m-glow)" fill-opacity=".35" stroke="var(--m-choice)" stroke-width="${n(2.2 * q)}" stroke-dasharray="${n(5 * q)} ${n(3 * q)}"/>`
      : '';
  const routing = is('routing');
  const strip = `<rect x="${n(-half)}" y="${n(deep - 3.2 * q)}" width="${n(2 * half)}" height="${n(3.2 * q)}"`;
  const base =
    `<rect x="${n(-half + 1.5 * q)}" y="${n(2.5 * q)}" width="${n(2 * half)}" height="${n(deep)}" fill="var(--shadow)"/>` +
    `<rect x="${n(-half)}" y="0" width="${n(2 * half)}" height="${n(deep)}" rx="${n(1.5 * q)}" fill="${is('veil') ? 'var(--card-2)' : 'var(--card)'}" stroke="#241e17" stroke-width="${n(q)}"${routing ? ` stroke-dasharray="${n(4 * q)} ${n(3 * q)}"` : ''}/>` +
    `${strip} fill="var(--c)"/>${strip} fill="${patternOf(unit.livery)}"/>` +
    (routing
      ? ''
      : `<path d="M${n(-half)} 0H${n(half)}" stroke="#241e17" stroke-width="${n(2.6 * q)}"/><path class="notch" d="M${n(-5 * q)} 0L0 ${n(-6.5 * q)}L${n(5 * q)} 0Z" fill="#241e17"/>`);
  return {
    veiled: false,
    under: under && `<g transform="${stance}">${under}</g>`,
    base: `<g transform="${stance}">${base}</g>`,
    figures: `<g transform="${stance}">${face(unit, half, deep, q)}</g>`,
    banners: [],
    over: (is('target') ? `<g transform="${stance}">${brackets(half, deep, q)}</g>` : '') + seals(unit, half, deep, q),
  };
}

/** Crest, picture and pips; a number where pips would be too small. */
function face(unit: Unit, half: number, deep: number, q: number): string {
  const glyph = glyphHref(kindOf(unit.kinds[0]!).glyph);
  const all = unit.stands + unit.lost;
  const room = 2 * half - 36 * q;
  const pip = Math.min(6 * q, room / all);
  const left = -half + 33 * q;
  const middle = deep / 2;
  const strength =
    pip < 3.9 * q
      ? `<text class="number" x="${n(left + Math.max(room, 14 * q) / 2)}" y="${n(middle + 4.6 * q)}" font-size="${n(13 * q)}">${unit.stands}</text>`
      : pips(unit.stands, left + 0.5 * q, middle - 4.4 * q, pip, q) +
        (unit.lost > 0
          ? `<path d="${pipPath(unit.stands, all, left + 0.5 * q, middle - 4.4 * q, pip, q)}" fill="none" stroke="#52473a" stroke-width="${n(0.9 * q)}"/>`
          : '');
  const flip = isUpsideDown(unit.heading) ? `rotate(180 0 ${n(middle)})` : '';
  return (
    `<g class="upright"${flip ? ` transform="${flip}"` : ''}><rect x="${n(-half + 2 * q)}" y="${n(middle - 7 * q)}" width="${n(14 * q)}" height="${n(14 * q)}" rx="${n(1.5 * q)}" fill="var(--c)"/>` +
    `<use href="#gunbai-mon-${unit.mon}" x="${n(-half + 3 * q)}" y="${n(middle - 6 * q)}" width="${n(12 * q)}" height="${n(12 * q)}" color="var(--ci)"/>` +
    (glyph
      ? `<use href="${glyph}" x="${n(-half + 17.5 * q)}" y="${n(middle - 6.8 * q)}" width="${n(13.6 * q)}" height="${n(13.6 * q)}" color="#241e17"/>`
      : '') +
    `${strength}</g>`
  );
}

/** Beside the block, level on the screen. */
function seals(unit: Unit, half: number, deep: number, q: number): string {
  const [x, y] = onTable(unit, half + 9 * q, deep / 2);
  return unit.seals
    .map(
      (sign, i) =>
        `<g class="seal" transform="translate(${n(x + i * 17 * q)} ${n(y)}) scale(${Math.round(q * 100) / 100})"><rect x="-8" y="-8" width="16" height="16" rx="2"/><text y="4.2">${sign}</text></g>`,
    )
    .join('');
}

const pips = (to: number, x: number, y: number, pip: number, q: number): string =>
  `<path d="${pipPath(0, to, x, y, pip, q)}" fill="#241e17"/>`;

function pipPath(from: number, to: number, x: number, y: number, pip: number, q: number): string {
  let path = '';
  for (let i = from; i < to; i += 1) {
    const w = n(pip - 1.5 * q);
    path += `M${n(x + i * pip)} ${n(y)}h${w}v${n(8.4 * q)}h${-w}z`;
  }
  return path;
}

function brackets(half: number, deep: number, q: number): string {
  const [x, y, r, d, c] = [-half - 6 * q, -7 * q, half + 6 * q, deep + 6 * q, 8 * q];
  return `<path d="M${n(x)} ${n(y + c)}V${n(y)}H${n(x + c)}M${n(r - c)} ${n(y)}H${n(r)}V${n(y + c)}M${n(r)} ${n(d - c)}V${n(d)}H${n(r - c)}M${n(x + c)} ${n(d)}H${n(x)}V${n(d - c)}" fill="none" stroke="var(--m-danger)" stroke-width="${n(3 * q)}"/>`;
}

/** A leader is a disc with his crest, a gun or a headquarters a square with its picture. */
function single(unit: Unit, q: number): Drawn {
  const kind = kindOf(unit.kinds[0]!);
  const round = kind.base === 'round';
  const is = (shape: Parameters<typeof unit.shapes.has>[0]): boolean => unit.shapes.has(shape);
  const [x, y] = onTable(unit, 0, unit.deep / 2);
  const half = kind.base === 'camp' ? Math.max(unit.deep / 2, 15 * q) : (LEAST.disc / 2) * q;
  const place = `translate(${n(x)} ${n(y)})`;
  const ring = (fill: string, stroke: string, rest: string): string =>
    `<circle r="${n(half + 4 * q)}" ${fill} stroke="${stroke}" stroke-width="${n(2.4 * q)}"${rest}/>`;
  const under = is('chosen')
    ? ring('fill="var(--m-case)"', 'var(--m-selected)', '')
    : is('lit')
      ? ring(
          'fill="var(--m-glow)" fill-opacity=".35"',
          'var(--m-choice)',
          ` stroke-dasharray="${n(5 * q)} ${n(3 * q)}"`,
        )
      : '';
  const body = round
    ? `<circle r="${n(half)}" fill="var(--c)" stroke="#241e17" stroke-width="${n(1.6 * q)}"/>${kind.standard ? `<circle r="${n(half - 2.6 * q)}" fill="none" stroke="var(--goldleaf)" stroke-width="${n(1.6 * q)}"/>` : ''}`
    : `<rect x="${n(-half)}" y="${n(-half)}" width="${n(2 * half)}" height="${n(2 * half)}" rx="${n(2 * q)}" fill="var(--card)" stroke="#241e17" stroke-width="${n(1.4 * q)}"/>`;
  const href = round && kind.glyph !== 'messenger' ? `#gunbai-mon-${unit.mon}` : glyphHref(kind.glyph);
  const sign = href
    ? `<use href="${href}" x="${n(-8 * q)}" y="${n(-8 * q)}" width="${n(16 * q)}" height="${n(16 * q)}" color="${round ? 'var(--ci)' : 'var(--c)'}"/>`
    : '';
  return {
    veiled: false,
    under: under && `<g transform="${place}">${under}</g>`,
    base: `<g transform="${place}"><path class="notch" transform="rotate(${n(unit.heading)})" d="M${n(-5 * q)} ${n(-half + q)}L0 ${n(-half - 6 * q)}L${n(5 * q)} ${n(-half + q)}Z" fill="#241e17"/>${body}</g>`,
    figures: `<g class="upright" transform="${place}">${sign}</g>`,
    banners: [],
    over: is('target') ? `<g transform="${place} translate(0 ${n(-half)})">${brackets(half, 2 * half, q)}</g>` : '',
  };
}
