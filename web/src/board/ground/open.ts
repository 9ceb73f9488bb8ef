// The layout of an open table: no places, only spots.

import type { Ground } from '../../wire';
import { RIM } from './hexes';
import type { Layout } from './layout';
import { at } from './points';

/** The longer side of the table on paper. */
const LENGTH = 1600;

export function openLayout(ground: Extract<Ground, { kind: 'open' }>): Layout {
  const scale = LENGTH / Math.max(ground.width, ground.height, 1);
  const end = at(RIM + ground.width * scale, RIM + ground.height * scale);
  return {
    kind: 'open',
    size: at(end.x + RIM, end.y + RIM),
    end,
    labels: [],
    seat: () => null,
    outline: () => [],
    at: () => null,
    step: () => null,
    inside: () => [],
    text: () => null,
    scale,
  };
}
