// The layout of a sheet of hexes.

import type { Cell, Ground } from '../../wire';
import type { Arrow } from './ahead';
import { COLUMN, centre, corners, type Grid, groundEnd, HEX, hexOf, MARGIN, nearest, sheetSize } from './hexes';
import type { Layout, PlaceText } from './layout';
import type { Point } from './points';
import { readable } from './terrain';

type Hexes = Extract<Ground, { kind: 'hexes' }>;

const key = (column: number, row: number): number => column * 1000 + row;

export function hexLayout(ground: Hexes): Layout {
  const grid: Grid = { columns: ground.columns, rows: ground.rows, evenDown: ground.even_down };
  const byLabel = new Map<string, Cell>();
  const byHex = new Map<number, Cell>();
  for (const cell of ground.cells) {
    const hex = hexOf(cell.id);
    if (!hex) continue;
    byLabel.set(cell.id, cell);
    byHex.set(key(hex.column, hex.row), cell);
  }

  const seat = (label: string): Point | null => {
    const hex = byLabel.has(label) ? hexOf(label) : null;
    return hex && centre(grid, hex);
  };

  const step = (label: string, arrow: Arrow): string | null => {
    const hex = hexOf(label);
    if (!hex) return null;
    // Left and right keep the row: the line wavers by half a hex but does not climb.
    const { column, row } = hex;
    const next = {
      up: key(column, row - 1),
      down: key(column, row + 1),
      left: key(column - 1, row),
      right: key(column + 1, row),
    }[arrow];
    return byHex.get(next)?.id ?? null;
  };

  const inside = (from: Point, to: Point): string[] => {
    const out: string[] = [];
    const first = Math.max(1, Math.floor((from.x - MARGIN) / COLUMN) + 1);
    const last = Math.min(grid.columns, Math.ceil((to.x - MARGIN) / COLUMN) + 1);
    const top = Math.max(1, Math.floor((from.y - MARGIN) / HEX));
    const foot = Math.min(grid.rows, Math.ceil((to.y - MARGIN) / HEX) + 1);
    for (let column = first; column <= last; column += 1) {
      for (let row = top; row <= foot; row += 1) {
        const cell = byHex.get(key(column, row));
        if (cell) out.push(cell.id);
      }
    }
    return out;
  };

  const end = groundEnd(grid);
  return {
    kind: 'hexes',
    size: sheetSize(end),
    end,
    labels: [...byLabel.keys()],
    seat,
    outline: (label) => {
      const middle = seat(label);
      return middle ? corners(middle) : [];
    },
    at: (p) => {
      const hex = nearest(grid, p);
      return byHex.get(key(hex.column, hex.row))?.id ?? null;
    },
    step,
    inside,
    text: (label) => {
      const cell = byLabel.get(label);
      return cell ? cellText(cell) : null;
    },
    scale: 1,
  };
}

function cellText(cell: Cell): PlaceText {
  const more: string[] = [];
  if (cell.road) more.push('road');
  if (cell.river) more.push('river side');
  if (cell.wall) more.push('closed side');
  // A mark with a colon is for the rules, not for reading.
  more.push(...(cell.marks ?? []).filter((mark) => !mark.includes(':')).map(readable));
  return { title: `hex ${cell.id}`, name: cell.name ?? null, terrain: readable(cell.terrain), more };
}
