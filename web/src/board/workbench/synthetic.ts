// Scenes made up for the workbench and the bench: every kind of ground, every state, any number of pieces.

import type { Area, Board, Cell, Ground, Piece } from '../../wire';

export type Made = { boards: Board[]; grounds: Map<string, Ground>; pieces: Piece[] };

/** A small generator, so that every run sees the same. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const two = (n: number): string => String(n).padStart(2, '0');
const MONS = ['ii', 'todo', 'sanada', 'goto', 'kimura', 'chosokabe', 'date', 'mizuno', 'mori', 'akashi'];
const GLYPHS = ['horse', 'foot', 'arquebus', 'fan', 'mounted_rifle', 'spear', ''];
const TERRAIN = [
  'flat',
  'flat',
  'flat',
  'flat',
  'marsh',
  'mountain',
  'wood',
  'hill',
  'large_river',
  'village',
  'kofun',
];

export const STATES = [
  [],
  ['acted'],
  ['chosen'],
  ['target'],
  ['disordered'],
  ['pinned'],
  ['held'],
  ['marked'],
  ['retreating'],
  ['no-command'],
  ['reduced'],
  ['holed-up'],
  ['surrounding'],
  ['cut-off'],
  ['morale-2'],
  ['fixed'],
  ['bewildered'],
  ['acted', 'pinned', 'held'],
];

function board(ground: Ground): Made {
  const digest = `made-${ground.id}`;
  return {
    boards: [{ id: ground.id, name: ground.name, ground: digest }],
    grounds: new Map([[digest, ground]]),
    pieces: [],
  };
}

export function madePiece(i: number, place: string | null, states: string[] = []): Piece {
  const mon = MONS[i % MONS.length]!;
  const glyph = GLYPHS[i % GLYPHS.length]!;
  const values = [String(1 + (i % 8)), String(3 + (i % 5)), String(4 + (i % 4))];
  const name = mon.charAt(0).toUpperCase() + mon.slice(1);
  return {
    id: `${mon}_${i}`,
    side: i % 2,
    place,
    face: { mon, glyph, name: { en: name, ja: '真田幸村井伊直孝'.slice(i % 5, (i % 5) + 2 + (i % 3)) }, values },
    states,
    label: `${name} ${i}, ${glyph || 'no arm'}, ${values.join('–')}${states.map((word) => `, ${word}`).join('')}`,
  };
}

export function madeHexes(columns: number, rows: number, count: number): Made {
  const chance = dice(7);
  const cells: Cell[] = [];
  for (let column = 1; column <= columns; column += 1) {
    for (let row = 1; row <= rows; row += 1) {
      const terrain = TERRAIN[Math.floor(chance() * TERRAIN.length)]!;
      cells.push({ id: two(column) + two(row), terrain });
    }
  }
  const made = board({
    kind: 'hexes',
    id: 'made',
    name: { en: 'Made up', ja: '試験' },
    columns,
    rows,
    even_down: true,
    up: 'north',
    cells,
  });
  for (let i = 0; i < count; i += 1) {
    const place = cells[Math.floor(chance() * cells.length)]!.id;
    const beside = i % 23 === 22;
    made.pieces.push(madePiece(i, beside ? null : place, STATES[i % 40] ?? []));
  }
  return made;
}

/** Every state once, in rows, and some stacks. */
export function madeStates(): Made {
  const made = madeHexes(14, 9, 0);
  STATES.forEach((states, i) => {
    made.pieces.push(madePiece(i * 2, `${two(1 + (i % 6) * 2)}${two(1 + Math.floor(i / 6) * 2)}`, [...states]));
  });
  for (let i = 0; i < 7; i += 1) made.pieces.push(madePiece(100 + i * 2, '0408', i === 2 ? ['acted'] : []));
  for (let i = 0; i < 2; i += 1) made.pieces.push(madePiece(200 + i * 2, '0808'));
  for (let i = 0; i < 9; i += 1) made.pieces.push(madePiece(300 + i, null));
  return made;
}

