import { api, wordsOf } from '../api';
import type { Lit } from '../board/types';
import { areHidden } from '../core/cards';
import { held, hold, keep, kept } from '../core/keep';
import { me } from '../core/me.svelte';
import { endsPhase, litOf, type Menu, menuOf } from '../core/menu';
import { USUAL_TERMS } from '../lobby/opening';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { seatedAs } from '../ui/names';
import type { AskedQuestion, Choice, Failure, Ground, Rest, Scene, Sight, ToldStep } from '../wire';
import { View } from './view.svelte';

export type Point = { x: number; y: number };
export type Note = { text: string; rule: string | null; at: Point | null; kind: 'why' | 'error' | 'info' };
type Start = { number: number; choices: Choice[] };

const NOTHING: Menu = { things: new Map(), buttons: [], made: [], stances: [] };

/** A table in this browser: one view for each seat held here, or one for a watcher. */
export class Game {
  views: View[] = $state.raw([]);
  /** Which view is in front. */
  front = $state(0);
  /** A seat that must take the screen before its hand is shown. */
  curtain: number | null = $state(null);
  grounds: Map<string, Ground> = $state.raw(new Map());
  /** A moment of the past that is looked at instead of now. */
  moment: { at: number; sight: Sight } | null = $state.raw(null);
  note: Note | null = $state.raw(null);
  /** Several choices on one thing: a small menu at the pointer. */
  several: { choices: Choice[]; at: Point } | null = $state.raw(null);
  inspected: string | null = $state(null);
  /** A phase that would end with units that can still act: asked once. */
  ending: { choice: Choice; units: number } | null = $state.raw(null);
  private endingAsked = '';
  busy = $state(false);
  /** The acts made in a private branch, by number. */
  tried: Record<string, string> = $state.raw({});
  private start: Start | null = null;
  private wanted = new Set<string>();
  private last: Promise<void> = Promise.resolve();

  constructor(
    readonly table: string,
    tokens: [string | null, string | null],
  ) {
    this.tried = JSON.parse(sessionStorage.getItem(`gunbai.branch.${table}`) ?? '{}') as Record<string, string>;
    const seats = tokens.flatMap((token, seat) => (token === null ? [] : [{ token, seat }]));
    this.views =
      seats.length === 0 ? [new View(table, null, null)] : seats.map(({ token, seat }) => new View(table, token, seat));
  }

  view: View = $derived(this.views[this.front] ?? (this.views[0] as View));
  sight: Sight | null = $derived(this.view.sight);
  scene: Scene | null = $derived(this.moment?.sight.scene ?? this.view.scene);
  rest: Rest | null = $derived(this.view.rest);
  seat: number | null = $derived(this.view.seat);
  both: boolean = $derived(this.views.length > 1);
  /** The side this seat plays, as pieces number it. */
  side: number | null = $derived(this.sideOf(this.seat));
  /** The question put to this seat. */
  question: AskedQuestion | null = $derived(this.questionOf(this.rest, this.seat));
  /** It is this browser's move, though older steps may still be shown. */
  mine: boolean = $derived(this.views.some((view) => this.questionOf(view.now, view.seat) !== null));
  /** Whatever is asked, of anyone. */
  questions: AskedQuestion[] = $derived(this.rest?.asked['rests-in'] === 'questions' ? this.rest.asked.questions : []);
  /** The cards that can be clicked. */
  private cards: Set<string> = $derived(
    new Set((this.scene?.hands ?? []).flatMap((hand) => hand.cards.map((card) => card.id))),
  );
  open: boolean = $derived(this.moment === null && !this.view.playing && this.curtain === null);
  choices: Choice[] = $derived(this.open && this.question !== null ? (this.rest?.choices ?? []) : []);
  menu: Menu = $derived(this.choices.length === 0 ? NOTHING : menuOf(this.choices, this.cards));
  lit: Lit[] = $derived(litOf(this.menu, this.scene?.pieces ?? [], this.side));

  /** Own units that can still be chosen, outside a chain of clicks. */
  private idle: number = $derived(
    this.rest?.in_chain === true
      ? 0
      : this.lit.filter((lit) => lit.kind === 'choice' && lit.thing.startsWith('piece:')).length,
  );

  private questionOf(rest: Rest | null, seat: number | null): AskedQuestion | null {
    if (rest?.asked['rests-in'] !== 'questions' || seat === null) return null;
    return rest.asked.questions.find((question) => question.seat === seat) ?? null;
  }

