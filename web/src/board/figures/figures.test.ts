import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import list from '../../../../data/art/conditions.json';
import plan from '../../../../data/art/figures.json';
import { worldOf } from '../ground/world';
import { lightsOf } from '../lights';
import { arrange, NOTHING } from '../pieces/arrange';
import { conditionsOf } from '../pieces/conditions';
import { madeTable } from '../workbench/synthetic';
import { draw, drawAll, type Level } from './draw';
import { Drawer, measureOf, plates } from './field';
import { covers, overlap, type Put, type Spot } from './plates';
import { cornersOf, kindOf, onTable, type Unit } from './unit';

const LEVELS: readonly Level[] = ['far', 'middle', 'near'];
const Z: Record<Level, number> = { far: 1.62 / 0.6, middle: 1.62 / 1.25, near: 1.62 / 2 };
const STATES = [
  '',
  'acted',
  'chosen',
  'target',
  'disordered',
  'routing',
  'frenzied',
  'out of command',
  'first volley',
  'fired',
  'in melee',
];

function unit(kind: string, states: readonly string[] = [], heading = 0): Unit {
  const { base, figures, mounted } = kindOf(kind);
  const single = Boolean(figures);
  const [wide, deep] = base === 'camp' ? [80, 60] : base === 'round' ? [20, 20] : [40, mounted || single ? 30 : 15];
  const shapes = new Set(conditionsOf(states).flatMap(({ shape }) => shape ?? []));
  return {
    id: `a ${kind}`,
    kinds: [kind],
    livery: 1,
    mon: 'takeda',
    x: 100,
    y: 80,
    heading,
    wide: single ? wide : 4 * wide,
    deep: single ? deep : 2 * deep,
    stands: single ? 1 : 7,
    files: single ? 1 : 4,
    lost: single ? 0 : 1,
    armour: 'M',
    shapes,
    seals: conditionsOf(states).flatMap(({ sign, colour }) => (sign && colour === 'vermilion' ? [sign] : [])),
  };
}

const nodes = (svg: string): number => svg.match(/<[a-z]/g)?.length ?? 0;

describe('a figure', () => {
  it('is drawn the same on every machine, for each kind, level and state', async () => {
    const rows: string[] = [];
    for (const kind of Object.keys(plan.kinds)) {
      for (const level of LEVELS) {
        const cells = STATES.map((state) => {
          const svg = drawAll([unit(kind, state ? [state] : [])], level, Z[level]);
          return createHash('sha256').update(svg).digest('hex').slice(0, 8);
        });
        rows.push(`${kind} ${level}: ${cells.join(' ')}`);
      }
    }
    await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('figures.golden.txt');
  });

  it('keeps to the nodes of its level', () => {
    const most: Record<Level, number> = { far: 25, middle: 80, near: 90 };
    for (const kind of Object.keys(plan.kinds)) {
      for (const level of LEVELS) {
        for (const state of STATES) {
          const count = nodes(drawAll([unit(kind, state ? [state] : [])], level, Z[level]));
          expect(count, `${kind} ${level} ${state}`).toBeLessThanOrEqual(most[level]);
        }
      }
    }
  });

  it('differs in each of its states from one at rest', () => {
    for (const state of STATES.slice(1)) {
      // Who fights is shown once for each pair, by the layer.
      if (state === 'in melee') continue;
      expect(drawAll([unit('spear', [state])], 'near', 1), state).not.toBe(drawAll([unit('spear')], 'near', 1));
    }
  });

  it('faces ahead, has upright banners and never text upside down, however it is turned', () => {
    for (let heading = 0; heading < 360; heading += 5) {
      for (const kind of Object.keys(plan.kinds)) {
        const one = unit(kind, [], heading);
        const near = draw(one, 'near', Z.near);
        expect(near.banners.every(([, svg]) => !svg.includes('rotate'))).toBe(true);
        expect(near.base).toContain('class="notch"');
        expect(near.base).toContain(`rotate(${heading})`);
        // The notch lies ahead of the front, which lies ahead of the rear.
        const [, tip] = onTable(one, 0, -5);
        const [, rear] = onTable(one, 0, one.deep);
        expect((rear - tip) * Math.cos((heading * Math.PI) / 180)).toBeGreaterThanOrEqual(0);
        const far = draw(one, 'far', Z.far).figures;
        const turns = [...far.matchAll(/rotate\((-?[\d.]+)/g)].reduce((sum, [, turn]) => sum + Number(turn), 0);
        const tilt = (((turns % 360) + 540) % 360) - 180;
        expect(Math.abs(tilt), `${kind} at ${heading}`).toBeLessThanOrEqual(90);
      }
    }
  });

  it('has no routing front and shows lost stands as outlines', () => {
    expect(draw(unit('spear', ['routing']), 'near', 1).base).not.toContain('notch');
    expect(draw(unit('spear'), 'near', 1).base).toContain('stroke-dasharray="1.6 2.2"');
  });
});

describe('plates', () => {
  const size = (name: string): readonly [number, number] => [80 + name.length * 7, 36];
  const still = new Map<string, string | null>();

  function placed(k: number): { put: Put[]; corners: Map<string, Spot[]>; wide: number; high: number } {
    const made = madeTable();
    const world = worldOf(made.boards, made.grounds);
    const arranged = arrange(world, made.pieces, still, NOTHING);
    const measure = measureOf(world);
    const figures = new Drawer().figures(arranged.placed, (side) => side, measure, k, lightsOf([], world, arranged));
    const seen = { from: { x: 0, y: 0 }, to: world.size };
    const put = plates(figures, measure, k, seen, ({ entry }) => size(entry.piece.face.name.en));
    const pixels = measure.fig * k;
    const corners = new Map(
      figures.map(({ unit: one }) => [one.id, cornersOf(one).map(([x, y]): Spot => [x * pixels, y * pixels])]),
    );
    return { put, corners, wide: world.size.x * k, high: world.size.y * k };
  }

  it('lie on no unit, on no other plate and within the view', () => {
    for (const k of [0.75, 1, 1.5]) {
      const { put, corners, wide, high } = placed(k);
      expect(put.length).toBe(corners.size);
      for (const [i, plate] of put.entries()) {
        for (const other of put.slice(i + 1))
          expect(overlap(plate, other, 0), `${plate.id} ${other.id} ${k}`).toBe(false);
        for (const [id, ring] of corners) expect(covers(plate, ring), `${plate.id} on ${id} at ${k}`).toBe(false);
        expect(plate.x >= 0 && plate.y >= 0 && plate.x + plate.w <= wide && plate.y + plate.h <= high).toBe(true);
      }
    }
  });

  it('that are far from their unit are led back to it', () => {
    const { put, corners } = placed(0.75);
    for (const { id, lead, x, y, w, h } of put) {
      if (!lead) continue;
      const [[ax, ay], [bx, by]] = lead;
      expect(ax >= x && ax <= x + w && ay >= y && ay <= y + h).toBe(true);
      expect(covers({ x: bx - 1, y: by - 1, w: 2, h: 2 }, corners.get(id)!)).toBe(true);
    }
    expect(put.some(({ lead }) => lead)).toBe(true);
  });
});

describe('conditions', () => {
  it('have a shape or a sign and a word each, and no name twice', () => {
    const names = list.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const one of list) {
      expect('shape' in one || 'sign' in one, one.name).toBe(true);
      expect(one.word).not.toBe('');
    }
  });
});