export function madeAreas(): Made {
  const areas: Area[] = [];
  const terrain = ['plain', 'hill', 'wood', 'marsh', 'mountain', 'lake'];
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const [x, y] = [column * 100, row * 90];
      const n = row * 4 + column;
      areas.push({
        id: `a${n + 1}`,
        name: { en: `Area ${n + 1}`, ja: '山野林沼峰湖'.charAt(n % 6) },
        terrain: terrain[n % terrain.length]!,
        outline: [
          [x, y],
          [x + 100, y],
          [x + 100, y + 90],
          [x, y + 90],
        ],
        marks: n === 5 ? ['castle'] : [],
      });
    }
  }
  const name = { en: 'Areas', ja: '地域' };
  const made = board({ kind: 'areas', id: 'areas', name, width: 400, height: 270, areas });
  for (let i = 0; i < 14; i += 1) made.pieces.push(madePiece(i, `a${1 + ((i * 5) % 7)}`));
  return made;
}

/** A wing of a battle: every kind of unit, every condition, units in contact. */
const BATTLE: readonly (readonly [
  string,
  string,
  number,
  string,
  number,
  number,
  number,
  number,
  number,
  number,
  string[],
])[] = [
  // id, kind, side, crest, files, stands, full, x, y, heading, states; in figure units from the upper left corner
  ['Kakizaki samurai', 'samurai', 0, 'uesugi', 3, 5, 6, 262, 331, 24, ['in melee']],
  ['Naito spears', 'spear', 1, 'takeda', 4, 6, 8, 266, 322, 204, ['disordered', 'in melee']],
  ['Naoe spears', 'spear', 0, 'uesugi', 4, 8, 8, 122, 376, 16, []],
  ['Honjo guns', 'teppo', 0, 'uesugi', 3, 6, 6, 446, 400, 10, ['chosen', 'first volley']],
  ['Suda horse', 'cavalry', 0, 'uesugi', 2, 4, 4, 128, 222, 62, ['frenzied']],
  ['Obu guns', 'teppo', 1, 'takeda', 3, 5, 5, 486, 250, 184, ['target', 'fired']],
  ['Anayama bows', 'bow', 1, 'takeda', 3, 4, 6, 626, 250, 180, ['out of command']],
  ['Yamagata horse', 'cavalry', 1, 'takeda', 3, 5, 6, 318, 205, 222, ['acted']],
  ['Levy of Suwa', 'levy', 1, 'takeda', 3, 5, 6, 462, 138, 346, ['routing']],
  ['Shingen', 'camp', 1, 'takeda', 1, 1, 1, 590, 168, 184, []],
  ['Kenshin', 'general', 0, 'uesugi', 1, 1, 1, 330, 424, 12, []],
  ['Naito Masatoyo', 'leader', 1, 'takeda', 1, 1, 1, 352, 262, 205, []],
  ['Messenger', 'messenger', 0, 'uesugi', 1, 1, 1, 226, 446, 340, []],
  ['Honjo light gun', 'lightgun', 0, 'uesugi', 1, 1, 1, 598, 424, 356, []],
];
const HIGH = 620;

function standSize(kind: string): readonly [number, number] {
  if (kind === 'camp') return [80, 60];
  if (kind === 'general' || kind === 'leader' || kind === 'messenger') return [20, 20];
  return [40, kind === 'cavalry' || kind.endsWith('gun') ? 30 : 15];
}

/** An open table with the battle, and rows of more units up to `count`. */
export function madeTable(count = BATTLE.length): Made {
  const made = board({
    kind: 'open',
    id: 'table',
    name: { en: 'Hachimanbara', ja: '八幡原' },
    width: 7600,
    height: HIGH * 10,
    unit: 'cm',
    patches: [],
  });
  for (let i = 0; i < count; i += 1) {
    const round = Math.floor(i / BATTLE.length);
    const [name, kind, side, mon, files, stands, full, x, y, heading, states] = BATTLE[i % BATTLE.length]!;
    const [w, d] = standSize(kind);
    const shift = round === 0 ? 0 : 30 * round;
    made.pieces.push({
      id: `${name.toLowerCase().replaceAll(' ', '_')}${round || ''}`,
      side,
      place: null,
      face: { mon, glyph: 'foot', name: { en: name, ja: '' }, values: [] },
      figure: { kinds: [kind], armour: 'M', quality: 'Seasoned', full, hits: 0 },
      pose: {
        x: (x - shift) * 10,
        y: (HIGH - y - shift * 2) * 10,
        heading: heading * 10,
        width: files * w * 10,
        depth: Math.ceil(stands / files) * d * 10,
        stands,
        files,
      },
      states,
      label: name,
    });
  }
  return made;
}
