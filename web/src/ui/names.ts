import { kept } from '../core/keep';
import type { Name, SeatCard, Terms } from '../wire';

/** "幸村 Yukimura" */
export const bothNames = (name: Name): string => (name.ja == null ? name.en : `${name.ja} ${name.en}`);

export function whoText(seat: SeatCard): string {
  if (seat.who !== 'person') return `computer, ${levelName(seat.who)}`;
  return seat.open ? 'open seat' : seat.here ? 'here' : 'away';
}

/** Who sits there: the name of the person, if they have said one, or what they are. */
export function personOf(seat: SeatCard): string {
  if (seat.who !== 'person') return levelName(seat.who);
  return seat.person ?? (seat.open ? 'open seat' : 'someone');
}

/** Who sits there with the side they lead: "Hanako (East)"; a person without a name is the side alone. */
export function seatedAs(seat: SeatCard): string {
  if (seat.who !== 'person') return `${levelName(seat.who)} (${seat.name.en})`;
  if (seat.person != null) return `${seat.person} (${seat.name.en})`;
  return seat.open ? `an open seat (${seat.name.en})` : seat.name.en;
}

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

/** "3 days each, 1 hour a turn" */
export function pace({ clock }: Terms): string {
  if (clock === null) return 'no clock';
  const length = (seconds: number) => {
    const [size, word]: [number, string] =
      seconds >= 86_400
        ? [86_400, 'day']
        : seconds >= 3600
          ? [3600, 'hour']
          : seconds >= 60
            ? [60, 'minute']
            : [1, 'second'];
    const count = Math.round(seconds / size);
    return `${count} ${word}${count === 1 ? '' : 's'}`;
  };
  return `${length(clock.bank)} each${clock.each > 0 ? `, ${length(clock.each)} a turn` : ''}`;
}
