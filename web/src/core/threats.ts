import { touches } from '../board/ground/shapes';
import type { Overlay, Piece } from '../wire';

/** Views that say where a unit can strike, and where it can shoot. */
const STRIKES = ['charge', 'reach'];
const SHOOTS = ['range'];

export type Threats = {
  strikes: Overlay[];
  shoots: Overlay[];
  /** Units in reach, with the number of enemies that can strike and shoot there. */
  marked: { piece: Piece; strikes: number; shoots: number }[];
};

/** Everything the enemies of a side can strike or shoot at on an open table; `null` if the scene has no threats. */
export function threatsOf(overlays: readonly Overlay[], pieces: readonly Piece[], side: number | null): Threats | null {
  const foreign = overlays.filter((one) => one.side !== side && one.piece != null && (one.shapes ?? []).length > 0);
  const strikes = foreign.filter((one) => STRIKES.includes(one.id));
  const shoots = foreign.filter((one) => SHOOTS.includes(one.id));
  if (strikes.length + shoots.length === 0) return null;
  const count = (all: readonly Overlay[], piece: Piece): number =>
    all.filter(
      (one) => one.side !== piece.side && (one.shapes ?? []).some((shape) => piece.pose && touches(shape, piece.pose)),
    ).length;
  const marked = pieces
    .filter((piece) => piece.pose && (side === null || piece.side === side))
    .map((piece) => ({ piece, strikes: count(strikes, piece), shoots: count(shoots, piece) }))
    .filter((one) => one.strikes + one.shoots > 0);
  return { strikes, shoots, marked };
}

/** "1 charge · 2 volleys" */
export function threatWords({ strikes, shoots }: { strikes: number; shoots: number }): string {
  const words = [];
  if (strikes > 0) words.push(strikes === 1 ? '1 charge' : `${strikes} charges`);
  if (shoots > 0) words.push(shoots === 1 ? '1 volley' : `${shoots} volleys`);
  return words.join(' · ');
}
