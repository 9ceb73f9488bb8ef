import { api } from '../api';
import type { Account } from '../wire';
import { heldTables, hold } from './keep';

/** Brings this browser and the account together: each gets the tables that only the other has. */
export async function gather(account: Account): Promise<Account> {
  let now = account;
  const has = (table: string, seat: number) => now.seats.some(([one, of]) => one === table && of === seat);
  for (const held of heldTables()) {
    if (held.branch === true) continue;
    for (const [seat, token] of held.tokens.entries()) {
      if (token === null || has(held.table, seat)) continue;
      // A link that was replaced, or a table that is gone, is not worth a word.
      now = await api.gather(held.table, token).catch(() => now);
    }
  }
  const mine = new Map(heldTables().map((held) => [held.table, held.tokens]));
  for (const table of new Set(now.seats.map(([id]) => id))) {
    const seats = now.seats.filter(([id]) => id === table).map(([, seat]) => seat);
    if (seats.every((seat) => mine.get(table)?.[seat] != null)) continue;
    const opened = await api.sit(table).catch(() => null);
    if (opened === null) continue;
    const tokens: [string | null, string | null] = [...(mine.get(table) ?? [null, null])] as [
      string | null,
      string | null,
    ];
    for (const [seat, token] of opened.tokens.entries()) if (token !== null) tokens[seat] = token;
    hold(table, { tokens });
  }
  return now;
}
