// Units drawn as text, in five passes over all of them: marks beneath, bases with shadows, figures, banners that
// stand upright on the screen, marks above. So spears lie over the bases of the enemy in contact, and no banner is cut
// by a neighbour.

import { Seed } from '../ground/wavy';
import { define, symbolHref } from '../symbols';
import { camp } from './camp';
import { far } from './far';
import { marksOf } from './marks';
import {
  COATS,
  isRound,
  type Kind,
  kindOf,
  middleOf,
  tenth as n,
  onTable,
  radiusOf,
  type Stand,
  standsOf,
  type Unit,
} from './unit';

export type Level = 'far' | 'middle' | 'near';

/** By pixels for a figure unit: 9 and 15 for a centimetre. */
export const figureLevel = (pixels: number): Level => (pixels < 0.9 ? 'far' : pixels <= 1.5 ? 'middle' : 'near');

/** What a pass draws, by how far down the screen it stands. */
export type Upright = readonly [number, string];

export type Drawn = {
  /** Is it paler, because it has acted? From afar its card is darker instead. */
  veiled: boolean;
  under: string;
  base: string;
  figures: string;
  banners: readonly Upright[];
  over: string;
};

const PATTERNS = ['bars', 'slant', 'dots', 'waves', 'lattice', 'plain'] as const;
export const patternOf = (livery: number): string => `url(#gunbai-${PATTERNS[livery] ?? 'plain'})`;

export const dressed = (unit: Unit, rest = ''): string => `class="figure wears-${unit.livery + 1}${rest}"`;

/** The light stands in the north-west, however a unit is turned. */
const SHADOW = [1.6, 2.4] as const;

export const stance = (unit: Unit): string => `translate(${n(unit.x)} ${n(unit.y)}) rotate(${n(unit.heading)})`;
const cast = (unit: Unit): string =>
  `translate(${n(unit.x + SHADOW[0])} ${n(unit.y + SHADOW[1])}) rotate(${n(unit.heading)})`;

/** `z` is the size of a mark's pixel in figure units, `level` how much is drawn. */
export function draw(unit: Unit, level: Level, z: number): Drawn {
  if (level === 'far') return far(unit, z);
  if (isRound(unit)) return leader(unit, level, z);
  const kind = kindOf(unit.kinds[0]!);
  const stands = standsOf(unit);
  const veil = unit.shapes.has('veil') ? ' acted' : '';
  const routing = unit.shapes.has('routing');
  const parts = stands.map((stand) => menOf(unit, stand, level));
  const spot = ({ x, y, turn }: Stand): string => `translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}`;

  const rect = (s: Stand): string =>
    `x="${n(-s.wide / 2 + 0.4)}" y="${n(-s.deep / 2 + 0.4)}" width="${n(s.wide - 0.8)}" height="${n(s.deep - 0.8)}" rx="1.4"`;
  const shadows = stands.map((s) => `<rect transform="${spot(s)}" ${rect(s)}/>`).join('');
  const bases = stands.map((s) => `<use href="${baseHref(unit, s, routing, level)}" transform="${spot(s)}"/>`).join('');
  const base =
    `<g transform="${cast(unit)}" fill="var(--shadow)">${shadows}</g>` +
    `<g transform="${stance(unit)}">${lostStands(unit)}${bases}${camp.floor(unit, kind)}${front(unit, kind, routing)}</g>`;
  const figures =
    (level === 'near'
      ? `<g transform="${cast(unit)}" fill="var(--shadow)">${stands.map((s, i) => `<use href="${parts[i]!.shadow}" transform="${spot(s)}"/>`).join('')}</g>`
      : '') +
    `<g transform="${stance(unit)}">${stands.map((s, i) => `<use href="${parts[i]!.men}" transform="${spot(s)}"/>`).join('')}</g>`;

  const banners: Upright[] = [];
  const raise = (x: number, y: number, href: string, size: number, drop = 0): void => {
    const [bx, by] = onTable(unit, x, y);
    const scale = size === 1 ? '' : ` scale(${size})`;
    banners.push([
      by + drop,
      `<use ${dressed(unit, veil)} href="${href}" transform="translate(${n(bx)} ${n(by)})${scale}"/>`,
    ]);
  };
  if (level === 'near') {
    stands.forEach((s, i) => {
      const own = kindOf(unit.kinds[s.i] ?? unit.kinds[0]!);
      if (own.sashimono) {
        for (const [x, y] of parts[i]!.spots) raise(s.x + x, s.y + y + (own.mounted ? 4 : 1.4), sashimono(''), 0.92);
      } else if (!own.figures && (s.i % unit.files) % 2 === 0) {
        raise(s.x + s.wide * 0.3, s.y + s.deep * 0.28, sashimono(unit.mon), 0.95);
      }
    });
  }
  if (kind.base === 'camp') {
    banners.push(...camp.curtains(unit));
    const [x, y] = kind.standard ?? [0, 0];
    raise(x, unit.deep / 2 + y, standard(unit), 1, 3);
  } else if (!kind.figures) {
    raise(-1, Math.min(unit.deep * 0.5, 14), nobori(unit), level === 'near' ? 1 : 1.12, 3);
  }
  const { under, over } = marksOf(unit, z);
  return { veiled: veil !== '', under, base, figures, banners, over };
}

