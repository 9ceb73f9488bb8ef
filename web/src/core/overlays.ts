import type { Overlay } from '../wire';

/** Of overlays that speak of single pieces one view for each kind and side is made, in the order they are told. */
export function together(overlays: readonly Overlay[]): Overlay[] {
  const whole = new Map<string, Overlay>();
  for (const { piece: _, ...one } of overlays) {
    const key = `${one.id} ${one.side ?? ''}`;
    const known = whole.get(key);
    whole.set(key, known ? { ...known, shapes: [...(known.shapes ?? []), ...(one.shapes ?? [])] } : one);
  }
  return [...whole.values()];
}
