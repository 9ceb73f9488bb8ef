// The pointer on the board: what it is over, what it rests on, what it carries.

import type { Pose } from '../wire';
import { toWorld } from './camera';
import { COUNTER } from './detail';
import { type Fan, fanOut } from './fan';
import type { GestureHandlers, Pointing as Where } from './gestures';
import { facing, grip, moved, TURN } from './ghost';
import type { Point } from './ground/points';
import { turned } from './ground/poses';
import { type Field, type Hit, hit } from './hit';
import { isSite } from './pieces/sites';
import type { Player } from './player.svelte';
import { pieceThing, placeThing, thingOf } from './things';
import type { At, BoardProps } from './types';
import type { View } from './view.svelte';

const REST = 350;
/** A finger is so wide, in pixels. */
const FINGER = 22;

type Outside = Pick<BoardProps, 'onact' | 'onhover' | 'oninspect' | 'ondrag' | 'onghost' | 'dragged'>;

export class Pointer implements GestureHandlers {
  fan = $state.raw<Fan | null>(null);
  over = $state.raw<string | null>(null);
  /** A piece in the hand: where it is drawn, and what is beneath. */
  carried = $state.raw<{ id: string; at: Point; to: string | null } | null>(null);

  #view: View;
  #player: Player;
  #field: () => Omit<Field, 'fan' | 'k'>;
  #out: () => Outside;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #inspected: string | null = null;
  #grabbed: string | null = null;
  /** Is the ruler in the hand? */
  measuring = $state(false);
  ruler = $state.raw<{ from: Point; to: Point } | null>(null);
  /** A block held by its body or by the knob it is turned with, and where the hand was. */
  #held: { id: string; by: 'body' | 'knob'; wish: Pose; at: Point } | null = null;

  constructor(view: View, player: Player, field: () => Omit<Field, 'fan' | 'k'>, out: () => Outside) {
    this.#view = view;
    this.#player = player;
    this.#field = field;
    this.#out = out;
  }

