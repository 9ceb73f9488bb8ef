// Mouse, pen and fingers on the board: pan, pinch, wheel, click, long press, drag of a piece.

import { at, distance, type Point } from './ground/points';

/** A press that moves less than this is a click, in pixels. */
const SLACK = { mouse: 4, pen: 6, touch: 10 } as const;
const LONG = 450;

export type Pointing = {
  screen: Point;
  client: Point;
  touch: boolean;
  /** With Shift: one more. */
  shift: boolean;
  /** With the second button: a front is drawn. */
  second: boolean;
};

export type GestureHandlers = {
  pan(dx: number, dy: number): void;
  zoom(factor: number, screen: Point): void;
  click(at: Pointing): void;
  doubleClick(at: Pointing): void;
  longPress(at: Pointing): void;
  /** `null` when the pointer leaves the board. */
  hover(at: Pointing | null): void;
  /** A turn of the mouse wheel while something is carried: so many notches. `false` lets the wheel zoom. */
  turn(notches: number): boolean;
  /** May a drag that begins here carry a piece? It is panned otherwise. */
  grab(at: Pointing): boolean;
  carry(at: Pointing): void;
  /** `null`: the drag was broken off. */
  drop(at: Pointing | null): void;
  /** Any press, before anything else. */
  press(): void;
};

type Finger = { last: Point; start: Point; client: Point };

/** Listens on an element until the returned function is called. */
export function listen(element: HTMLElement, on: GestureHandlers): () => void {
  const fingers = new Map<number, Finger>();
  let mode: 'none' | 'press' | 'pan' | 'carry' | 'pinch' | 'spent' = 'none';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let grabbed = false;

  const where = (event: MouseEvent): Pointing => {
    const box = element.getBoundingClientRect();
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    return {
      screen: at(event.clientX - box.left, event.clientY - box.top),
      client: at(event.clientX, event.clientY),
      touch,
      shift: event.shiftKey,
      second: event.button === 2,
    };
  };
  const slack = (event: PointerEvent): number =>
    SLACK[event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'];

  /** Middle and distance of two fingers. */
  const pinch = (): { middle: Point; spread: number } | null => {
    const [a, b] = [...fingers.values()];
    if (!a || !b) return null;
    return { middle: at((a.last.x + b.last.x) / 2, (a.last.y + b.last.y) / 2), spread: distance(a.last, b.last) };
  };

  const down = (event: PointerEvent): void => {
    // Controls that lie on the board take their own presses.
    if (event.target instanceof Element && event.target.closest('[data-on-board]')) return;
    if (event.button > 2) return;
    on.press();
    const here = where(event);
    fingers.set(event.pointerId, { last: here.screen, start: here.screen, client: here.client });
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone again, or was never real: without capture a drag ends at the edge.
    }
    if (fingers.size === 1) {
      mode = 'press';
      grabbed = event.button !== 1 && on.grab(here);
      timer = setTimeout(() => {
        if (mode !== 'press') return;
        mode = 'spent';
        on.longPress(here);
      }, LONG);
    } else {
      clearTimeout(timer);
      if (mode === 'carry') on.drop(null);
      mode = 'pinch';
    }
  };

  const move = (event: PointerEvent): void => {
    const here = where(event);
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.target instanceof Element && event.target.closest('[data-on-board]')) on.hover(null);
      else if (!here.touch) on.hover(here);
      return;
    }
    if (mode === 'pinch') {
      const before = pinch();
      finger.last = here.screen;
      const after = pinch();
      if (before && after) {
        on.pan(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
        if (before.spread > 0) on.zoom(after.spread / before.spread, after.middle);
      }
      return;
    }
    // A mouse that rests on a piece before it drags has read it, and drags it all the same.
    const held = mode === 'press' || (mode === 'spent' && grabbed && !here.touch);
    if (held && distance(finger.start, here.screen) > slack(event)) {
      clearTimeout(timer);
      mode = grabbed ? 'carry' : 'pan';
      if (mode === 'pan') {
        element.classList.add('panning');
        on.hover(null);
      }
    }
    if (mode === 'pan') on.pan(here.screen.x - finger.last.x, here.screen.y - finger.last.y);
    if (mode === 'carry') on.carry(here);
    finger.last = here.screen;
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(timer);
    const here = where(event);
    if (mode === 'press' && event.type === 'pointerup' && event.button === 0) on.click(here);
    if (mode === 'carry') on.drop(event.type === 'pointerup' ? here : null);
    element.classList.remove('panning');
    // The finger that stays after a pinch goes on panning.
    mode = fingers.size === 1 && mode === 'pinch' ? 'pan' : fingers.size === 0 ? 'none' : mode;
  };

  const leave = (event: PointerEvent): void => {
    if (fingers.size === 0 && event.pointerType !== 'touch') on.hover(null);
  };

  const wheel = (event: WheelEvent): void => {
    if (event.target instanceof Element && event.target.closest('[data-on-board="scrolls"]')) return;
    event.preventDefault();
    if (on.turn(Math.sign(event.deltaY || event.deltaX))) return;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
    const { screen } = where(event);
    // A pad pans with two fingers and pinches with the control key; a mouse wheel zooms.
    const pad = !event.ctrlKey && event.deltaX !== 0;
    if (pad || event.shiftKey) {
      const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      on.pan(-dx * lines, -dy * lines);
    } else {
      on.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), screen);
    }
  };

  const twice = (event: MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest('[data-on-board]')) return;
    on.doubleClick(where(event));
  };

  /** The second button draws; a menu would break the stroke off. */
  const menu = (event: Event): void => event.preventDefault();

  element.addEventListener('contextmenu', menu);
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('dblclick', twice);
  return () => {
    clearTimeout(timer);
    element.removeEventListener('contextmenu', menu);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('dblclick', twice);
  };
}
