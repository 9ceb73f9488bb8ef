// The pointer on the board: what it is over, what it rests on, what it carries.

import type { Piece, Pose } from '../wire';
import { toWorld } from './camera';
import { COUNTER } from './detail';
import { type Fan, fanOut } from './fan';
import { frontOf, leftToRight } from './front';
import type { GestureHandlers, Pointing as Where } from './gestures';
import { facing, grip, moved, widened } from './ghost';
import type { Point } from './ground/points';
import { TURN, turned } from './ground/poses';
import { type Field, type Hit, hit, nearestSpot } from './hit';
import { isSite } from './pieces/sites';
import type { Player } from './player.svelte';
import { pieceThing, placeThing, thingOf } from './things';
import type { At, BoardProps } from './types';
import type { View } from './view.svelte';

const REST = 350;
/** A finger is so wide, in pixels. */
const FINGER = 22;

/** The piece the question is about, or one in hand. */
export const isChosen = (piece: Piece): boolean =>
  (piece.states ?? []).some((state) => state === 'chosen' || state === 'selected');

type Outside = Pick<
  BoardProps,
  'onact' | 'onhover' | 'oninspect' | 'ondrag' | 'onghost' | 'onfront' | 'dragged' | 'side'
>;

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
  /** Is a front drawn with the next stroke? */
  drawing = $state(false);
  /** Units that were picked together, with Shift. */
  band = $state.raw<readonly string[]>([]);
  /** The front that is being drawn, and whose it is. */
  stroke = $state.raw<{ from: Point; to: Point } | null>(null);
  #line: { id: string; pose: Pose; at: Point }[] = [];
  /** A block held by its body or by a handle, and where the hand was. */
  #held: { id: string; by: 'body' | 'knob' | 'end'; wish: Pose; client: Point } | null = null;

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
    this.#view.touch();
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
    this.stroke = null;
    if (this.measuring) {
      this.ruler = null;
      return;
    }
    const { thing, piece } = this.#hit(where);
    clearTimeout(this.#rest);
    if (where.shift && piece && this.#isOwn(piece)) {
      const others = this.band.filter((id) => id !== piece);
      this.band = others.length < this.band.length ? others : [...others, piece];
      return;
    }
    this.band = [];
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
      this.#held = { id: dragged.piece, by, wish: dragged.wish, client: where.client };
      return true;
    }
    const { piece } = this.#hit(where);
    const entry = piece ? arranged.byId.get(piece) : null;
    if (!piece || !entry?.pose) return false;
    // A leader walks over the area of his spots. An own unit that may not move says why.
    if (lights.reach && isChosen(entry.piece)) {
      this.#grabbed = piece;
      return true;
    }
    if (!lights.byThing.has(pieceThing(piece)) && !this.#isOwn(piece)) return false;
    this.#held = { id: piece, by: 'body', wish: entry.pose, client: where.client };
    return true;
  }

  /** A unit of the side that is asked. */
  #isOwn(piece: string): boolean {
    const entry = this.#field().arranged.byId.get(piece);
    return entry?.pose != null && entry.piece.side === this.#out().side;
  }

  /** The units a stroke is drawn for: those picked together, the one in hand, or the one that is chosen. */
  #lineUp(): { id: string; pose: Pose; at: Point }[] {
    const { arranged } = this.#field();
    const { dragged } = this.#out();
    const chosen = arranged.placed.find((entry) => entry.pose && isChosen(entry.piece))?.piece.id;
    const ids = this.band.length > 0 ? this.band : [dragged?.piece ?? chosen ?? ''];
    return ids.flatMap((id) => {
      const entry = arranged.byId.get(id);
      return entry?.pose ? [{ id, pose: entry.pose, at: { x: entry.x, y: entry.y } }] : [];
    });
  }

  #draw(from: Point, to: Point): void {
    this.stroke = { from, to };
    const line = leftToRight(this.#line, from, to);
    const fronts = frontOf(
      line.map((one) => one.pose),
      this.#field().world,
      from,
      to,
    );
    this.#out().onfront?.(line.map(({ id }, n) => ({ piece: id, wish: fronts[n]! })));
  }

  /** Takes the pen for a front into the hand, or puts it away. */
  draw(on = !this.drawing): void {
    this.drawing = on && this.#field().world.table !== null;
  }

  grab(where: Where): boolean {
    this.#grabbed = null;
    this.#held = null;
    if (this.measuring) {
      const from = toWorld(this.#view.camera, where.screen);
      this.ruler = { from, to: from };
      return true;
    }
    if (this.drawing || where.second) {
      this.#line = this.#out().onfront ? this.#lineUp() : [];
      const from = toWorld(this.#view.camera, where.screen);
      if (this.#line.length > 0) this.stroke = { from, to: from };
      return this.#line.length > 0;
    }
    if (this.#take(where)) return true;
    // With a finger everything else is panned.
    if (where.touch || !this.#out().ondrag) return false;
    const { piece } = this.#hit(where);
    const entry = piece ? this.#field().arranged.byId.get(piece) : null;
    if (!piece || !entry) return false;
    if (!isChosen(entry.piece) && !this.#field().lights.byThing.has(pieceThing(piece))) return false;
    this.#grabbed = piece;
    return true;
  }

  carry(where: Where): void {
    const here = toWorld(this.#view.camera, where.screen);
    if (this.measuring && this.ruler) {
      this.ruler = { from: this.ruler.from, to: here };
      return;
    }
    if (this.stroke) {
      this.#draw(this.stroke.from, here);
      return;
    }
    const held = this.#held;
    if (held) {
      this.close();
      const { world } = this.#field();
      this.#held = { ...held, client: where.client };
      const by = { knob: facing, end: widened };
      // The dock grows with the first move, and the camera with it: the way of the hand is measured on the screen.
      const before = toWorld(this.#view.camera, {
        x: where.screen.x - where.client.x + held.client.x,
        y: where.screen.y - where.client.y + held.client.y,
      });
      this.#wish(held.by === 'body' ? moved(held.wish, world, before, here) : by[held.by](held.wish, world, here));
      return;
    }
    if (!this.#grabbed) return;
    this.close();
    const { place, piece } = this.#hit(where);
    const { lights } = this.#field();
    const other = piece && piece !== this.#grabbed ? pieceThing(piece) : null;
    const lit = (thing: string): boolean => lights.byThing.has(thing);
    const spot = lights.reach ? (nearestSpot(lights, here, 0)?.lit.thing ?? null) : null;
    const to = other && lit(other) ? other : (spot ?? (place ? placeThing(place) : other));
    this.carried = { id: this.#grabbed, at: toWorld(this.#view.camera, where.screen), to };
  }

  drop(where: Where | null): void {
    if (this.stroke) {
      this.stroke = null;
      this.drawing = false;
      if (!where) this.#out().onfront?.([]);
      return;
    }
    if (this.#held) {
      if (!where) this.#out().onghost?.(this.#held.id, null);
      this.#held = null;
      return;
    }
    const held = this.carried;
    this.carried = null;
    // A walker is in hand already: where he is put is the choice.
    if (where && held?.to && this.#field().lights.reach) {
      this.#out().onact(held.to, where.client);
      return;
    }
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
