import { api, liveUrl } from '../api';
import { newSecret, shareCommitment } from '../core/dice';
import { hex, unhex } from '../core/digest';
import { History } from '../core/history';
import { type Held, held, hold, keep, kept } from '../core/keep';
import { pause, Queue } from '../core/queue';
import { applyDifference, applyStrokes } from '../core/scene';
import { type Answer, Live, type LiveState, type Request } from '../live';
import type {
  Chat,
  Failure,
  Rest,
  Scene,
  SeatCard,
  SharedDice,
  Sight,
  StandingOrder,
  Stroke,
  Tell,
  Times,
  ToldStep,
} from '../wire';

/** Where steps are shown: the board and the dice. The page that is in front provides it. */
export type Stage = {
  /** Brings what strokes are about into view. */
  follow(strokes: Stroke[]): void;
  play(strokes: Stroke[]): Promise<void>;
  skip(): void;
  dice(step: ToldStep): Promise<void>;
};

const STAGE_MS = 4000;

/** What happened since somebody was last here. */
export type Away = { from: number; acts: number; throws: number; gone: number };

function awayOf(missed: ToldStep[], from: number): Away {
  const strokes = missed.flatMap(strokesOf);
  return {
    from,
    acts: missed.filter((step) => step.cause.kind === 'act' && step.events.length > 0).length,
    throws: missed.filter((step) => step.cause.kind === 'throw').length,
    gone: strokes.filter((stroke) => 'gone' in stroke).length,
  };
}

export const strokesOf = (step: ToldStep): Stroke[] => step.events.flatMap((event) => event.strokes ?? []);

