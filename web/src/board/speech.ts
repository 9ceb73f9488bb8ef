// Things on the board in words, for screen readers and for the line under the cursor.

import type { Piece } from '../wire';
import { readable } from './ground/terrain';
import type { World } from './ground/world';
import type { Lights } from './lights';
import type { Arranged } from './pieces/arrange';
import { pieceThing, placeThing, thingOf } from './things';
import type { Lit } from './types';

export type Told = { world: World; arranged: Arranged; lights: Lights };

function litText(lit: Lit): string {
  const cost = lit.cost === null || lit.cost === undefined ? '' : `, cost ${lit.cost}`;
  const warning = lit.warning ? `, warning: ${lit.warning}` : '';
  return `${lit.kind === 'target' ? 'target' : 'may be chosen'}: ${lit.label}${cost}${warning}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function placeWords(label: string, world: World): string {
  const text = world.text(label);
  if (!text) return label;
  const name = text.name?.en && text.name.en !== text.title ? [text.name.en] : [];
  return [text.title, ...name, text.terrain, ...text.more].filter(Boolean).join(', ');
}

/** A full description of a thing: ground, who stands there, what may be done. */
export function describe(thing: string, told: Told): string {
  const { kind, id } = thingOf(thing);
  const { world, arranged, lights } = told;
  const parts: string[] = [];
  const say = (of: string): void => {
    const lit = lights.byThing.get(of);
    if (lit) parts.push(litText(lit));
  };
  const sayPiece = (piece: Piece): void => {
    parts.push(piece.label || piece.face.name.en);
    say(pieceThing(piece.id));
  };
  if (kind === 'place') {
    parts.push(placeWords(id, world));
    for (const entry of arranged.stacks.get(id) ?? []) sayPiece(entry.piece);
    say(thing);
  } else if (kind === 'piece') {
    const entry = arranged.byId.get(id);
    const piece = entry?.piece ?? arranged.tray.find((one) => one.id === id);
    if (!piece) return id;
    sayPiece(piece);
    if (entry?.place) {
      parts.push(`on ${placeWords(entry.place, world)}`);
      say(placeThing(entry.place));
    } else if (!entry) {
      parts.push('beside the board');
    }
  } else {
    const at = world.point(thing);
    const patch = at && world.patchAt(at);
    parts.push(patch ? `spot ${id} in ${readable(patch)}` : `spot ${id}`);
    say(thing);
  }
  return parts.map((part) => `${capital(part.replace(/[.\s]+$/, ''))}.`).join(' ');
}
