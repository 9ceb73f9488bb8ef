import type { Overlay } from '../wire';

/** Views that say something of one piece only: lines of fire, and ways of charges that may be declared. */
const SINGLE = ['aim', 'aimed', 'blocked'];

/** Of overlays that speak of single pieces one view for each kind and side is made, in the order they are told. */
export function together(overlays: readonly Overlay[]): Overlay[] {
  const whole = new Map<string, Overlay>();
  for (const { piece: _, ...one } of overlays) {
    if (SINGLE.includes(one.id)) continue;
    const key = `${one.id} ${one.side ?? ''}`;
    const known = whole.get(key);
    whole.set(key, known ? { ...known, shapes: [...(known.shapes ?? []), ...(one.shapes ?? [])] } : one);
  }
  return [...whole.values()];
}
