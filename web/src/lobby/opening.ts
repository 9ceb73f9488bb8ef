import { api } from '../api';
import { hold } from '../core/keep';
import { me } from '../core/me.svelte';
import { router, tablePath } from '../router.svelte';
import type { LevelCard, NewTable, Opened, ScenarioCard, Sitter, Terms } from '../wire';

/** What is agreed about time if nobody says anything. */
export const USUAL_TERMS: Terms = { clock: null, claim_days: 14, vacation_days: 30 };

/** A table asked for with nothing special. */
export function plainTable(scenario: string | null, seats: [Sitter, Sitter]): NewTable {
  return {
    scenario,
    options: {},
    data: null,
    seats,
    real_dice: false,
    shared_dice: true,
    listed: false,
    terms: USUAL_TERMS,
    record: null,
    from: null,
  };
}

/** The level a newcomer meets: it plays sensibly and at once. */
export function usualLevel(levels: LevelCard[]): string {
  return levels.find((level) => level.id === 'greedy')?.id ?? levels[0]?.id ?? 'greedy';
}

/** Opens a table, keeps its links and goes there. The link of the seat `share` is for a friend. */
export async function openTable(table: NewTable, extra: { lesson?: boolean; share?: number } = {}): Promise<Opened> {
  // The name is for the seats this browser holds alone: at a shared screen nobody knows who is who.
  const people = table.seats.map((seat, n) => (seat === 'person' && n !== extra.share ? n : -1)).filter((n) => n >= 0);
  const names: [string, string] = ['', ''];
  if (people.length === 1) names[people[0] === 1 ? 1 : 0] = me.name;
  const opened = await api.open({ ...table, names });
  const tokens: [string | null, string | null] = [...opened.tokens];
  const invites: [string | null, string | null] = [null, null];
  if (extra.share !== undefined) {
    invites[extra.share] = tokens[extra.share] ?? null;
    tokens[extra.share] = null;
  }
  hold(opened.table, { tokens, invites, lesson: extra.lesson ?? false });
  router.go(tablePath(opened.table));
  return opened;
}

/** Opens the lesson of a scenario. Started again, it takes the place of the table it was left at. */
export async function startLesson(card: ScenarioCard, left?: string): Promise<void> {
  const guide = await api.guide(card.system, card.scenario);
  const learner = Math.max(
    0,
    card.sides.findIndex((side) => side.id === guide.side),
  );
  const computer = { computer: 'greedy' };
  const seats: [Sitter, Sitter] = learner === 1 ? [computer, 'person'] : ['person', computer];
  if (left !== undefined) hold(left, { archived: true });
  await openTable(plainTable(`${card.system}/${card.scenario}`, seats), { lesson: true });
}

/** Takes a seat that is open to anyone, keeps its link and goes there. */
export async function takeSeat(table: string): Promise<void> {
  const { seat, token } = await api.join(table, me.name);
  const tokens: [string | null, string | null] = [null, null];
  tokens[seat] = token;
  hold(table, { tokens });
  router.go(tablePath(table));
}

/** The secret link of a seat. */
export function seatLink(table: string, token: string): string {
  return `${location.origin}${tablePath(table)}#seat=${encodeURIComponent(token)}`;
}

/** A link or a table id that somebody pasted. */
export function readLink(text: string): { table: string; token: string | null } | null {
  const found = /(?:\/t\/)?([A-Za-z0-9_-]+)\/?(?:\?[^#]*)?(?:#seat=([^\s]+))?\s*$/.exec(text.trim());
  if (found?.[1] === undefined) return null;
  return { table: found[1], token: found[2] === undefined ? null : decodeURIComponent(found[2]) };
}
