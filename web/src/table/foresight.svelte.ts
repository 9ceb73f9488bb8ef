import type { Choice, SaidForecast, Stroke, ToldStep } from '../wire';
import type { Game, Point } from './game.svelte';
import { strokesOf } from './view.svelte';

export type Seen = { choice: Choice; odds: SaidForecast | null; preview: ToldStep; at: Point | null };

/** The width of the panel with a forecast. */
export const PANEL = 340;

/** Above the foot of the table, where what is pointed at lies in the foot. */
export function aboveFoot(pointed: HTMLElement, origin: Point): Point {
  const room = document.documentElement.clientWidth - origin.x - PANEL - 16;
  const left = pointed.getBoundingClientRect().left - origin.x;
  return { x: Math.max(8, Math.min(left, room)), y: Number.MAX_SAFE_INTEGER };
}

const REST_MS = 120;
const KEPT = 64;

/** What a choice would do and with what chances, asked for when the pointer or the focus rests on it. */
export class Foresight {
  seen: Seen | null = $state.raw(null);
  waiting = $state(false);
  /** Are the rows shown that are folded into one? */
  unfolded = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wish: { choice: Choice; at: Point | null } | null = null;
  private usual: Choice | null = null;
  private cache = new Map<string, { odds: SaidForecast | null; preview: ToldStep }>();

  constructor(private readonly game: Game) {}

  get strokes(): Stroke[] {
    return this.seen === null ? [] : strokesOf(this.seen.preview);
  }

  /** The pointer or the focus is on this choice; `null` when it left. */
  rest(choice: Choice | null, at: Point | null = null): void {
    if (choice?.action === this.wish?.choice.action) return;
    this.want(choice === null ? (this.usual === null ? null : { choice: this.usual, at: null }) : { choice, at });
  }

  /** What to show while nothing is pointed at: the main button within a chain. */
  usually(choice: Choice | null): void {
    this.usual = choice;
    this.cache.clear();
    this.want(choice === null ? null : { choice, at: null });
  }

  private want(wish: { choice: Choice; at: Point | null } | null): void {
    clearTimeout(this.timer);
    this.wish = wish;
    if (wish === null) {
      this.seen = null;
      this.waiting = false;
      return;
    }
    this.timer = setTimeout(() => void this.ask(wish), REST_MS);
  }

  private async ask(wish: { choice: Choice; at: Point | null }): Promise<void> {
    const key = `${this.game.view.now?.head ?? ''} ${wish.choice.action}`;
    let found = this.cache.get(key);
    if (found === undefined) {
      this.waiting = true;
      this.game.view.ahead = 0;
      try {
        const answer = await this.game.view.ask({
          say: 'odds',
          actions: [wish.choice.action],
          until_question: false,
        });
        if (answer.tell !== 'odds') return;
        found = { odds: answer.odds ?? null, preview: answer.preview };
        if (this.cache.size >= KEPT) this.cache.clear();
        this.cache.set(key, found);
      } catch {
        if (this.wish === wish) this.seen = null;
        return;
      } finally {
        if (this.wish === wish) this.waiting = false;
      }
    }
    if (this.wish === wish) this.seen = { ...wish, ...found };
  }
}
