import { spotOf } from '../board/things';
import type { Difference, Piece, Pose, Scene, Stroke } from '../wire';

/** The same as `Scene::apply` of the kernel: what a viewer shows after a difference. */
export function applyDifference(scene: Scene, difference: Difference): Scene {
  const gone = new Set(difference.gone ?? []);
  const pieces: Piece[] = scene.pieces.filter((piece) => !gone.has(piece.id));
  const index = new Map(pieces.map((piece, at) => [piece.id, at]));
  for (const piece of difference.pieces ?? []) {
    const at = index.get(piece.id);
    if (at === undefined) {
      index.set(piece.id, pieces.length);
      pieces.push(piece);
    } else {
      pieces[at] = piece;
    }
  }
  if (difference.order != null) {
    const rank = new Map<string, number>();
    difference.order.forEach((id, at) => {
      if (!rank.has(id)) rank.set(id, at);
    });
    // A piece the order does not name goes first, as `None` sorts before `Some`.
    pieces.sort((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1));
  }
  return {
    boards: difference.boards ?? scene.boards,
    pieces,
    tracks: difference.tracks ?? scene.tracks,
    hands: difference.hands ?? scene.hands,
    charts: difference.charts ?? scene.charts,
    notes: difference.notes ?? scene.notes,
    scores: difference.scores ?? scene.scores,
  };
}

/** `piece:goto_G1` → `goto_G1`; bare labels stay as they are. */
export function bare(thing: string): string {
  return thing.replace(/^(piece|place|card|button):/, '');
}

/** `piece:goto_G1` → `piece`. */
export function kindOf(thing: string): string {
  const colon = thing.indexOf(':');
  return colon < 0 ? '' : thing.slice(0, colon);
}

/**
 * A guess at the scene between two told ones, from strokes alone: enough to draw the moments on the way
 * when several steps come with one difference.
 */
export function applyStrokes(scene: Scene, strokes: Stroke[]): Scene {
  let pieces = scene.pieces;
  const place = (thing: string, to: string) => {
    const id = bare(thing);
    pieces = pieces.map((piece) => (piece.id === id ? { ...piece, place: bare(to) } : piece));
  };
  const pose = (thing: string, change: Partial<Pose>) => {
    const id = bare(thing);
    pieces = pieces.map((piece) =>
      piece.id === id && piece.pose ? { ...piece, pose: { ...piece.pose, ...change } } : piece,
    );
  };
  for (const stroke of strokes) {
    if ('moved' in stroke) {
      const last = stroke.moved.path.at(-1);
      const spot = last?.startsWith('spot:') ? spotOf(last.slice('spot:'.length)) : null;
      if (spot !== null) pose(stroke.moved.piece, spot);
      else if (last !== undefined) place(stroke.moved.piece, last);
    } else if ('turned' in stroke) {
      pose(stroke.turned.piece, { heading: stroke.turned.heading });
    } else if ('appeared' in stroke) {
      place(stroke.appeared.piece, stroke.appeared.place);
    } else if ('gone' in stroke) {
      const id = bare(stroke.gone.piece);
      pieces = pieces.filter((piece) => piece.id !== id);
    }
  }
  return pieces === scene.pieces ? scene : { ...scene, pieces };
}

/** The piece that strokes are about, the last that moved first. */
export function thingOf(strokes: readonly Stroke[]): string | null {
  for (const stroke of [...strokes].reverse()) {
    for (const done of Object.values(stroke)) if ('piece' in done) return `piece:${done.piece}`;
  }
  return null;
}
