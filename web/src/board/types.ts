// The boundary between the board and the shell around it.

import type { Threats } from '../core/threats';
import type { Board, Ground, Overlay, Piece, Pose, Stroke } from '../wire';
import type { Pads } from './camera';

/** Something that may be chosen now: `place:2412`, `piece:goto_G1` or `spot:1200,340`. */
export type Lit = {
  thing: string;
  cost?: number | null;
  label: string;
  warning?: string | null;
  /** How a piece would stand on an open table then. */
  pose?: Pose | null;
  /** `target` is drawn as what will be hit; anything else as a choice. */
  kind?: 'choice' | 'target';
};

/** A block taken off the open table in the hand: where it was put, and where the rules let it stand. */
export type Ghost = { piece: string; wish: Pose; found: Pose | null };

/** Where on the screen something happened, for popovers (client coordinates). */
export type At = { x: number; y: number };

export type BoardProps = {
  boards: Board[];
  /** By digest. A board whose ground is missing is left out until it comes. */
  grounds: Map<string, Ground>;
  pieces: Piece[];
  lit: Lit[];
  /** One view of places: zones, lines, where someone could march. */
  overlay?: Overlay | null;
  /** Where the enemy can strike and shoot on an open table. */
  threats?: Threats | null;
  /** A preview of the choice under the pointer: dotted trail and ghost piece. */
  ghost?: Stroke[];
  /** What was just done, and the number written on each stroke. */
  trail?: Stroke[];
  labels?: number[];
  /** Fill hexes exactly by terrain. */
  exact?: boolean;
  /** The keyboard cursor: `place:…`, `piece:…` or `spot:…`. */
  cursor?: string | null;
  /** A click, a tap or Enter on a thing, lit or not. */
  onact(thing: string, at: At): void;
  onhover(thing: string | null): void;
  /** After the pointer rested, with the cursor, or by a long press. */
  oninspect(thing: string | null, at: At): void;
  oncursor(thing: string): void;
  /** A piece dragged to a place: the same as the two clicks. */
  ondrag?(from: string, to: string): void;
  /** A block that is being dragged over an open table, for as long as it is not put down or done. */
  dragged?: Ghost | null;
  /** It was dragged or turned; `null` when it is put back. */
  onghost?(piece: string, wish: Pose | null): void;
  /** A front was drawn for these units, from left to right; none when the stroke was broken off. */
  onfront?(units: { piece: string; wish: Pose }[]): void;
  /** Units that would go into one front together. */
  lined?: readonly Ghost[];
  /** Enter on it: do it. */
  onplace?(): void;
  /** What is drawn for the piece that is looked at. */
  about?: Overlay[];
  /** What stays drawn until it is done: charges that were declared. */
  standing?: Overlay[];
  /** All boards at a glance, in a corner without choices; off unless said otherwise. */
  minimap?: boolean;
  /** Whose forces the first view shows. */
  side?: number | null;
  /** Where the question lies: the first view begins there. */
  first?: string | null;
  /** The strip of pieces beside the boards; on unless said otherwise. */
  tray?: boolean;
  /** Room that panels take from the edges of the board, in pixels: fitting and showing keep clear of it. */
  pads?: Partial<Pads>;
  /** What screen readers call the board. */
  label?: string;
  mapUrl?(digest: string): string;
  thumbnailUrl?(digest: string): string;
};

/** What the shell may call: `let board: BoardHandle; <Board bind:this={board} … />`. */
export type BoardHandle = {
  /**
   * Animates strokes, one after the other. Best called before the new pieces are set and awaited: pieces
   * stay where the strokes left them until the pieces change.
   */
  play(strokes: Stroke[]): Promise<void>;
  /** Ends what `play` is showing at once. */
  skip(): void;
  /** All of one board, or of all boards. */
  fit(board?: string): void;
  /** 1.4 is nearer, 0.7 is farther. */
  zoom(factor: number): void;
  /** Pans so that a thing can be seen, if it cannot already. */
  show(thing: string): void;
  /** To the next piece that may be chosen, or the one before; `false` if there is none. */
  next(by: 1 | -1): boolean;
  /** Is it an open table, with a ruler? */
  isOpenTable(): boolean;
  isMeasuring(): boolean;
  /** Takes the ruler into the hand, or puts it away. */
  measure(): void;
  isDrawing(): boolean;
  /** Takes the pen for a front into the hand, or puts it away. */
  draw(): void;
  focus(): void;
  /** Where a thing is on the screen now, in client coordinates; `null` if it lies on no board. */
  where(thing: string): At | null;
};
