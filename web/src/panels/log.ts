import { undone } from '../core/history';
import type { Forfeit, Told, ToldStep } from '../wire';

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
export function linesOf(steps: ToldStep[], nameOf: (seat: number) => string): LogLine[] {
  const gone = undone(steps);
  const lines: LogLine[] = [];
  let clock: number | null = null;
  for (const step of steps) {
    const isUndone = gone.has(step.number);
    if (isUndone && (step.pips ?? []).length === 0) continue;
    const events = eventsOf(step, nameOf);
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

const FORFEITS: Record<Forfeit, string> = {
  resigned: 'resigns.',
  time: 'has no time left.',
  absence: 'was away too long: the game was claimed.',
  share: 'did not confirm a part of the shared dice in time.',
  draw: 'agrees to a draw.',
};

function eventsOf(step: ToldStep, nameOf: (seat: number) => string): Pick<Told, 'text' | 'rule'>[] {
  const { cause } = step;
  const said = (text: string) => [{ text, rule: '' }];
  if (cause.kind === 'undo') {
    return cause.agreed ? said(`${nameOf(cause.seat)} takes the game back to move ${cause.to}, as agreed.`) : [];
  }
  if (cause.kind === 'dice') {
    return said(cause.file ? 'Begun from a file: the dice are new from here on.' : 'The dice are new from here on.');
  }
  if (cause.kind === 'share') return said(`${nameOf(cause.seat)} adds a secret to the shared dice.`);
  if (step.events.length === 0 && cause.kind === 'resign') return said(`${nameOf(cause.seat)} ${FORFEITS[cause.why]}`);
  return step.events;
}
