import { api } from '../api';
import { passed, START, stepFor, type Walk, walked } from '../core/guide';
import { held, hold, keep, kept } from '../core/keep';
import { noteProgress } from '../lobby/progress';
import type { Guide, GuideStep } from '../wire';
import type { Game } from './game.svelte';

/**
 * The lesson of a table: steps that come with the questions they speak of, in order and each once. Earlier steps can be
 * read again. A lesson that was asked for is always shown; on other tables it is offered until it is switched off.
 */
export class Lesson {
  guide: Guide | null = $state.raw(null);
  private walk: Walk = $state.raw(START);
  private off = $state(false);
  /** An earlier step that is read again. */
  private reread: number | null = $state(null);
  private doing: { at: number; kind: string; clock: number; number: number } | null = null;
  private wanted: string | null = null;
  /** The step that came last. */
  private met: number | null = null;

  constructor(private readonly game: Game) {
    this.walk = held(game.table)?.walk ?? START;
    this.off = kept<{ off?: boolean }>('guide', {}).off === true;
  }

  private scenario: string = $derived.by(() => {
    const setup = this.game.sight?.setup;
    return setup === undefined ? '' : `${setup.system}/${setup.scenario}`;
  });
  private asked: boolean = $derived.by(() => this.game.sight !== null && this.game.lesson);
  /** Is there a lesson at this table for this seat? */
  on: boolean = $derived.by(() => {
    const sight = this.game.sight;
    if (sight === null || !sight.card.guide || this.game.seat === null || sight.branch_of != null) return false;
    return this.walk.left !== true && (this.asked || !this.off);
  });
  private kind: string | null = $derived.by(() => (this.game.open ? (this.game.question?.kind ?? null) : null));
  private clock: number = $derived.by(() => this.game.rest?.clock ?? 0);
  /** The step that the question of now calls for. */
  private due: number | null = $derived.by(() => {
    if (!this.on || this.guide === null || this.kind === null) return null;
    const side = this.game.view.seats.find((seat) => seat.seat === this.game.seat)?.side;
    if (!this.asked && side !== this.guide.side) return null;
    return stepFor(this.guide.steps, this.walk, this.kind, this.clock);
  });
  /** The number of the step that is shown, from 0: the one that is due, one that is read again, or the last. */
  at: number | null = $derived.by(() => {
    if (!this.on || this.guide === null) return null;
    const at = this.reread ?? this.due ?? Math.min(this.walk.at, this.guide.steps.length) - 1;
    return at < 0 ? null : at;
  });
  step: GuideStep | null = $derived(this.at === null ? null : (this.guide?.steps[this.at] ?? null));
  /** A lesson that was asked for has not had its first step: the other side moves first. */
  waiting: boolean = $derived(this.asked && this.on && this.guide !== null && this.at === null);
  /** The step that is shown is the one to do now. */
  now: boolean = $derived(this.at !== null && this.at === this.due);
  /** No earlier step is being read again. */
  caughtUp: boolean = $derived(this.reread === null);
  finished: boolean = $derived(this.guide !== null && this.walk.at >= this.guide.steps.length);
  /** A step that is to be read, or read again, is passed with a click; one that is to be done is passed by doing it. */
  mayPass: boolean = $derived(this.reread !== null || (this.now && this.step?.read === true));
  /** What the step of now points at. */
  point: string | null = $derived(this.now ? (this.step?.point ?? null) : null);

  /** Fetches the guide of the scenario once. */
  load(): void {
    const setup = this.game.sight?.setup;
    if (!this.on || setup === undefined || this.wanted === this.scenario) return;
    this.wanted = this.scenario;
    api.guide(setup.system, setup.scenario).then(
      (guide) => {
        this.guide = guide;
      },
      () => {
        this.wanted = null;
      },
    );
  }

  /** Called whenever what is shown has changed: a step that is done by doing is over once something was done. */
  follow(): void {
    const number = this.game.rest?.number ?? 0;
    const over = this.doing;
    if (over !== null && number > over.number) {
      this.doing = null;
      this.save(walked(this.walk, over.at, over.kind, over.clock));
    }
    const due = this.due;
    if (due === null || this.kind === null || due === this.met) return;
    this.met = due;
    this.reread = null;
    if (this.guide !== null) noteProgress(this.scenario, due + 1, this.guide.steps.length, this.game.table);
    const read = this.guide?.steps[due]?.read ?? false;
    this.doing = read ? null : { at: due, kind: this.kind, clock: this.clock, number };
  }

  next(): void {
    if (!this.mayPass) return;
    const due = this.due;
    if (this.reread !== null) {
      const next = this.reread + 1;
      this.reread = next >= this.walk.at ? null : next;
    } else if (due !== null) {
      this.doing = null;
      this.save(passed(this.walk, due));
    }
  }

  back(): void {
    if (this.at !== null && this.at > 0) this.reread = this.at - 1;
  }

  /** Ends the lesson of this table. Where it was not asked for, none is offered again. */
  leave(): void {
    this.save({ ...this.walk, left: true });
    if (this.asked) return;
    this.off = true;
    keep('guide', { off: true });
  }

  private save(walk: Walk): void {
    this.walk = walk;
    hold(this.game.table, { walk });
  }
}