/** All units, in the order of the passes; for a drawing that does not change. */
export function drawAll(units: readonly Unit[], level: Level, z: number): string {
  const drawn = units.map((unit) => ({ unit, ...draw(unit, level, z) }));
  const group = (unit: Unit, body: string, rest = ''): string => `<g ${dressed(unit, rest)}>${body}</g>`;
  return [
    ...drawn.map(({ unit, under }) => group(unit, under)),
    ...drawn.map(({ unit, base, veiled }) => group(unit, base, veiled ? ' acted' : '')),
    ...[...drawn]
      .sort((a, b) => a.unit.y - b.unit.y)
      .map(({ unit, figures, veiled }) => group(unit, figures, veiled ? ' acted' : '')),
    ...upright(drawn.flatMap(({ banners }) => banners)),
    ...drawn.map(({ unit, over }) => group(unit, over)),
  ].join('');
}

export const upright = (banners: readonly Upright[]): string[] =>
  [...banners].sort((a, b) => a[0] - b[0]).map(([, svg]) => svg);

function baseHref(unit: Unit, { wide, deep }: Stand, routing: boolean, level: Level): string {
  const [w, d] = [n(wide), n(deep)];
  const near = level === 'near';
  const id = `base-${w}x${d}-${unit.livery}${unit.armour}${routing ? 'r' : ''}${near ? 'n' : ''}`;
  return define(id, () => {
    const [x, y] = [wide / 2, deep / 2];
    const fill = unit.armour ? `var(--base-${unit.armour})` : 'var(--base)';
    const strip = `M${n(-x + 0.9)} ${n(y - 3.2)}H${n(x - 0.9)}V${n(y - 1.6)}Q${n(x - 0.9)} ${n(y - 0.8)} ${n(x - 1.7)} ${n(y - 0.8)}H${n(-x + 1.7)}Q${n(-x + 0.9)} ${n(y - 0.8)} ${n(-x + 0.9)} ${n(y - 1.6)}Z`;
    const grass = `M${n(-w * 0.38)} ${n(-d * 0.2)}l1.4 -1.6M${n(w * 0.2)} ${n(d * 0.1)}l1.2 -1.6M${n(w * 0.4)} ${n(-d * 0.24)}l1 -1.4M${n(-w * 0.1)} ${n(d * 0.22)}l1 -1.4`;
    return (
      `<rect x="${n(-x + 0.4)}" y="${n(-y + 0.4)}" width="${n(w - 0.8)}" height="${n(d - 0.8)}" rx="1.4" fill="${fill}" stroke="var(--fig-ink)" stroke-width=".7"${routing ? ' stroke-dasharray="4 2.4"' : ''}/>` +
      `<path d="${strip}" fill="var(--c)"/><path d="${strip}" fill="${patternOf(unit.livery)}"/>` +
      (near ? `<path d="${grass}" stroke="var(--base-grass)" stroke-width=".6"/>` : '')
    );
  });
}

