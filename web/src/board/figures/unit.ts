// A unit of miniatures as the drawing sees it, in figure units: 10 a centimetre, 25 an inch. The middle of its front
// is its origin, and it faces -y.

import plan from '../../../../data/art/figures.json';
import type { Piece, Pose } from '../../wire';
import { Seed } from '../ground/wavy';
import { conditionsOf, type Shape } from '../pieces/conditions';

export type Part = { symbol: string; x: number; y: number; turn: number };
export type Kind = {
  glyph: string;
  /** The room a man takes in his rank. */
  pitch?: number;
  /** Every man has a banner of his own. */
  sashimono?: boolean;
  mounted?: boolean;
  /** What stands on a base instead of ranks of men. */
  figures?: readonly Part[];
  base?: 'round' | 'camp';
  /** Where the banner of a leader stands on his base. */
  nobori?: readonly [number, number];
  standard?: readonly [number, number];
};

const KINDS = plan.kinds as unknown as Readonly<Record<string, Kind>>;
const MIDDLE: ReadonlySet<string> = new Set(plan.middle);

export const COATS: readonly (readonly string[])[] = plan.coats;

export const kindOf = (name: string): Kind => KINDS[name] ?? KINDS.spear!;

/** The simpler drawing of a figure, for the middle level. */
export const middleOf = (name: string): string => `m-${MIDDLE.has(name) ? name : 'samurai'}`;

/** What stands on the bases of a piece that does not say so itself. */
const BY_GLYPH: Readonly<Record<string, string>> = {
  spear: 'spear',
  bow: 'bow',
  arquebus: 'teppo',
  levy: 'levy',
  foot: 'samurai',
  horse: 'cavalry',
  mounted_rifle: 'cavalry',
  gun: 'lightgun',
  curtain: 'camp',
  fan: 'general',
  messenger: 'messenger',
};

export type Unit = {
  id: string;
  /** One kind for all stands, or one for each. */
  kinds: readonly string[];
  /** The number of the livery, from 0. */
  livery: number;
  mon: string;
  x: number;
  y: number;
  /** In degrees, clockwise from the top. */
  heading: number;
  wide: number;
  deep: number;
  stands: number;
  files: number;
  /** Stands lost since the start. */
  lost: number;
  armour: string;
  shapes: ReadonlySet<Shape>;
  /** Signs of what is bad for it. */
  seals: readonly string[];
};

/** How many figure units the unit of a table's ruler has. */
export const unitsOf = (ruler: string): number => (ruler.startsWith('in') ? 25 : 10);

type Place = { x: number; y: number; per: number };

/** `per` is the size of a hundredth of the table's unit in figure units. */
export function unitOf(
  piece: Piece,
  pose: Pose,
  livery: number,
  shapes: ReadonlySet<Shape>,
  { x, y, per }: Place,
): Unit {
  const kinds = piece.figure?.kinds.length ? piece.figure.kinds : [BY_GLYPH[piece.face.glyph] ?? 'spear'];
  const stands = Math.max(1, pose.stands);
  return {
    id: piece.id,
    kinds,
    livery,
    mon: piece.face.mon,
    x,
    y,
    heading: pose.heading / 10,
    wide: pose.width * per,
    deep: pose.depth * per,
    stands,
    files: Math.max(1, Math.min(pose.files, stands)),
    lost: Math.max(0, (piece.figure?.full ?? 0) - stands),
    armour: piece.figure?.armour ?? '',
    shapes,
    seals: conditionsOf(piece.states).flatMap(({ sign, colour }) => (sign && colour === 'vermilion' ? [sign] : [])),
  };
}

export type Stand = { i: number; x: number; y: number; wide: number; deep: number; turn: number };

/** Stands in ranks and files, the last rank centred; turned this way and that in disorder. */
export function standsOf(unit: Unit, count = unit.stands): Stand[] {
  const { files } = unit;
  const [wide, deep] = [unit.wide / files, unit.deep / Math.ceil(unit.stands / files)];
  const seed = new Seed(unit.id);
  const loose = unit.shapes.has('turned') && count === unit.stands;
  const off = (by: number): number => (loose ? seed.between(-by, by) : 0);
  return Array.from({ length: count }, (_, i) => {
    const rank = Math.floor(i / files);
    const short = Math.max(0, files - (count - rank * files));
    return {
      i,
      turn: off(13),
      x: ((i % files) + 0.5 + short / 2 - files / 2) * wide + off(2.5),
      y: (rank + 0.5) * deep + off(2),
      wide,
      deep,
    };
  });
}

/** Round bases are at least 3 cm across: the man on it is as large as the others. */
export const radiusOf = (unit: Unit): number => Math.max(15, unit.wide / 2);

export const isRound = (unit: Unit): boolean => kindOf(unit.kinds[0]!).base === 'round';

export const tenth = (value: number): number => Math.round(value * 10) / 10 || 0;

/** A point of the unit's own frame on the table. */
export function onTable(unit: Unit, x: number, y: number): [number, number] {
  const turn = (unit.heading * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [unit.x + x * c - y * s, unit.y + x * s + y * c];
}

/** The corners of what is drawn of a unit, `gap` around it. */
export function cornersOf(unit: Unit, gap = 0): [number, number][] {
  let [half, top, bottom] = [unit.wide / 2, 0, unit.deep];
  if (isRound(unit)) {
    const r = radiusOf(unit);
    [half, top, bottom] = [r, unit.deep / 2 - r, unit.deep / 2 + r];
  }
  return [
    onTable(unit, -half - gap, top - gap),
    onTable(unit, half + gap, top - gap),
    onTable(unit, half + gap, bottom + gap),
    onTable(unit, -half - gap, bottom + gap),
  ];
}