  #hit(where: Where): Hit {
    const p = toWorld(this.#view.camera, where.screen);
    const reach = where.touch ? FINGER / this.#view.camera.k : 0;
    return hit({ ...this.#field(), fan: this.fan, k: this.#view.camera.k }, p, reach);
  }

  press(): void {
    this.#player.skip();
  }

  pan(dx: number, dy: number): void {
    this.close();
    this.#view.pan(dx, dy);
  }

  zoom(factor: number, screen: Point): void {
    this.close();
    this.#view.zoom(factor, screen);
  }

  click(where: Where): void {
    // A press without a drag lets go of the ruler and of what was taken.
    this.#held = null;
    if (this.measuring) {
      this.ruler = null;
      return;
    }
    const { thing } = this.#hit(where);
    clearTimeout(this.#rest);
    if (!thing) return;
    if (thingOf(thing).kind === 'piece') this.close();
    this.#out().onact(thing, where.client);
  }

  doubleClick(where: Where): void {
    const { thing, piece } = this.#hit(where);
    // Two quick clicks on a choice are two clicks.
    if (piece || (thing && this.#field().lights.byThing.has(thing))) return;
    this.#view.zoomTo(1.7, where.screen);
  }

  longPress(where: Where): void {
    const found = this.#hit(where);
    const { thing } = found;
    if (!thing) return;
    this.#spread(found.place);
    this.#inspect(thing, where.client);
  }

  hover(where: Where | null): void {
    clearTimeout(this.#rest);
    const found = where && this.#hit(where);
    const thing = found?.thing ?? null;
    if (thing !== this.over) {
      this.over = thing;
      this.#out().onhover(thing);
      if (this.#inspected && this.#inspected !== thing) this.#inspect(null, where?.client ?? { x: 0, y: 0 });
    }
    if (this.fan && where && !this.#nearFan(where.screen)) this.close();
    if (!where || !thing) return;
    this.#rest = setTimeout(() => {
      this.#spread(found?.place ?? null);
      this.#inspect(thing, where.client);
    }, REST);
  }

  /** Takes the ruler into the hand, or puts it away. */
  measure(on = !this.measuring): void {
    this.measuring = on && this.#field().world.table !== null;
    this.ruler = null;
  }

  turn(notches: number): boolean {
    if (!this.#held) return false;
    this.#wish(turned(this.#held.wish, notches * TURN));
    return true;
  }

  #wish(wish: Pose): void {
    if (!this.#held) return;
    this.#held = { ...this.#held, wish };
    this.#out().onghost?.(this.#held.id, wish);
  }

  /** A block on the open table, or the ghost of one that was dragged before. */
  #take(where: Where): boolean {
    const { world, arranged, lights } = this.#field();
    const at = toWorld(this.#view.camera, where.screen);
    const { dragged, onghost } = this.#out();
    if (!onghost || !world.table) return false;
    const by = dragged && grip(dragged.wish, world, at, this.#view.camera.k, where.touch);
    if (dragged && by) {
      this.#held = { id: dragged.piece, by, wish: dragged.wish, at };
      return true;
    }
    const { piece } = this.#hit(where);
    const entry = piece ? arranged.byId.get(piece) : null;
    if (!piece || !entry?.pose) return false;
    const chosen = (entry.piece.states ?? []).some((state) => state === 'chosen' || state === 'selected');
    if (!chosen && !lights.byThing.has(pieceThing(piece))) return false;
    this.#held = { id: piece, by: 'body', wish: entry.pose, at };
    return true;
  }

  grab(where: Where): boolean {
    this.#grabbed = null;
    this.#held = null;
    if (this.measuring) {
      const from = toWorld(this.#view.camera, where.screen);
      this.ruler = { from, to: from };
      return true;
    }
    if (this.#take(where)) return true;
    // With a finger everything else is panned.
    if (where.touch || !this.#out().ondrag) return false;
    const { piece } = this.#hit(where);
    const entry = piece ? this.#field().arranged.byId.get(piece) : null;
    if (!piece || !entry) return false;
    const chosen = (entry.piece.states ?? []).some((state) => state === 'chosen' || state === 'selected');
    if (!chosen && !this.#field().lights.byThing.has(pieceThing(piece))) return false;
    this.#grabbed = piece;
    return true;
  }

  carry(where: Where): void {
    const here = toWorld(this.#view.camera, where.screen);
    if (this.measuring && this.ruler) {
      this.ruler = { from: this.ruler.from, to: here };
      return;
    }
    const held = this.#held;
    if (held) {
      this.close();
      const { world } = this.#field();
      this.#held = { ...held, at: here };
      this.#wish(held.by === 'knob' ? facing(held.wish, world, here) : moved(held.wish, world, held.at, here));
      return;
    }
    if (!this.#grabbed) return;
    this.close();
    const { place, piece } = this.#hit(where);
    const other = piece && piece !== this.#grabbed ? pieceThing(piece) : null;
    const lit = (thing: string): boolean => this.#field().lights.byThing.has(thing);
    const to = other && lit(other) ? other : place ? placeThing(place) : other;
    this.carried = { id: this.#grabbed, at: toWorld(this.#view.camera, where.screen), to };
  }

  drop(where: Where | null): void {
    if (this.#held) {
      if (!where) this.#out().onghost?.(this.#held.id, null);
      this.#held = null;
      return;
    }
    const held = this.carried;
    this.carried = null;
    const home = held && this.#field().arranged.byId.get(held.id)?.place;
    if (where && held?.to && held.to !== placeThing(home ?? '')) this.#out().ondrag?.(pieceThing(held.id), held.to);
  }

  /** Closes the fan. Was there one? */
  close(): boolean {
    const open = this.fan !== null;
    if (open) this.fan = null;
    return open;
  }

  #spread(place: string | null): void {
    const { arranged, lights } = this.#field();
    // Castles do not stack, and whoever lies on another's display is seen there, unless he may be chosen here.
    const stack = (place ? (arranged.stacks.get(place) ?? []) : []).filter(
      ({ piece }) => !isSite(piece) && (piece.under == null || lights.byThing.has(pieceThing(piece.id))),
    );
    const seat = place ? this.#field().world.seat(place) : null;
    if (!place || !seat || stack.length < 2 || this.fan?.label === place) return;
    const { camera } = this.#view;
    const { frame } = this.#view;
    const seen = { from: toWorld(camera, { x: 8, y: 8 }), to: toWorld(camera, { x: frame.x - 8, y: frame.y - 8 }) };
    this.fan = fanOut(place, stack, seat, seen, camera.k);
  }

  /** In the fan, on its stack, or on the way between them. */
  #nearFan(screen: Point): boolean {
    const { fan } = this;
    const seat = fan && this.#field().world.seat(fan.label);
    if (!fan || !seat) return false;
    const { camera } = this.#view;
    const p = toWorld(camera, screen);
    const slack = 14 / camera.k;
    const half = COUNTER / 2 + slack;
    return (
      (p.x >= fan.from.x - slack && p.x <= fan.to.x + slack && p.y >= fan.from.y - slack && p.y <= fan.to.y + slack) ||
      (Math.abs(p.x - seat.x) <= half && Math.abs(p.y - seat.y) <= half)
    );
  }

  #inspect(thing: string | null, at: At): void {
    this.#inspected = thing;
    this.#out().oninspect(thing, at);
  }
}
