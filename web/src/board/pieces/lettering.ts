// How large a text may be on a counter; the same measures as crates/draw/src/counter.rs.

import type { Piece } from '../../wire';

/** What the glyph already tells is left out of a short name. */
const ARMS = ['騎馬鉄砲隊', '騎馬隊', '鉄砲隊', '足軽隊'] as const;

/** The width of a text in ems: kanji are square. */
export function width(text: string): number {
  let sum = 0;
  for (const letter of text) sum += letter < '\u2e80' ? 0.56 : 1;
  return sum;
}

/** The size at which a text fills `room`, but no more than `most`. */
export const fit = (text: string, room: number, most: number): number =>
  Math.min(most, room / Math.max(width(text), 0.1));

export const fitNumber = (text: string, most: number): number =>
  Math.min(most, 56 / (Math.max([...text].length, 1) * 0.58));

export const fullName = (piece: Piece): string => piece.face.name.ja || piece.face.name.en;

export function shortName(piece: Piece): string {
  const name = fullName(piece);
  const arm = ARMS.find((suffix) => name.endsWith(suffix) && name.length > suffix.length);
  return arm ? name.slice(0, -arm.length) : name;
}