  sideOf(seat: number | null): number | null {
    const card = this.view.seats.find((one) => one.seat === seat);
    if (card === undefined) return null;
    const found = this.sight?.card.sides.findIndex((side) => side.id === card.side) ?? -1;
    return found < 0 ? null : found;
  }

  seatName(seat: number | null): string {
    return this.view.seats.find((one) => one.seat === seat)?.name.en ?? 'A watcher';
  }

  /** The person in a seat with the side they lead: "Hanako (East)". */
  personName(seat: number | null): string {
    const card = this.view.seats.find((one) => one.seat === seat);
    return card === undefined ? this.seatName(seat) : seatedAs(card);
  }

  /** Says the name of the person at this browser to the table, for the one seat it holds. */
  sendName(): void {
    const { seat, seats } = this.view;
    const card = seats.find((one) => one.seat === seat);
    if (seat === null || this.both || me.name === '' || card === undefined || card.person === me.name) return;
    if (this.sight?.branch_of != null || this.view.closed) return;
    // Nothing depends on it: a table without names is played as well.
    this.view.ask({ say: 'name', name: me.name }).catch(() => null);
  }

  /** Does what this view shows wait for its own seat? */
  private isAsked(view: View): boolean {
    const asked = view.rest?.asked;
    if (asked === undefined || view.seat === null) return false;
    if (asked['rests-in'] === 'questions') return asked.questions.some((question) => question.seat === view.seat);
    return asked['rests-in'] === 'roll' && asked.seat === view.seat;
  }

  /** Brings the seat that is asked to the front. Called whenever what is shown has changed. */
  follow(): void {
    if (!this.both || this.view.playing || this.isAsked(this.view)) return;
    const number = this.view.rest?.number ?? 0;
    // A view that lags behind would send us back and forth.
    const next = this.views.findIndex((view) => this.isAsked(view) && (view.rest?.number ?? 0) >= number);
    if (next < 0) return;
    if (areHidden(this.scene?.hands ?? [], this.view.seat)) this.curtain = next;
    else this.bring(next);
  }

  bring(next: number): void {
    this.front = next;
    this.curtain = null;
  }

  loadGrounds(scene: Scene): void {
    for (const board of scene.boards) {
      if (this.wanted.has(board.ground)) continue;
      this.wanted.add(board.ground);
      api.ground(board.ground).then(
        (ground) => {
          this.grounds = new Map([...this.grounds, [board.ground, ground]]);
        },
        (error: unknown) => {
          this.wanted.delete(board.ground);
          this.say(wordsOf(error));
        },
      );
    }
  }

  /** Remembers what lay open before a chain of clicks began, so that another thing can be picked instead. */
  noteStart(): void {
    const rest = this.rest;
    if (rest === null || this.question === null) this.start = null;
    else if (!rest.in_chain) {
      // An undo is no input one can go back to; what it went back to is.
      this.start = { number: this.view.history.standing(rest.number), choices: rest.choices };
    }
  }

  say(failure: Failure, at: Point | null = null): void {
    this.note = { text: failure.message, rule: failure.rule ?? null, at, kind: 'error' };
  }

  /**
   * One thing after the other. What was clicked before the last click was answered is done only if it was meant for
   * what is there now: a double click ends one phase, not two.
   */
  private async doing<T>(work: () => Promise<T>): Promise<T | null> {
    const seen = this.number;
    const before = this.last;
    let end: () => void = () => {};
    this.last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    if (this.number !== seen) {
      end();
      return null;
    }
    this.busy = true;
    this.note = null;
    this.several = null;
    try {
      return await work();
    } catch (error) {
      this.say(wordsOf(error));
      return null;
    } finally {
      this.busy = false;
      end();
    }
  }

  private get number(): number {
    return this.view.now?.number ?? 0;
  }

  /** Takes a choice of the list or a button. One that ends a phase with units that can still act asks first, once. */
  async press(choice: Choice): Promise<void> {
    const units = this.idle;
    const phase = `${this.rest?.clock ?? 0} ${this.question?.kind ?? ''} ${this.seat ?? ''}`;
    if (units > 0 && settings.askBeforeEnd && endsPhase(choice) && this.endingAsked !== phase) {
      this.endingAsked = phase;
      this.ending = { choice, units };
      return;
    }
    await this.act(choice.action);
  }

  async act(action: string): Promise<boolean> {
    const done = await this.doing(() => this.send(action, this.number));
    return done !== null;
  }

