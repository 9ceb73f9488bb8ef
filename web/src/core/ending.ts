// What a finished game comes to: losses, and the throws that turned it.

import type { Piece, SaidLuck, Scene } from '../wire';

export type Loss = {
  piece: Piece;
  /** Stands left and at the start, where it has stands. */
  left: number;
  full: number;
  /** It is off the table. */
  gone: boolean;
};

const standing = (piece: Piece): boolean => piece.place !== null || piece.pose != null || piece.under != null;
/** Markers lie on the map, too; units have figures to fight with. */
const fights = (piece: Piece): boolean => piece.figure != null || piece.face.values.length > 0;

/** What each piece that fought has lost between two moments: those that are gone first. */
export function lossesOf(first: Scene, last: Scene, side: number): Loss[] {
  const now = new Map(last.pieces.map((piece) => [piece.id, piece]));
  const losses: Loss[] = [];
  for (const piece of first.pieces) {
    if (piece.side !== side || !standing(piece) || !fights(piece)) continue;
    const then = now.get(piece.id);
    const gone = then === undefined || !standing(then);
    const full = piece.figure?.full ?? piece.pose?.stands ?? 1;
    const left = gone ? 0 : piece.figure == null ? 1 : (then.pose?.stands ?? full);
    if (gone || left < full) losses.push({ piece, left, full, gone });
  }
  return losses.sort((a, b) => Number(b.gone) - Number(a.gone) || a.left / a.full - b.left / b.full);
}

/** The throws that moved the game most, in the order they fell. */
export function turnsOf(throws: readonly SaidLuck[], most = 4): SaidLuck[] {
  return [...throws]
    .filter((one) => one.swing !== 0)
    .sort((a, b) => Math.abs(b.swing) - Math.abs(a.swing))
    .slice(0, most)
    .sort((a, b) => a.number - b.number);
}

/** What all throws were worth to a side, and how many of them were to its good. */
export function luckOf(throws: readonly SaidLuck[], side: number): number {
  const sum = throws.reduce((all, one) => all + one.swing, 0);
  return side === 0 ? sum : -sum;
}