/** Waits until somebody can see the page. */
function inView(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Only pieces going about: it can be shown while the next choice is already open. */
function light(step: ToldStep): boolean {
  return step.cause.kind === 'act' && strokesOf(step).every((stroke) => 'moved' in stroke);
}

function restOf(sight: Sight): Rest {
  const { number, head, clock, asked, choices, in_chain, free_undo, offer, over } = sight;
  return { number, head, clock, asked, choices, in_chain, free_undo, offer, over };
}

/** The table as one seat, or a watcher, sees it. `scene` and `rest` are what is shown; the truth may be ahead. */
export class View {
  sight: Sight | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  rest: Rest | null = $state.raw(null);
  seats: SeatCard[] = $state.raw([]);
  steps: ToldStep[] = $state.raw([]);
  chat: Chat[] = $state.raw([]);
  notes = $state('');
  orders: StandingOrder[] = $state.raw([]);
  /** How far a computer is with its thinking, in thousandths. */
  thinking: { seat: number; share: number; ahead: number } | null = $state.raw(null);
  /** The commitment of this seat to its share was made in this browser; `null` where there is none. */
  bound: boolean | null = $state(null);
  /** How many others have their turn before what was last asked for beside the game. */
  ahead = $state(0);
  /** Those who only look on have nothing to say. */
  muted = $state(false);
  connection: LiveState = $state('connecting');
  failure: Failure | null = $state.raw(null);
  playing = $state(false);
  away: Away | null = $state.raw(null);
  /** The moves of others that are being shown: whose, how many have been, of how many that are known. */
  told: { seat: number | null; done: number; of: number } | null = $state.raw(null);
  paused = $state(false);
  private goOn: () => void = () => {};
  /** How far shared dice are. */
  dice: SharedDice | null = $state.raw(null);
  /** How the table stands with time, and when that was told. */
  times: { told: Times; at: number } | null = $state.raw(null);
  closed = $state(false);
  /** This seat is bound to a share that another browser has. */
  shareElsewhere = $state(false);
  lastNumber = $state(0);
  /** The table of the next game with the same people, once one of them has opened it. */
  rematch: string | null = $state(null);

  history = new History();
  private theStage: Stage | null = null;
  private onStage: () => void = () => {};
  private truth: { scene: Scene; rest: Rest } | null = $state.raw(null);
  /** The page is being left: what is not shown yet is shown when somebody comes back. */
  private left = false;
  private known = new Set<number>();
  /** The scene that belongs to a gliding move. */
  private gliding: Scene | null = null;
  private queue: Queue;
  private live: Live;

  constructor(
    readonly table: string,
    readonly token: string | null,
    readonly slot: number | null,
  ) {
    this.queue = new Queue(
      (busy) => {
        this.playing = busy;
        if (!busy) {
          this.told = null;
          this.paused = false;
        }
      },
      () => this.stage?.skip(),
    );
    this.live = new Live({
      url: liveUrl(table),
      token,
      since: slot === null ? null : (held(table)?.seq?.[slot] ?? null),
      ontell: (tell) => this.hear(tell),
      onstate: (state, why) => {
        this.connection = state;
        if (why !== null) this.failure = why;
        if (state !== 'open') this.thinking = null;
      },
    });
  }

  get stage(): Stage | null {
    return this.theStage;
  }
  set stage(stage: Stage | null) {
    this.theStage = stage;
    if (stage !== null) this.onStage();
  }

  /** The stage as it is now: an await may have changed it. */
  private onFront(): Stage | null {
    return this.theStage;
  }

  /** Waits until the board stands, with a timeout: a view behind another has none. */
  private staged(): Promise<void> {
    if (this.theStage !== null) return Promise.resolve();
    return pause(STAGE_MS, (end) => {
      this.onStage = end;
    });
  }

  get seat(): number | null {
    return this.sight?.seat ?? null;
  }

  /** The rest as it truly is, also while older steps are still being shown. */
  get now(): Rest | null {
    return this.truth?.rest ?? null;
  }

  ask(request: Request): Promise<Answer> {
    return this.live.ask(request);
  }

  skip(): void {
    this.paused = false;
    this.goOn();
    this.queue.skip();
  }

  /** Holds the showing after the step that runs, or lets it go on. */
  pause(): void {
    this.paused = !this.paused;
    if (!this.paused) this.goOn();
  }

  private unpaused(): Promise<void> {
    if (!this.paused) return Promise.resolve();
    return new Promise((resolve) => {
      this.goOn = resolve;
    });
  }

  wake(): void {
    this.live.wake();
  }

  close(): void {
    this.leave();
    this.queue.skip();
    this.live.close();
  }

  leave(): void {
    this.left = true;
  }

  private hear(tell: Tell): void {
    switch (tell.tell) {
      case 'welcome':
        void this.welcome(tell.sight, tell.missed);
        break;
      case 'news':
        if (this.truth === null) return;
        this.truth = { scene: applyDifference(this.truth.scene, tell.difference), rest: tell.rest };
        this.lastNumber = tell.rest.number;
        this.show(tell.steps, { ...this.truth, seq: tell.seq });
        break;
      case 'chat':
        if (!this.chat.some((line) => line.n === tell.chat.n)) this.chat = [...this.chat, tell.chat];
        break;
      case 'seats':
        this.seats = tell.seats;
        break;
      case 'offer':
        if (this.truth !== null) {
          this.truth = { ...this.truth, rest: { ...this.truth.rest, offer: tell.offer } };
          if (this.rest !== null) this.rest = { ...this.rest, offer: tell.offer };
        }
        break;
      case 'shares':
        this.dice = tell.dice;
        void this.bringShare();
        break;
      case 'rematch':
        this.rematch = tell.table;
        break;
      case 'times':
        this.times = { told: tell.times, at: Date.now() };
        break;
      case 'closed':
        this.closed = true;
        break;
      case 'thinking':
        this.thinking = tell.share == null ? null : { seat: tell.seat, share: tell.share, ahead: tell.ahead };
        break;
      case 'waiting':
        this.ahead = tell.ahead;
        break;
      case 'muted':
        this.muted = tell.muted;
        break;
      default:
    }
  }

  /**
   * Brings this seat's share to the dice: first it is bound to it, and only when everybody is bound to his is it told.
   * The share is kept, as it is needed again if the connection breaks between the two.
   */
  private async bringShare(): Promise<void> {
    await this.checkShare();
    const [dice, seat] = [this.dice, this.seat];
    const mine = seat === null ? undefined : dice?.shares[seat];
    if (dice === null || seat === null || mine === undefined || !mine.owed) return;
    // Other dice need another share: the old one may be known by now.
    const key = `share.${this.table}.${seat}.${dice.commitment}`;
    const old = unhex(kept(key, ''), 32);
    try {
      if (mine.commitment === null) {
        const share = old ?? newSecret();
        keep(key, hex(share));
        await this.ask({ say: 'share', commitment: hex(await shareCommitment(seat, share)) });
      } else if (dice.shares.every((one) => !one.owed || one.commitment !== null)) {
        const here = old !== null && hex(await shareCommitment(seat, old)) === mine.commitment;
        this.shareElsewhere = !here;
        if (here) await this.ask({ say: 'open-share', share: hex(old) });
      }
    } catch {
      // It is brought with the next connection.
    }
  }

  /** Is what this seat is bound to something that was made in this browser? */
  private async checkShare(): Promise<void> {
    const [dice, seat] = [this.dice, this.seat];
    const commitment = seat === null ? null : (dice?.shares[seat]?.commitment ?? null);
    if (dice === null || seat === null || commitment === null) {
      this.bound = null;
      return;
    }
    const share = unhex(kept(`share.${this.table}.${seat}.${dice.commitment}`, ''), 32);
    this.bound = share !== null && hex(await shareCommitment(seat, share)) === commitment;
  }

  /** Keeps what was shown last, so that coming back begins there. */
  private remember(seq: number, rest: Rest): void {
    if (this.slot === null || this.left) return;
    const old: Held | null = held(this.table);
    const seqs: [number | null, number | null] = [...(old?.seq ?? [null, null])];
    seqs[this.slot] = seq;
    hold(this.table, { seq: seqs, head: rest.head, number: rest.number });
  }

  private async welcome(sight: Sight, missed: ToldStep[]): Promise<void> {
    const before = this.scene;
    const fresh = this.sight === null;
    this.sight = sight;
    this.failure = null;
    this.seats = sight.seats;
    this.chat = sight.chat;
    this.notes = sight.notes;
    this.orders = sight.orders;
    this.dice = sight.shared_dice;
    this.times = { told: sight.times, at: Date.now() };
    this.closed = sight.closed;
    this.rematch = sight.rematch;
    this.muted = sight.muted;
    void this.bringShare();
    this.truth = { scene: sight.scene, rest: restOf(sight) };
    this.lastNumber = this.truth.rest.number;
    const first = missed[0];
    if (first !== undefined && missed.some((step) => strokesOf(step).length > 0)) {
      // Coming back: begin with what was last seen, then show what happened since.
      let then = before;
      if (then === null && first.number > 0) {
        try {
          then = (await api.sight(this.table, this.token, first.number - 1)).scene;
        } catch {
          then = null;
        }
      }
      if (then !== null) {
        this.scene = then;
        this.rest = { ...this.truth.rest, choices: [] };
        if (missed.length > 2) this.away = awayOf(missed, first.number - 1);
        if (fresh) await Promise.all([this.loadStory(first.number), this.staged()]);
        this.show(missed, { ...this.truth, seq: sight.seq });
        return;
      }
    }
    this.queue.skip();
    this.scene = sight.scene;
    this.rest = this.truth.rest;
    this.remember(sight.seq, this.truth.rest);
    await this.loadStory(sight.number + 1);
  }

  /** The log from its beginning, as far as it lies before `upTo`. */
  private async loadStory(upTo = Number.POSITIVE_INFINITY): Promise<void> {
    try {
      const story = await api.story(this.table, this.token);
      const older = story.filter((step) => step.number < upTo);
      const all = new Map([...older, ...this.steps].map((step) => [step.number, step]));
      this.steps = [...all.values()].sort((a, b) => a.number - b.number);
      this.history = new History();
      for (const step of this.steps) this.history.add(step);
      this.known = new Set(all.keys());
    } catch {
      // The log comes with the next connection; play goes on without it.
    }
  }

  private addStep(step: ToldStep): void {
    this.history.add(step);
    if (this.known.has(step.number)) return;
    this.known.add(step.number);
    this.steps = [...this.steps, step];
  }

  /** Shows pieces going about; their new places are set when they have arrived or something else comes. */
  private glide(strokes: Stroke[], scene: Scene): void {
    this.gliding = scene;
    void this.stage?.play(strokes).then(() => {
      if (this.gliding === scene) this.land();
    });
  }

  private land(): void {
    if (this.gliding === null) return;
    const scene = this.gliding;
    this.gliding = null;
    this.stage?.skip();
    this.scene = scene;
  }

  private show(steps: ToldStep[], end: { scene: Scene; rest: Rest; seq: number }): void {
    this.land();
    const finish = () => {
      for (const step of steps) this.addStep(step);
      if (end.rest.in_chain) this.history.midChain(end.rest.number);
      this.scene = end.scene;
      this.rest = end.rest;
      this.remember(end.seq, end.rest);
    };
    const own = steps.every((step) => step.cause.kind === 'act' && step.cause.seat === this.seat);
    if (!this.queue.busy && own && steps.every(light)) {
      // One's own moves glide while the next choice is already open.
      const strokes = steps.flatMap(strokesOf);
      if (strokes.length === 0 || this.stage === null) {
        finish();
        return;
      }
      this.glide(strokes, end.scene);
      for (const step of steps) this.addStep(step);
      if (end.rest.in_chain) this.history.midChain(end.rest.number);
      this.rest = end.rest;
      this.remember(end.seq, end.rest);
      return;
    }
    if (!this.queue.busy && steps.every((step) => strokesOf(step).length === 0 && step.pips === undefined)) {
      finish();
      return;
    }
    const others = steps.filter((step) => !(step.cause.kind === 'act' && step.cause.seat === this.seat));
    const old = this.told;
    if (others.length > 0) {
      this.told = { seat: old?.seat ?? null, done: old?.done ?? 0, of: (old?.of ?? 0) + others.length };
    }
    this.queue.add({
      play: async (skipped) => {
        for (const step of steps) {
          await inView();
          await this.unpaused();
          if (skipped() || this.stage === null) return;
          if (others.includes(step)) {
            const now = this.told;
            const seat = step.cause.kind === 'act' ? step.cause.seat : (now?.seat ?? null);
            this.told = { seat, done: (now?.done ?? 0) + 1, of: Math.max(now?.of ?? 0, (now?.done ?? 0) + 1) };
            this.stage.follow(strokesOf(step));
          }
          if ((step.pips ?? []).length > 0) await this.stage.dice(step);
          this.addStep(step);
          const strokes = strokesOf(step);
          if (strokes.length === 0 || skipped()) continue;
          // While the dice rolled, the other seat at this screen may have come to the front.
          await this.onFront()?.play(strokes);
          if (this.scene !== null) this.scene = applyStrokes(this.scene, strokes);
        }
      },
      finish,
    });
  }
}
