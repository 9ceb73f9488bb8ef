// The states of a piece, one language for every system: shape, a seal and a word, never colour alone.

export type Seal = {
  sign: string;
  colour: 'ink' | 'vermilion' | 'gold' | 'grey';
  x: number;
  y: number;
  radius: number;
  word: string;
};

export type Dress = {
  acted: boolean;
  reduced: boolean;
  disordered: boolean;
  lit: boolean;
  chosen: boolean;
  target: boolean;
  holed: boolean;
  surrounding: boolean;
  cutOff: boolean;
  pinned: boolean;
  retreating: boolean;
  marked: boolean;
  ruin: boolean;
  /** No unit: it says whose a place is. */
  marker: boolean;
  /** Steps of morale lost. */
  morale: string | null;
  seals: Seal[];
};

/** Words that are shown by a frame, a veil or a turn, each under the name the dress knows it by. */
const SHAPES: Readonly<Record<string, keyof Dress>> = {
  acted: 'acted',
  done: 'acted',
  moved: 'acted',
  reduced: 'reduced',
  back: 'reduced',
  disordered: 'disordered',
  choice: 'lit',
  lit: 'lit',
  chosen: 'chosen',
  selected: 'chosen',
  target: 'target',
  'holed-up': 'holed',
  holed: 'holed',
  surrounding: 'surrounding',
  'cut-off': 'cutOff',
  'out-of-supply': 'cutOff',
  pinned: 'pinned',
  retreating: 'retreating',
  marked: 'marked',
  surrounded: 'surrounding',
  ruin: 'ruin',
  marker: 'marker',
};

/** The sign of a seal. Kanji that say it in one: tied, waits, alone, struck, gives way, falls, raves, under orders. */
const SIGNS: Readonly<Record<string, readonly [string, Seal['colour']]>> = {
  disordered: ['乱', 'vermilion'],
  'holed-up': ['籠', 'ink'],
  holed: ['籠', 'ink'],
  surrounding: ['囲', 'vermilion'],
  surrounded: ['囲', 'vermilion'],
  'to-the-death': ['死', 'vermilion'],
  refused: ['拒', 'gold'],
  'cut-off': ['絶', 'gold'],
  'out-of-supply': ['絶', 'gold'],
  fixed: ['止', 'ink'],
  pinned: ['縛', 'ink'],
  held: ['待', 'gold'],
  'no-command': ['孤', 'gold'],
  marked: ['傷', 'vermilion'],
  retreating: ['退', 'vermilion'],
  broken: ['崩', 'vermilion'],
  routed: ['崩', 'vermilion'],
  routing: ['崩', 'vermilion'],
  frenzied: ['狂', 'vermilion'],
  pursuing: ['追', 'vermilion'],
  charging: ['突', 'vermilion'],
  halted: ['止', 'ink'],
  column: ['縦', 'ink'],
  fired: ['撃', 'grey'],
  active: ['令', 'gold'],
  seated: ['座', 'ink'],
  abandoned: ['捨', 'grey'],
  later: ['後', 'grey'],
  neutral: ['中', 'grey'],
  hidden: ['伏', 'ink'],
};

/** Seals with a place of their own; the others take the free ones in order. */
const OWN: Readonly<Record<string, readonly [number, number]>> = {
  籠: [32, 68],
  囲: [66, 62],
};

const FREE: readonly (readonly [number, number])[] = [
  [61, 34],
  [3, 34],
  [61, 66],
  [3, 66],
  [32, 66],
  [32, -2],
];

export function dressOf(states: readonly string[] | null | undefined): Dress {
  const dress: Dress = {
    acted: false,
    reduced: false,
    disordered: false,
    lit: false,
    chosen: false,
    target: false,
    holed: false,
    surrounding: false,
    cutOff: false,
    pinned: false,
    retreating: false,
    marked: false,
    ruin: false,
    marker: false,
    morale: null,
    seals: [],
  };
  let used = 0;
  for (const raw of states ?? []) {
    const word = raw.replaceAll('_', '-');
    if (word.startsWith('morale-')) {
      dress.morale = word.slice('morale-'.length);
      continue;
    }
    const shape = SHAPES[word];
    if (shape && shape !== 'morale' && shape !== 'seals') dress[shape] = true;
    const known = SIGNS[word];
    if (shape && !known) continue;
    // A word of a system the client has never heard of: its first letter, and the word in the tooltip.
    const [sign, colour] = known ?? [word.charAt(0).toUpperCase(), 'grey' as const];
    const own = OWN[sign];
    const [x, y] = own ?? FREE[used % FREE.length]!;
    if (!own) used += 1;
    dress.seals.push({ sign, colour, x, y, radius: 8.5, word: readableState(raw) });
  }
  return dress;
}

export const readableState = (word: string): string => word.replaceAll('_', ' ').replaceAll('-', ' ');
