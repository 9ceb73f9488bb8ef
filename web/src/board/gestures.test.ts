import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type GestureHandlers, listen } from './gestures';

/** As much of a pointer event as is looked at. */
class Pointer extends Event {
  readonly pointerId = 1;
  readonly button = 0;
  constructor(
    type: string,
    readonly clientX: number,
    readonly clientY: number,
    readonly pointerType: 'mouse' | 'touch',
  ) {
    super(type);
  }
}

class Board extends EventTarget {
  classList = { add: () => {}, remove: () => {} };
  getBoundingClientRect = () => ({ left: 0, top: 0 });
  setPointerCapture = () => {};
}

/** What is done with a piece that is pressed for this long and then dragged. */
function pressed(ms: number, by: 'mouse' | 'touch'): string[] {
  const done: string[] = [];
  const board = new Board();
  const note = (name: string) => () => void done.push(name);
  const handlers: GestureHandlers = {
    pan: note('pan'),
    zoom: note('zoom'),
    click: note('click'),
    doubleClick: note('double'),
    longPress: note('read'),
    hover: () => {},
    turn: () => false,
    grab: () => true,
    carry: note('carry'),
    drop: note('drop'),
    press: () => {},
  };
  const end = listen(board as unknown as HTMLElement, handlers);
  board.dispatchEvent(new Pointer('pointerdown', 50, 50, by));
  vi.advanceTimersByTime(ms);
  board.dispatchEvent(new Pointer('pointermove', 70, 50, by));
  board.dispatchEvent(new Pointer('pointerup', 70, 50, by));
  end();
  return done;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('PointerEvent', Pointer);
  vi.stubGlobal('Element', class {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a mouse that rests on a piece before it drags carries the piece', () => {
  expect(pressed(0, 'mouse')).toEqual(['carry', 'drop']);
  expect(pressed(1000, 'mouse')).toEqual(['read', 'carry', 'drop']);
});

test('a finger that rests on a piece reads it and carries nothing', () => {
  expect(pressed(0, 'touch')).toEqual(['carry', 'drop']);
  expect(pressed(1000, 'touch')).toEqual(['read']);
});