  /** Several actions, one after the other, as long as none is refused. */
  async chain(actions: readonly string[]): Promise<boolean> {
    const done = await this.doing(async () => {
      let number = this.number;
      for (const action of actions) number = await this.send(action, number);
    });
    return done !== null;
  }

  /** An action by its text. What lay open before a chain began may be named too: the chain is left for it. */
  async command(action: string): Promise<boolean> {
    const start = this.start;
    const open = this.choices.some((choice) => choice.action === action);
    const earlier = start?.choices.some((choice) => choice.action === action) === true;
    if (open || !earlier || start === null || this.rest?.in_chain !== true) return this.act(action);
    const done = await this.doing(async () => {
      const back = await this.view.ask({ say: 'undo', to: start.number, after: this.number });
      return this.send(action, back.tell === 'done' ? back.number : start.number);
    });
    return done !== null;
  }

  private async send(action: string, after: number): Promise<number> {
    const done = await this.view.ask({ say: 'act', action, after });
    const number = done.tell === 'done' ? done.number : after;
    if (this.sight?.branch_of != null) this.noteBranchAct(number, action);
    return number;
  }

  private noteBranchAct(number: number, action: string): void {
    this.tried = { ...this.tried, [String(number)]: action };
    sessionStorage.setItem(`gunbai.branch.${this.table}`, JSON.stringify(this.tried));
  }

  async undo(to: number): Promise<boolean> {
    const free = to >= (this.view.now?.free_undo ?? 0);
    const done = await this.doing(() => this.view.ask({ say: 'undo', to, after: this.number }));
    if (done !== null && !free && this.view.now?.offer != null) {
      this.note = { text: 'The other side has been asked to agree.', rule: null, at: null, kind: 'info' };
    }
    return done !== null;
  }

  /** Asks the other person to end the game in a draw. */
  async offerDraw(): Promise<void> {
    await this.doing(() => this.view.ask({ say: 'draw', after: this.number }));
  }

  /** Where the next undo goes, if there is anything to take back. */
  get undoTarget(): number | null {
    const now = this.rest;
    if (now === null || this.seat === null || now.over) return null;
    if (now.in_chain && this.start !== null && this.start.number < now.number) {
      return this.view.history.back(now.number, true) ?? this.start.number;
    }
    return this.view.history.back(now.number, false);
  }

  async undoOne(): Promise<void> {
    const to = this.undoTarget;
    if (to !== null) await this.undo(to);
  }

  /** Puts down what is in hand. */
  async leaveChain(): Promise<boolean> {
    if (this.rest?.in_chain !== true || this.start === null) return false;
    return this.undo(this.start.number);
  }

  async click(thing: string, at: Point): Promise<void> {
    this.note = null;
    this.several = null;
    if (this.view.playing) {
      this.view.skip();
      return;
    }
    if (this.moment !== null) return;
    const here = this.meant(thing);
    if (here.length > 0) {
      await this.take(here, at);
      return;
    }
    if (this.seat === null || this.rest === null || this.rest.over) return;
    const earlier = this.start?.choices.filter((choice) => choice.tie === thing) ?? [];
    const finish = this.choices.find((choice) => choice.role === 'finish');
    if (earlier.length === 1 && finish !== undefined && this.number > (this.start?.number ?? 0) + 1) {
      // A unit that has marched keeps its march: to order the next one ends it.
      await this.chain([finish.action, earlier[0]?.action ?? '']);
      return;
    }
    if (this.rest.in_chain && this.start !== null && earlier.length > 0) {
      const start = this.start;
      await this.doing(async () => {
        const back = await this.view.ask({ say: 'undo', to: start.number, after: this.number });
        const number = back.tell === 'done' ? back.number : start.number;
        const only = earlier[0];
        if (earlier.length === 1 && only !== undefined) await this.send(only.action, number);
        else this.several = { choices: earlier, at };
      });
      return;
    }
    await this.why(thing, at);
  }

  /** What a click may mean: the choices of the thing, and where it is a piece those of its place, too. */
  private meant(thing: string): Choice[] {
    const own = this.menu.things.get(thing) ?? [];
    const place = this.scene?.pieces.find((piece) => `piece:${piece.id}` === thing)?.place ?? null;
    return own.length === 0 || place === null ? own : [...own, ...(this.menu.things.get(`place:${place}`) ?? [])];
  }

  private async take(here: Choice[], at: Point): Promise<void> {
    const only = here[0];
    if (here.length === 1 && only !== undefined) await this.act(only.action);
    else this.several = { choices: here, at };
  }

