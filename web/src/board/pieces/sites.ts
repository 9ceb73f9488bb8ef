// Pieces that belong to the ground: castles. They never stack; counters stand before them.

import type { Piece } from '../../wire';

export const isSite = (piece: Piece): boolean => piece.face.glyph === 'castle';

/**
 * A castle stands up and to the left of the counters in the same place, so that both can be seen. Sideways there is
 * little room: the next hex begins where a stack with its number ends.
 */
export const ASIDE = { x: 5, y: 11 };
