import type { MenuButton } from '../core/menu';

/** What a key can do at a table. */
export type KeyActions = {
  buttons(): MenuButton[];
  press(button: MenuButton): void;
  /** Takes what is ringed on the board; `false` if nothing is, or it cannot be chosen. */
  ringed(): boolean;
  undo(): void;
  escape(): void;
  skip(): boolean;
  command(): void;
  list(): void;
  help(): void;
  rules(): void;
  threat(): void;
  exact(): void;
  unfold(): boolean;
  moment(step: number): void;
  zoom(factor: number): void;
  fit(): void;
  board(): void;
  hand(): boolean;
  /** Plays the picked cards; `false` where they make nothing. */
  play(): boolean;
  /** Turns the picked cards over; `false` where none can be. */
  turn(): boolean;
  next(by: number): boolean;
};

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Finds what a key means; `true` if it meant something. */
export function pressed(event: KeyboardEvent, actions: KeyActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (typing(event.target) && event.key !== 'Escape') return false;
  const key = event.key;
  const inControl =
    event.target instanceof HTMLElement && event.target.closest('button, a, summary, [role=application]') !== null;
  if (key === 'Escape') actions.escape();
  else if (key === ' ') return actions.skip();
  else if (key === '?') actions.help();
  else if (key === ':' || key === '/') actions.command();
  else if (key === 'Enter') {
    if (inControl) return false;
    if (actions.ringed() || actions.play()) return true;
    const main = actions.buttons().find((button) => button.main);
    if (main === undefined) return false;
    actions.press(main);
  } else if (/^[1-9]$/.test(key)) {
    const button = actions.buttons()[Number(key) - 1];
    if (button === undefined) return false;
    actions.press(button);
  } else if (key === ',' || key === '.') actions.moment(key === ',' ? -1 : 1);
  else if (key === '+' || key === '=') actions.zoom(1.4);
  else if (key === '-') actions.zoom(1 / 1.4);
  else if (key === '0') actions.fit();
  else {
    const letter = key.toLowerCase();
    const button = actions.buttons().find((one) => one.letter === letter);
    if (button !== undefined) actions.press(button);
    else if (letter === 'u') actions.undo();
    else if (letter === 't') {
      // Held down it shows threats as long as it is held.
      if (!event.repeat) actions.threat();
    } else if (letter === 'x') actions.exact();
    else if (letter === 'o') return actions.unfold();
    else if (letter === 'r') actions.rules();
    else if (letter === 'a') actions.list();
    else if (letter === 'b') actions.board();
    else if (letter === 'h') return actions.hand();
    else if (letter === 'f') return actions.turn();
    else if (letter === 'n' || letter === 'p') return actions.next(letter === 'n' ? 1 : -1);
    else return false;
  }
  return true;
}
