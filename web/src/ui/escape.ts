/**
 * What Escape closes, the topmost last. Dialogs, menus and command lines register while they are open. The stack hears
 * Escape before anything else on the page does, wherever the focus is, and one press closes one entry.
 */
type Entry = { close: () => void; modal: boolean };

const open: Entry[] = [];

function remove(entry: Entry): void {
  const at = open.indexOf(entry);
  if (at >= 0) open.splice(at, 1);
  if (open.length === 0) removeEventListener('keydown', heard, true);
}

function heard(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const top = open.at(-1);
  if (top === undefined) return;
  // Otherwise the browser would close a dialog by itself as well, and the page below would hear the key.
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.repeat) return;
  // Off the stack before it is off the page: the next press is for what lies below.
  remove(top);
  top.close();
}

/** Registers something that is open; call the answer when it has closed. */
export function opened(close: () => void, modal = false): () => void {
  const entry = { close, modal };
  if (open.length === 0) addEventListener('keydown', heard, true);
  open.push(entry);
  return () => remove(entry);
}

/** A dialog is open: all keys are its own. */
export const modal = (): boolean => open.some((entry) => entry.modal);
