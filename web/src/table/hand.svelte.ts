import { countsOf, madeOf, namesOf, openTo, type Pile } from '../core/cards';
import type { CardFace, Choice, Hand } from '../wire';
import type { Game, Point } from './game.svelte';

/** The cards in hand, and those that were picked to make a choice of. */
export class HandPick {
  constructor(private readonly game: Game) {}

  private hands: Hand[] = $derived.by(() => this.game.scene?.hands ?? []);
  /** Hands whose cards are seen, and hands of which only the number is known. */
  mine: Hand[] = $derived(this.hands.filter((hand) => hand.cards.length > 0));
  unseen: Hand[] = $derived(this.hands.filter((hand) => hand.cards.length === 0));
  private names: ReadonlyMap<string, string> = $derived(namesOf(this.hands.flatMap((hand) => hand.cards)));
  /** Choices that are put together from cards. */
  made: Choice[] = $derived.by(() => this.game.menu.made);
  /** Another question, or another hand: what was picked for the last one is put back. */
  picked: string[] = $derived.by(() => {
    void this.made;
    void this.names;
    return [];
  });
  private counts = $derived(countsOf(this.picked, this.names));
  private open: ReadonlySet<string> = $derived(openTo(this.made, this.counts, this.names));
  /** What the picked cards can be played as, face up or face down. */
  private both: Choice[] = $derived(this.picked.length === 0 ? [] : madeOf(this.made, this.counts, this.names));
  private up: Choice[] = $derived(this.both.filter((choice) => choice.role !== 'face-down'));
  private down: Choice[] = $derived(this.both.filter((choice) => choice.role === 'face-down'));
  /** The switch: cards are played face down. It goes back with every question. */
  wantsDown: boolean = $derived.by(() => {
    void this.made;
    return false;
  });
  /** The picked cards can be played either way. */
  canTurn: boolean = $derived(this.up.length > 0 && this.down.length > 0);
  /** What the picked cards would be played as now. */
  ready: Choice[] = $derived(this.up.length === 0 || (this.wantsDown && this.canTurn) ? this.down : this.up);

  /** Turns the picked cards over; `false` where they can lie one way only. */
  turn(): boolean {
    if (this.canTurn) this.wantsDown = !this.wantsDown;
    return this.canTurn;
  }

  taken(pile: Pile): number {
    return pile.cards.filter((card) => this.picked.includes(card.id)).length;
  }

  /** The card of a pile that a choice is tied to. */
  tied(pile: Pile): CardFace | undefined {
    return pile.cards.find((card) => this.game.menu.things.has(`card:${card.id}`));
  }

  /** What the picked cards and one more of this pile would be played as, face up if they can lie so. */
  choiceOf(pile: Pile): Choice | null {
    const tied = this.tied(pile);
    if (tied !== undefined) return this.game.menu.things.get(`card:${tied.id}`)?.[0] ?? null;
    const next = pile.cards.find((card) => !this.picked.includes(card.id));
    if (next === undefined) return null;
    const all = madeOf(this.made, countsOf([...this.picked, next.id], this.names), this.names);
    return all.find((choice) => choice.role !== 'face-down') ?? all[0] ?? null;
  }

  /** May one more of this pile be picked, or one of it be chosen? */
  isOpen(pile: Pile): boolean {
    return this.open.has(pile.name.en) || this.tied(pile) !== undefined;
  }

  /** One more of the pile; where no more can be taken, those taken are put back. */
  take(pile: Pile, at: Point): void {
    const next = pile.cards.find((card) => !this.picked.includes(card.id));
    if (next !== undefined && this.open.has(pile.name.en)) this.picked = [...this.picked, next.id];
    else if (this.taken(pile) > 0) this.picked = this.picked.filter((id) => !pile.cards.some((card) => card.id === id));
    else {
      const card = this.tied(pile) ?? pile.cards[0];
      if (card !== undefined) void this.game.click(`card:${card.id}`, at);
    }
  }

  putBack(pile: Pile): void {
    const last = pile.cards.findLast((card) => this.picked.includes(card.id));
    this.picked = this.picked.filter((id) => id !== last?.id);
  }
}
