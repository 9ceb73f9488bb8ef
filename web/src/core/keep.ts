import type { Walk } from './guide';

/** What this browser keeps. Every key begins with `gunbai.`; a browser that keeps nothing still plays. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(`gunbai.${key}`);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`gunbai.${key}`);
    else localStorage.setItem(`gunbai.${key}`, value);
  } catch {
    // Private windows may refuse: nothing is lost but comfort.
  }
}

export function kept<T>(key: string, otherwise: T): T {
  const text = read(key);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  write(key, value === undefined ? null : JSON.stringify(value));
}

/** A table this browser has a seat at. */
export type Held = {
  table: string;
  tokens: [string | null, string | null];
  /** A private branch is not listed. */
  branch?: boolean;
  lesson?: boolean;
  /** How far its lesson is. */
  walk?: Walk;
  /** Links of seats that nobody has taken yet. */
  invites?: [string | null, string | null];
  /** Came by a link and has not been welcomed yet. */
  invited?: boolean;
  /** Taken off the list of tables; the seat is kept. */
  archived?: boolean;
  /** The last news each seat has had, and the head it came with. */
  seq?: [number | null, number | null];
  head?: string;
  number?: number;
};

export function heldTables(): Held[] {
  return kept<Held[]>('tables', []);
}

export function held(table: string): Held | null {
  return heldTables().find((entry) => entry.table === table) ?? null;
}

export function hold(table: string, change: Partial<Held>): Held {
  const all = heldTables();
  const old = all.find((entry) => entry.table === table) ?? { table, tokens: [null, null] as Held['tokens'] };
  const entry = { ...old, ...change };
  keep('tables', [entry, ...all.filter((other) => other.table !== table)].slice(0, 200));
  return entry;
}

export function letGo(table: string): void {
  keep(
    'tables',
    heldTables().filter((entry) => entry.table !== table),
  );
}
