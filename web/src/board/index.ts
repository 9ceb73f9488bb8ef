// What the rest of the client may use of the board.

export { default as Board } from './Board.svelte';
export { wordOf } from './pieces/conditions';
export { default as PieceFace } from './pieces/PieceFace.svelte';
export { crestHref, ensureSymbols, glyphHref } from './symbols';
export type { At, BoardHandle, BoardProps, Lit } from './types';
