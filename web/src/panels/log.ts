import { undone } from '../core/history';
import type { Told, ToldStep } from '../wire';

export type LogLine = {
  key: string;
  number: number;
  /** The seat that acted; `null` where the table or the dice did. */
  seat: number | null;
  text: string;
  rule: string;
  pips: number[];
  /** Entered by hand at a real table. */
  entered: boolean;
  heading: number | null;
  undone: boolean;
};

/** The log as sentences. A step that was taken back stays only where dice had fallen. */
export function linesOf(steps: ToldStep[]): LogLine[] {
  const gone = undone(steps);
  const lines: LogLine[] = [];
  let clock: number | null = null;
  for (const step of steps) {
    const isUndone = gone.has(step.number);
    if (isUndone && (step.pips ?? []).length === 0) continue;
    const events = eventsOf(step);
    events.forEach((event, at) => {
      const heading = step.clock !== clock && !isUndone ? step.clock : null;
      if (heading !== null) clock = step.clock;
      lines.push({
        key: `${step.number}.${at}`,
        number: step.number,
        seat: at === 0 && heading === null && 'seat' in step.cause ? step.cause.seat : null,
        text: event.text,
        rule: event.rule,
        pips: at === 0 ? (step.pips ?? []) : [],
        entered: step.cause.kind === 'throw' && step.cause.entered,
        heading,
        undone: isUndone,
      });
    });
  }
  return lines;
}

const FORFEITS = {
  resigned: 'Resigned.',
  time: 'No time was left.',
  absence: 'Away too long: the game was claimed.',
  share: 'Did not bring a share of the dice in time.',
};

function eventsOf(step: ToldStep): Pick<Told, 'text' | 'rule'>[] {
  if (step.cause.kind === 'undo') {
    return step.cause.agreed ? [{ text: `Taken back to move ${step.cause.to}, as agreed.`, rule: '' }] : [];
  }
  if (step.cause.kind === 'dice')
    return [
      {
        text: step.cause.file ? 'Begun from a file: the dice are new from here on.' : 'The dice are new from here on.',
        rule: '',
      },
    ];
  if (step.cause.kind === 'share') return [{ text: 'Brought a share to the dice.', rule: '' }];
  if (step.events.length === 0 && step.cause.kind === 'resign') return [{ text: FORFEITS[step.cause.why], rule: '' }];
  return step.events;
}
