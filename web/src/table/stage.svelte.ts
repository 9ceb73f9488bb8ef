import type { BoardHandle } from '../board/types';
import { pause } from '../core/queue';
import { bare, thingOf } from '../core/scene';
import { play } from '../core/sounds';
import { settings } from '../settings.svelte';
import type { Stroke, ToldStep } from '../wire';
import type { Stage } from './view.svelte';

export type Throwing = { pips: number[]; faces: number[]; rolling: boolean; text: string };

const ROLL_MS = 700;
const READ_MS = 650;
const STAY_MS = 1800;

/** The board and the dice of one page. */
export class TableStage implements Stage {
  thrown: Throwing | null = $state.raw(null);
  /** What was done last, for a trail where nothing moves. */
  trail: Stroke[] = $state.raw([]);
  board: BoardHandle | null = null;
  /** Something was skipped while these dice rolled: they do not stay. */
  private hurried = false;
  private cut: () => void = () => {};
  private last: Promise<void> = Promise.resolve();
  private clearing: ReturnType<typeof setTimeout> | undefined;

  /** Brings what these strokes are about into view, if the player wants that. */
  follow(strokes: Stroke[]): void {
    if (!settings.follow || settings.calm) return;
    for (const stroke of strokes) {
      if (!('moved' in stroke)) continue;
      const goal = stroke.moved.path.at(-1);
      this.board?.show(`piece:${bare(stroke.moved.piece)}`);
      if (goal !== undefined) this.board?.show(goal.includes(':') ? goal : `place:${goal}`);
      return;
    }
    const thing = thingOf(strokes);
    if (thing !== null) this.board?.show(thing);
  }

  play(strokes: Stroke[]): Promise<void> {
    this.trail = strokes;
    if (strokes.some((stroke) => 'gone' in stroke)) play('charge');
    // What was skipped must have ended before the next begins, or it would be skipped with it.
    const before = this.last;
    const playing = (async () => {
      await before;
      await this.board?.play(strokes);
    })();
    this.last = playing.catch(() => {});
    return playing;
  }

  skip(): void {
    this.hurried = true;
    this.cut();
    this.board?.skip();
  }

  async dice(step: ToldStep): Promise<void> {
    clearTimeout(this.clearing);
    this.hurried = false;
    play('dice');
    const pips = step.pips ?? [];
    const text = step.events[0]?.text ?? '';
    if (!settings.calm) {
      const tumble = () => {
        this.thrown = { pips, faces: pips.map(() => 1 + Math.floor(Math.random() * 6)), rolling: true, text };
      };
      tumble();
      const timer = setInterval(tumble, 90);
      await this.wait(ROLL_MS / settings.pace);
      clearInterval(timer);
    }
    this.thrown = { pips, faces: pips, rolling: false, text };
    if (!this.hurried) await this.wait(READ_MS / settings.pace);
    this.clearing = setTimeout(
      () => {
        this.thrown = null;
      },
      this.hurried ? 0 : STAY_MS,
    );
  }

  private wait(ms: number): Promise<void> {
    return pause(ms, (end) => {
      this.cut = end;
    });
  }
}