  /** A drag is the same two clicks: the piece, then the place. */
  async drag(from: string, to: string): Promise<void> {
    const pick = this.menu.things.get(from)?.[0] ?? this.start?.choices.find((choice) => choice.tie === from);
    if (pick === undefined) return;
    await this.click(from, { x: 0, y: 0 });
    const next = this.view.now?.choices.find((choice) => choice.tie === to);
    if (next !== undefined) await this.act(next.action);
    else await this.why(to, null);
  }

  /** Says why a thing is dark; `false` where nothing is to be said of it. */
  async why(thing: string, at: Point | null): Promise<boolean> {
    if (this.question === null && this.questions.length === 0) return false;
    try {
      const answer = await this.view.ask({ say: 'why', thing });
      if (answer.tell !== 'why' || answer.said == null) return false;
      this.note = { text: answer.said.text, rule: answer.said.rule, at, kind: 'why' };
    } catch (error) {
      this.say(wordsOf(error), at);
    }
    return true;
  }

  async look(at: number | null): Promise<void> {
    if (at === null || at >= this.view.lastNumber) {
      this.moment = null;
      router.mark(this.table, null);
      return;
    }
    try {
      const sight = await api.sight(this.table, this.view.token, at);
      this.view.skip();
      this.moment = { at, sight };
      router.mark(this.table, at);
    } catch (error) {
      this.say(wordsOf(error));
    }
  }

  /** Steps as the log shows them at the moment in view. */
  get steps(): ToldStep[] {
    return this.view.steps;
  }

  async branch(at: number): Promise<void> {
    const opened = await this.doing(() =>
      api.open(
        {
          scenario: null,
          options: {},
          data: null,
          seats: ['person', 'person'],
          real_dice: false,
          shared_dice: false,
          listed: false,
          terms: USUAL_TERMS,
          record: null,
          from: { table: this.table, at, branch: true },
        },
        this.view.token,
      ),
    );
    if (opened === null) return;
    hold(opened.table, { tokens: opened.tokens, branch: true });
    keep(`branch-seat.${opened.table}`, this.seat);
    router.go(`/t/${opened.table}`);
  }

  /** A new table that goes on from here, with the same seats where this browser knows them. */
  async startFrom(at: number): Promise<void> {
    const seats = this.view.seats.map((seat) => (seat.who === 'person' ? 'person' : { computer: seat.who }));
    const [first, second] = seats;
    if (first === undefined || second === undefined) return;
    const opened = await this.doing(() =>
      api.open(
        {
          scenario: null,
          options: {},
          data: null,
          seats: [first as 'person', second as 'person'],
          real_dice: this.sight?.real_dice ?? false,
          shared_dice: this.sight?.real_dice !== true,
          listed: false,
          terms: this.sight?.terms ?? USUAL_TERMS,
          record: null,
          from: { table: this.table, at, branch: false },
        },
        this.view.token,
      ),
    );
    if (opened === null) return;
    hold(opened.table, { tokens: opened.tokens });
    router.go(`/t/${opened.table}`);
  }

  /** Plays what was tried in a branch, if the game still stands where the branch began. */
  async playTried(): Promise<void> {
    const key = `for-real.${this.table}`;
    const tried = kept<{ at: number; actions: string[] } | null>(key, null);
    if (tried === null) return;
    keep(key, undefined);
    if (this.number !== tried.at) {
      this.note = {
        text: 'The game has moved on, so nothing was played.',
        rule: null,
        at: null,
        kind: 'info',
      };
      return;
    }
    await this.doing(async () => {
      let number = this.number;
      for (const action of tried.actions) number = await this.send(action, number);
    });
  }

  /** Opens the next game with the same people, or goes to the one that is open. */
  async rematch(swap: boolean): Promise<void> {
    const { token } = this.view;
    if (token === null) return;
    const opened = await this.doing(() => api.rematch(this.table, token, swap));
    if (opened !== null) await this.goToRematch(opened.table);
  }

  /** The token of a seat here opens the seat of the same person there, on whichever side. */
  async goToRematch(table: string): Promise<void> {
    const tokens: [string | null, string | null] = [null, null];
    for (const view of this.views) {
      if (view.token === null) continue;
      const { seat } = await api.sight(table, view.token);
      if (seat !== null) tokens[seat] = view.token;
    }
    if (tokens.some((token) => token !== null)) hold(table, { tokens });
    router.go(`/t/${table}`);
  }

  get lesson(): boolean {
    return held(this.table)?.lesson === true;
  }

  close(): void {
    for (const view of this.views) view.close();
  }
}
