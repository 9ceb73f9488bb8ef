// Pieces that belong to the ground: castles. They never stack; counters stand before them.

import type { Piece } from '../../wire';

export const isSite = (piece: Piece): boolean => piece.face.glyph === 'castle';

/** Up and to the left of whoever stands in the same place, so that both can be seen. */
export const ASIDE = 10;
