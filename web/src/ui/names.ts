import { kept } from '../core/keep';
import type { Name, SeatCard } from '../wire';

/** "幸村 Yukimura" */
export const bothNames = (name: Name): string => (name.ja == null ? name.en : `${name.ja} ${name.en}`);

export function whoText(seat: SeatCard): string {
  return seat.who === 'person' ? (seat.here ? 'here' : 'away') : `computer, ${levelName(seat.who)}`;
}

/** Who sits there: a person, or a computer of a level. */
export const personOf = (seat: SeatCard): string => (seat.who === 'person' ? 'person' : levelName(seat.who));

/** "Captain" for `greedy`, as the lobby told it. */
export function levelName(who: string): string {
  return kept<Record<string, string>>('levels', {})[who] ?? who;
}

/** "3 minutes ago" from seconds since 1970. */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds);
  if (past < 90) return 'just now';
  if (past < 5400) return `${Math.round(past / 60)} minutes ago`;
  if (past < 129_600) return `${Math.round(past / 3600)} hours ago`;
  return `${Math.round(past / 86_400)} days ago`;
}
