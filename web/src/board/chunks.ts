// Long paths cut into parcels by where they lie. A renderer draws a map tile by tile, and for every tile it
// goes through every path that touches it: one path of ten thousand strokes is gone through for each tile
// anew, a parcel only for its own.

/** So wide is a parcel, in units of the map; about a tile. */
const CELL = 240;

/** Shorter ones are not worth it. */
const LONG = 2500;

/**
 * The subpaths of a path, gathered by parcel; `null` if it has more than lines in it. Paths of our own pen
 * are relative moves and lines (`m1 2-3 4m5 6…`).
 */
export function parcels(d: string): string[] | null {
  if (/[^mMlL\d\s.,-]/.test(d)) return null;
  const cells = new Map<string, string[]>();
  let [x, y] = [0, 0];
  for (const [, letter, rest] of d.matchAll(/([mMlL])([^mMlL]*)/g)) {
    const numbers = (rest!.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const lines = letter === 'l' || letter === 'L';
    const relative = letter === 'm' || letter === 'l';
    const points: [number, number][] = lines ? [[x, y]] : [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const [dx, dy] = [numbers[i]!, numbers[i + 1]!];
      [x, y] = relative ? [x + dx, y + dy] : [dx, dy];
      points.push([x, y]);
    }
    // A long line goes over several parcels.
    for (let from = 0; from < points.length - 1; from += 12) {
      const leg = points.slice(from, from + 13);
      const [px, py] = leg[leg.length >> 1]!;
      const key = `${Math.floor(px / CELL)} ${Math.floor(py / CELL)}`;
      const part = cells.get(key);
      if (part) part.push(legPath(leg));
      else cells.set(key, [legPath(leg)]);
    }
  }
  return [...cells.values()].map((part) => part.join(''));
}

function legPath(points: readonly (readonly [number, number])[]): string {
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  return points.map(([x, y], i) => `${i === 0 ? 'M' : ' '}${tenth(x)} ${tenth(y)}`).join('');
}

/** Replaces every long path of strokes below an element by its parcels, in a group with its attributes. */
export function cutLongPaths(root: Element): void {
  for (const path of [...root.querySelectorAll('path')]) {
    const d = path.getAttribute('d') ?? '';
    const filled = (path.getAttribute('fill') ?? path.parentElement?.getAttribute('fill')) !== 'none';
    if (d.length < LONG || filled || path.hasAttribute('stroke-dasharray')) continue;
    const parts = parcels(d);
    if (!parts || parts.length < 2) continue;
    const group = path.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'g');
    for (const { name, value } of [...path.attributes]) if (name !== 'd') group.setAttribute(name, value);
    for (const part of parts) {
      const piece = path.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'path');
      piece.setAttribute('d', part);
      group.append(piece);
    }
    path.replaceWith(group);
  }
}
