// Things as the wire names them: `place:D:0113`, `piece:goto_G1`, `spot:1200,340`.

export type Kind = 'piece' | 'place' | 'spot' | 'card' | 'button';
export type Thing = { kind: Kind; id: string };

const KINDS: ReadonlySet<string> = new Set(['piece', 'place', 'spot', 'card', 'button']);

/** A label alone is taken for a place; its own colon (`D:0113`) is no kind. */
export function thingOf(text: string): Thing {
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(colon, 0));
  return KINDS.has(kind) ? { kind: kind as Kind, id: text.slice(colon + 1) } : { kind: 'place', id: text };
}

/** A piece is often named without its kind where only a piece can stand. */
export function pieceId(text: string): string {
  return text.startsWith('piece:') ? text.slice('piece:'.length) : text;
}

export const placeThing = (label: string): string => `place:${label}`;
export const pieceThing = (id: string): string => `piece:${id}`;

export function spotOf(id: string): { x: number; y: number } | null {
  const [x, y] = id.split(',').map(Number);
  return x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null;
}
