/** What Escape closes, the topmost last. Dialogs, menus and command lines register while they are open. */
const open: { close: () => void; modal: boolean }[] = [];

/** Registers something that is open; call the answer when it has closed. */
export function opened(close: () => void, modal = false): () => void {
  const entry = { close, modal };
  open.push(entry);
  return () => {
    const at = open.indexOf(entry);
    if (at >= 0) open.splice(at, 1);
  };
}

/** Closes the topmost; `false` if nothing is open. */
export function closeTop(): boolean {
  const top = open.at(-1);
  top?.close();
  return top !== undefined;
}

/** A dialog is open: all keys are its own. */
export const modal = (): boolean => open.some((entry) => entry.modal);