type Men = { men: string; shadow: string; spots: readonly (readonly [number, number])[] };
const known = new Map<string, readonly (readonly [number, number])[]>();

/** The men of a stand and their shadows, three variants of each. */
function menOf(unit: Unit, { i, wide, deep }: Stand, level: Level): Men {
  const name = unit.kinds[i] ?? unit.kinds[0]!;
  const kind = kindOf(name);
  const mood = unit.shapes.has('routing') ? 'r' : unit.shapes.has('turned') ? 'd' : 'o';
  const variant = (i * 7 + unit.id.length) % 3;
  const id = `men-${name}-${n(wide)}x${n(deep)}-${level}-${mood}${variant}`;
  const standing = ranks(kind, wide, deep, mood, id);
  if (!known.has(id))
    known.set(
      id,
      standing.map(({ x, y }) => [x, y] as const),
    );
  const figure = (symbol: string): string => (level === 'middle' && !kind.figures ? middleOf(symbol) : `f-${symbol}`);
  return {
    men: define(id, () =>
      standing
        .map(({ symbol, x, y, turn, coat }) => {
          const colours = kind.mounted ? ` class="coat-${coat}"` : '';
          return `<use href="${symbolHref(figure(symbol ?? name))}" transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"${colours}/>`;
        })
        .join(''),
    ),
    shadow: define(`${id}-shadow`, () =>
      standing
        .map(({ x, y }) =>
          kind.mounted
            ? `<ellipse cx="${n(x)}" cy="${n(y)}" rx="4.6" ry="11"/>`
            : `<ellipse cx="${n(x)}" cy="${n(y + 0.6)}" rx="4.4" ry="3.6"/>`,
        )
        .join(''),
    ),
    spots: known.get(id)!,
  };
}

type Man = { symbol?: string; x: number; y: number; turn: number; coat: number };

/** Where the men of a stand are. A deep base has two ranks of foot. */
export function ranks(kind: Kind, wide: number, deep: number, mood: string, id: string): Man[] {
  if (kind.figures) return kind.figures.map((part) => ({ ...part, coat: 2 }));
  const across = Math.max(1, Math.round(wide / (kind.pitch ?? 10)));
  const rows = deep >= 25 && !kind.mounted ? 2 : 1;
  const seed = new Seed(id);
  const [aside, back, about] = mood === 'o' ? [0.35, 0.3, 2] : [1.7, 1.2, mood === 'r' ? 30 : 20];
  const men: Man[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let m = 0; m < across; m += 1) {
      const middle = rows > 1 ? ((row + 0.5 - rows / 2) * (deep - 3)) / rows - 1 : kind.mounted ? -1.4 : -0.6;
      men.push({
        x: ((m + 0.5 - across / 2) * wide) / across + seed.between(-aside, aside),
        y: middle + seed.between(-back, back),
        turn: seed.between(-about, about),
        coat: Math.floor(seed.between(0, COATS.length)),
      });
    }
  }
  return men;
}

/** Where stands were that are lost: dotted, never filled. */
function lostStands(unit: Unit): string {
  if (unit.lost === 0) return '';
  const gone = standsOf(unit, unit.stands + unit.lost).slice(unit.stands);
  const boxes = gone.map(
    (s) =>
      `M${n(s.x - s.wide / 2 + 0.8)} ${n(s.y - s.deep / 2 + 0.8)}h${n(s.wide - 1.6)}v${n(s.deep - 1.6)}h${n(-s.wide + 1.6)}z`,
  );
  return `<path d="${boxes.join('')}" fill="none" stroke="var(--fig-ink)" stroke-opacity=".6" stroke-width=".7" stroke-dasharray="1.6 2.2"/>`;
}

/** A thick edge with a notch: the way it faces. None while it runs. */
function front(unit: Unit, kind: Kind, routing: boolean): string {
  if (routing) return '';
  const half = unit.wide / 2 - 0.6;
  const gate = kind.base === 'camp' ? Math.min(12, half / 2) : 0;
  const edge = gate > 0 ? `M${n(-half)} 0H${n(-gate)}M${n(gate)} 0H${n(half)}` : `M${n(-half)} .2H${n(half)}`;
  return `<path d="${edge}" stroke="var(--fig-ink)" stroke-width="1.9"/><path class="notch" d="M-4.4 -.6L0 -5.2L4.4 -.6Z" fill="var(--fig-ink)"/>`;
}

