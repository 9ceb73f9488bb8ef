// The ground of an illustration: grass, a hill, a road, a wood and a village, from the symbols and colours of the maps.

import { Seed } from '../ground/wavy';
import { symbolHref } from '../symbols';

const n = (value: number): string => String(Math.round(value * 10) / 10);

type Oval = { x: number; y: number; wide: number; high: number };

/** Points of an oval with an uneven edge. */
function uneven({ x, y, wide, high }: Oval, seed: Seed, part = 1): [number, number][] {
  const bumps = Array.from({ length: 9 }, () => seed.between(-0.07, 0.07));
  return Array.from({ length: 54 }, (_, i) => {
    const turn = (i / 54) * 2 * Math.PI;
    const at = (i / 54) * bumps.length;
    const [a, b] = [bumps[Math.floor(at)]!, bumps[Math.ceil(at) % bumps.length]!];
    const far = part * (1 + a + (b - a) * (at % 1));
    return [x + (wide / 2) * far * Math.cos(turn), y + (high / 2) * far * Math.sin(turn)];
  });
}

const ring = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;

function grass(wide: number, high: number, seed: Seed): string {
  let d = '';
  for (let i = 0; i < (wide * high) / 1500; i += 1) {
    const [x, y] = [seed.between(0, wide), seed.between(0, high)];
    for (let blade = 0; blade < 3; blade += 1) {
      d += `M${n(x + blade * 3)} ${n(y)}l${n(seed.between(-1.2, 1.2))} ${n(seed.between(-5, -3))}`;
    }
  }
  return `<path d="${d}" fill="none" stroke="var(--g-grass)" stroke-width=".8"/>`;
}

/** Tints by height, and hachures that hang on the contours: few in the light of the north-west. */
function hill(oval: Oval, seed: Seed): string {
  // Many thin tints instead of a few strong ones: a slope, not steps.
  let out = `<path d="${ring(uneven(oval, seed))}" fill="var(--g-hill)"/>`;
  for (let part = 0.94; part > 0.16; part -= 0.06) {
    const fill = part < 0.34 ? 'g-hill-3' : 'g-hill-2';
    out += `<path d="${ring(uneven(oval, seed, part))}" fill="var(--${fill})" fill-opacity=".13"/>`;
  }
  const pens = ['', '', ''];
  for (const [level, count] of [
    [0.97, 130],
    [0.8, 96],
    [0.62, 70],
    [0.42, 44],
  ] as const) {
    for (let i = 0; i < count; i += 1) {
      const turn = ((i + seed.between(-0.4, 0.4)) / count) * 2 * Math.PI;
      const [along, down] = [Math.cos(turn), Math.sin(turn)];
      const dark = (along + down) * Math.SQRT1_2;
      if (dark < -0.3 && seed.between(0, 1) < 0.65) continue;
      const far = level + seed.between(-0.05, 0.05);
      const [x, y] = [oval.x + (oval.wide / 2) * far * along, oval.y + (oval.high / 2) * far * down];
      const long = (5 + 9 * Math.max(0, dark)) * seed.between(0.75, 1.25);
      const pen = dark > 0.35 ? 2 : dark > -0.2 ? 1 : 0;
      const half = [0.38, 0.62, 0.95][pen]!;
      pens[pen] +=
        `M${n(x - down * half)} ${n(y + along * half)}L${n(x + along * long)} ${n(y + down * long)}L${n(x + down * half)} ${n(y - along * half)}Z`;
    }
  }
  out += pens
    .map((d, pen) => `<path d="${d}" fill="var(--g-hach)" fill-opacity="${[0.34, 0.5, 0.72][pen]}"/>`)
    .join('');
  return out;
}

function road(d: string): string {
  const line = (stroke: string, wide: number, more = ''): string =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${wide}" stroke-linecap="round"${more}/>`;
  return (
    line('var(--wood)', 17, ' stroke-opacity=".45"') +
    line('var(--g-road)', 15) +
    line('var(--wood)', 0.8, ' stroke-dasharray="9 7" stroke-opacity=".5"')
  );
}

const put = (symbol: string, x: number, y: number, scale: number): string =>
  `<use href="${symbolHref(symbol)}" transform="translate(${n(x)} ${n(y)}) scale(${n(scale)})"/>`;

function wood(oval: Oval, seed: Seed): string {
  const floor = `<path d="${ring(uneven(oval, seed))}" fill="var(--g-wood)" stroke="var(--g-wood-edge)" stroke-width=".9" stroke-dasharray="2 2.5"/>`;
  const trees: [number, number][] = [];
  for (let y = -0.86; y <= 0.9; y += 27 / oval.high) {
    const half = Math.sqrt(Math.max(0, 0.8 - y * y));
    for (let x = -half; x <= half; x += 27 / oval.wide) {
      trees.push([
        oval.x + (x * oval.wide) / 2 + seed.between(-3, 3),
        oval.y + (y * oval.high) / 2 + seed.between(-3, 3),
      ]);
    }
  }
  const kinds = ['cr-pine1', 'cr-pine2', 'cr-tree', 'cr-pine2'];
  return (
    floor +
    trees
      .sort((a, b) => a[1] - b[1])
      .map(([x, y]) => put(kinds[Math.floor(seed.between(0, 3.99))]!, x, y, seed.between(0.85, 1.05)))
      .join('')
  );
}

/** A field of this size: a hill and a wood in its right half, a road from edge to edge, a village at the left. */
export function landscape(wide: number, high: number): string {
  const seed = new Seed('landscape');
  const houses = [
    [0.035, 0.5, 'cr-hut'],
    [0.085, 0.42, 'cr-house'],
    [0.12, 0.56, 'cr-hut'],
    [0.43, 0.2, 'cr-hut'],
  ] as const;
  const way = [
    [-20, 0.93],
    [wide * 0.2, 0.8],
    [wide * 0.42, 0.66],
    [wide * 0.6, 0.6],
    [wide * 0.86, 0.58],
    [wide + 20, 0.47],
  ].map(([x, y]) => `${n(x!)} ${n(y! * high)}`);
  return (
    `<rect width="${n(wide)}" height="${n(high)}" fill="#ece2c8"/>` +
    grass(wide, high, seed) +
    hill({ x: wide * 0.775, y: high * 0.4, wide: wide * 0.29, high: high * 0.52 }, seed) +
    road(`M${way[0]}Q${way[1]} ${way[2]}T${way[4]}T${way[5]}`) +
    wood({ x: wide * 0.955, y: high * 0.24, wide: wide * 0.12, high: high * 0.26 }, seed) +
    wood({ x: wide * 0.27, y: high * 0.22, wide: wide * 0.1, high: high * 0.22 }, seed) +
    houses.map(([x, y, kind]) => put(kind, x * wide, y * high, 0.95)).join('')
  );
}
