import type { PastGame } from '../wire';

/** What a person has won and lost with one side of one system. */
export type Tally = { system: string; side: string; won: number; lost: number; drawn: number };

/** The games that are over by system and side, most played first. Both seats of one game count for each side. */
export function tallyOf(games: readonly PastGame[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { seat, result, table } of games) {
    if (result === 'running') continue;
    const side = table.seats.find((one) => one.seat === seat)?.name.en ?? '';
    const key = `${table.system} ${side}`;
    const tally = tallies.get(key) ?? { system: table.system, side, won: 0, lost: 0, drawn: 0 };
    tally[result] += 1;
    tallies.set(key, tally);
  }
  const played = (tally: Tally) => tally.won + tally.lost + tally.drawn;
  return [...tallies.values()].sort((a, b) => played(b) - played(a) || (a.side < b.side ? -1 : 1));
}