/** A leader on a round base, with his own men. */
function leader(unit: Unit, level: Level, z: number): Drawn {
  const r = radiusOf(unit);
  const size = r / 15;
  const kind = kindOf(unit.kinds[0]!);
  const [x, y] = onTable(unit, 0, unit.deep / 2);
  const centred = `translate(${n(x)} ${n(y)}) rotate(${n(unit.heading)})`;
  const rim = `M${n(-r * 0.94)} ${n(r * 0.34)}A${n(r)} ${n(r)} 0 0 0 ${n(r * 0.94)} ${n(r * 0.34)}L${n(r * 0.76)} ${n(r * 0.28)}A${n(r * 0.81)} ${n(r * 0.81)} 0 0 1 ${n(-r * 0.76)} ${n(r * 0.28)}Z`;
  const base =
    `<circle cx="${n(x + SHADOW[0])}" cy="${n(y + SHADOW[1])}" r="${n(r)}" fill="var(--shadow)"/>` +
    `<g transform="${centred}"><circle r="${n(r)}" fill="var(--base)" stroke="var(--fig-ink)" stroke-width=".8"/><path d="${rim}" fill="var(--c)"/><path d="${rim}" fill="${patternOf(unit.livery)}"/><path class="notch" d="M-5 ${n(1 - r)}L0 ${n(-5 - r)}L5 ${n(1 - r)}Z" fill="var(--fig-ink)"/></g>`;
  const coat = unit.id.length % COATS.length;
  const men = (kind.figures ?? [])
    .map(
      (part) =>
        `<use href="${symbolHref(`f-${part.symbol}`)}" transform="translate(${part.x} ${part.y}) rotate(${part.turn})"/>`,
    )
    .join('');
  const figures = `<g class="coat-${coat}" transform="${centred}${size === 1 ? '' : ` scale(${n(size)})`}">${men}</g>`;
  const banners: Upright[] = [];
  const at = kind.standard ?? kind.nobori;
  if (at) {
    const [bx, by] = onTable(unit, at[0] * size, unit.deep / 2 + at[1] * size);
    const href = kind.standard ? standard(unit) : nobori(unit);
    const scale = level === 'near' ? size : size * 1.12;
    banners.push([
      by + 2,
      `<use ${dressed(unit)} href="${href}" transform="translate(${n(bx)} ${n(by)})${scale === 1 ? '' : ` scale(${n(scale)})`}"/>`,
    ]);
  }
  const { under, over } = marksOf(unit, z);
  return { veiled: unit.shapes.has('veil'), under, base, figures, banners, over };
}

const crest = (mon: string, x: number, y: number, size: number): string =>
  mon ? `<use href="#gunbai-mon-${mon}" x="${x}" y="${y}" width="${size}" height="${size}" color="var(--ci)"/>` : '';

const sashimono = (mon: string): string =>
  define(`sashimono-${mon}`, () => `<use href="${symbolHref('b-sashimono')}"/>${crest(mon, 0.75, -13.7, 4.2)}`);

const nobori = ({ mon, livery }: Unit): string =>
  define(
    `nobori-${mon}-${livery}`,
    () =>
      `<use href="${symbolHref('b-nobori')}"/><path d="M.5 -15.4H11.6V-8.4Q8.6 -6.8 6 -8Q3.2 -9.2 .5 -7.6Z" fill="${patternOf(livery)}"/>${crest(mon, 1.9, -30, 8.4)}`,
  );

/** The great standard of a general: a fan, a gourd or a flag. */
function standard({ mon }: Unit): string {
  const kind = mon === 'toyotomi' || mon === 'hashiba' ? 'gourd' : mon.length % 2 === 0 ? 'fan' : 'flag';
  const on = { fan: crest(mon, -4.6, -40.2, 9.2), flag: crest(mon, -7.6, -42, 15.2), gourd: '' }[kind];
  return define(`standard-${mon}`, () => `<use href="${symbolHref(`b-${kind}`)}"/>${on}`);
}
