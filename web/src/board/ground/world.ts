// All boards of a scene side by side, in one plane. Everything on the board is placed in its units.

import type { Board, Ground } from '../../wire';
import { spotOf, thingOf } from '../things';
import type { Arrow } from './ahead';
import { RIM } from './hexes';
import { type Layout, layoutOf, type PlaceText } from './layout';
import { at, minus, type Point, plus, within } from './points';

/** Between two boards. */
const GAP = 56;

export type Sheet = { board: Board; ground: Ground; layout: Layout; origin: Point };

export class World {
  readonly sheets: readonly Sheet[];
  readonly size: Point;
  readonly #home = new Map<string, Sheet>();
  readonly #outlines = new Map<string, readonly Point[]>();

  constructor(sheets: readonly Sheet[]) {
    this.sheets = sheets;
    const last = sheets.at(-1);
    this.size = at(
      last ? last.origin.x + last.layout.size.x : 1,
      Math.max(1, ...sheets.map((sheet) => sheet.layout.size.y)),
    );
    for (const sheet of sheets) {
      for (const label of sheet.layout.labels) this.#home.set(label, sheet);
    }
  }

  sheetOf(label: string): Sheet | null {
    return this.#home.get(label) ?? null;
  }

  /** The first open table: spots and poses are measured on it. */
  get table(): Sheet | null {
    return this.sheets.find((sheet) => sheet.layout.kind === 'open') ?? null;
  }

  seat(label: string): Point | null {
    const sheet = this.sheetOf(label);
    const seat = sheet?.layout.seat(label);
    return sheet && seat ? plus(sheet.origin, seat) : null;
  }

  /** A point of the open table. */
  spot(x: number, y: number): Point | null {
    const sheet = this.table;
    if (!sheet) return null;
    const { scale, end } = sheet.layout;
    return plus(sheet.origin, at(RIM + x * scale, end.y - y * scale));
  }

  /** A point of paper on the open table, in its hundredths. */
  onTable(p: Point): Point | null {
    const sheet = this.table;
    if (!sheet) return null;
    const { scale, end } = sheet.layout;
    return at((p.x - sheet.origin.x - RIM) / scale, (sheet.origin.y + end.y - p.y) / scale);
  }

  /** What a ruler on the open table is marked in. */
  get unit(): string {
    return this.table?.ground.kind === 'open' ? this.table.ground.unit : '';
  }

  /** Where a place or a spot lies; pieces are not the ground's to know. */
  point(thing: string): Point | null {
    const { kind, id } = thingOf(thing);
    if (kind === 'place') return this.seat(id);
    const spot = kind === 'spot' ? spotOf(id) : null;
    return spot && this.spot(spot.x, spot.y);
  }

  outline(label: string): readonly Point[] {
    let ring = this.#outlines.get(label);
    if (!ring) {
      const sheet = this.sheetOf(label);
      ring = sheet ? sheet.layout.outline(label).map((p) => plus(sheet.origin, p)) : [];
      this.#outlines.set(label, ring);
    }
    return ring;
  }

  sheetAt(p: Point): Sheet | null {
    const holds = ({ origin, layout }: Sheet): boolean =>
      p.x >= origin.x && p.y >= origin.y && p.x <= origin.x + layout.size.x && p.y <= origin.y + layout.size.y;
    return this.sheets.find(holds) ?? null;
  }

  at(p: Point): string | null {
    const sheet = this.sheetAt(p);
    return sheet ? sheet.layout.at(minus(p, sheet.origin)) : null;
  }

  /** The place nearest to a point that may lie on no place. */
  near(p: Point): string | null {
    const here = this.at(p);
    if (here) return here;
    let best: string | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const label of this.#home.keys()) {
      const seat = this.seat(label)!;
      const far = (seat.x - p.x) ** 2 + (seat.y - p.y) ** 2;
      if (far < least) [least, best] = [far, label];
    }
    return best;
  }

  step(label: string, arrow: Arrow): string | null {
    return this.sheetOf(label)?.layout.step(label, arrow) ?? null;
  }

  text(label: string): PlaceText | null {
    return this.sheetOf(label)?.layout.text(label) ?? null;
  }

  /** The terrain under a point of an open table. */
  patchAt(p: Point): string | null {
    const sheet = this.sheetAt(p);
    if (sheet?.ground.kind !== 'open') return null;
    const q = this.onTable(p);
    if (!q) return null;
    const inside = sheet.ground.patches.filter((patch) =>
      within(
        patch.outline.map(([x, y]) => at(x, y)),
        q,
      ),
    );
    return inside.at(-1)?.terrain ?? null;
  }
}

export function worldOf(boards: readonly Board[], grounds: ReadonlyMap<string, Ground>): World {
  const sheets: Sheet[] = [];
  let x = 0;
  for (const board of boards) {
    const ground = grounds.get(board.ground);
    if (!ground) continue;
    const layout = layoutOf(ground);
    sheets.push({ board, ground, layout, origin: at(x, 0) });
    x += layout.size.x + GAP;
  }
  return new World(sheets);
}
