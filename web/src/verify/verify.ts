import { pipsOf, type Shares, seedCommitment, shareCommitment } from '../core/dice';
import { type Bytes, hex, joined, sha256, unhex, word } from '../core/digest';

/** What came of looking through a record: the same three lists that `gunbai verify` prints. */
export type Findings = { holds: string[]; unchecked: string[]; fault: string | null };

/** All dice of our systems. */
const SIDES = 6;

class Fault extends Error {}

type Line = { number: number; text: string; chained: string; opened: string | null };
/** Dice of one source, and the inputs that were made with them. */
type Span = {
  from: number;
  file: boolean;
  dice: string;
  seed: string | null;
  shares: [string | null, string | null];
  secret: string | null;
  inputs: Line[];
  thrownBefore: number;
};
type Parts = { chained: string[]; spans: Span[]; inputs: Line[]; head: string };

const spanOf = (from: number, file: boolean, dice: string): Span => ({
  from,
  file,
  dice,
  seed: null,
  shares: [null, null],
  secret: null,
  inputs: [],
  thrownBefore: 0,
});

/** A line that tells what dice follow from, or the salt. `false`: it is none. */
function told(span: Span, line: string): boolean {
  const [key = '', ...rest] = line.split(' ');
  if (key === 'seed') span.seed = rest.join(' ');
  else if (key === 'secret') span.secret = rest.join(' ');
  else if (key === 'share') span.shares[rest[0] === '0' ? 0 : 1] = rest[1] ?? '';
  else return false;
  return true;
}

function parse(text: string): Parts {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  if (lines[0] !== 'gunbai record 1') throw new Fault('This is no record: its first line must be `gunbai record 1`.');
  const begin = lines.findIndex((line) => line.startsWith('begin '));
  if (begin < 0) throw new Fault('The record ends inside its header: no `begin` line.');
  const last = lines.at(-1) ?? '';
  if (!last.startsWith('head ')) throw new Fault('The record breaks off: no `head` line at its end.');
  let span = spanOf(0, false, '');
  const parts: Parts = { chained: [], spans: [span], inputs: [], head: last.slice(5) };
  for (const line of lines.slice(0, begin)) {
    if (told(span, line)) continue;
    parts.chained.push(line);
    if (line.startsWith('dice ')) span.dice = line.slice(5);
  }
  let thrown = 0;
  for (const line of lines.slice(begin + 1, -1)) {
    const before = parts.inputs.at(-1);
    if (line.startsWith('= ')) {
      if (before === undefined) throw new Fault('A line opens a sealed action, but there is none before it.');
      if (span.from === before.number) {
        if (!told(span, line.slice(2)))
          throw new Fault(`Input ${before.number}: \`${line}\` tells nothing about dice.`);
      } else before.opened = line.slice(2);
      continue;
    }
    const chained = line.replace(/ : (?:[0-9a-f]{16}|-)$/, '');
    const number = parts.inputs.length + 1;
    if (!chained.startsWith(`${number} `))
      throw new Fault(`Input ${number} is expected where the record has \`${chained}\`.`);
    const input = { number, text: chained.slice(`${number} `.length), chained, opened: null };
    parts.inputs.push(input);
    const seam = /^(file|dice) (.+)$/.exec(input.text);
    if (seam !== null) {
      span = { ...spanOf(number, seam[1] === 'file', seam[2] ?? ''), thrownBefore: thrown };
      parts.spans.push(span);
    }
    if (/^(throw|entered) /.test(input.text)) thrown += 1;
    span.inputs.push(input);
  }
  return parts;
}

function secretOf(text: string, what: string): Bytes {
  const bytes = unhex(text, 32);
  if (bytes === null) throw new Fault(`${what} is not 64 hexadecimal digits.`);
  return bytes;
}

async function heads(parts: Parts): Promise<string[]> {
  let head = await sha256(parts.chained.map((line) => `${line}\n`).join(''));
  const all = [hex(head)];
  for (const line of parts.inputs) {
    head = await sha256(head, line.chained);
    all.push(hex(head));
  }
  return all;
}

/** A shorter piece of a head would fit too many records. */
const SHORTEST_HEAD = 12;

function against(all: string[], kept: string | null, found: Findings): void {
  if (kept === null || kept === '') {
    found.unchecked.push('Whether the whole record was rewritten, chain and all: that needs a head that was kept.');
    return;
  }
  if (kept.length < SHORTEST_HEAD || !/^[0-9a-f]{1,64}$/i.test(kept))
    throw new Fault(`A head that was kept has ${SHORTEST_HEAD} to 64 hexadecimal digits.`);
  const at = all.findLastIndex((head) => head.startsWith(kept.toLowerCase()));
  if (at < 0)
    throw new Fault('The head that was kept is not among the heads of this record: it was edited, or is another game.');
  found.holds.push(`Nothing up to input ${at} was changed: the head that was kept is the one after it.`);
  if (at < all.length - 1)
    found.unchecked.push(
      `Whether inputs ${at + 1} to ${all.length - 1} were changed: the head that was kept is older.`,
    );
}

async function sharedDice(parts: Span, found: Findings): Promise<void> {
  const committed: [string | null, string | null] = [null, null];
  const throws: { line: Line; number: number; pips: number[] }[] = [];
  for (const line of parts.inputs) {
    const share = /^([01]) share (\S+)$/.exec(line.text);
    if (share !== null) {
      const seat = share[1] === '0' ? 0 : 1;
      if (throws.length > 0)
        throw new Fault(`Input ${line.number}: seat ${seat} was bound to its share late, after dice had been thrown.`);
      if (committed[seat] !== null)
        throw new Fault(`Input ${line.number}: seat ${seat} was bound to its share already.`);
      committed[seat] = share[2] ?? '';
    }
    const thrown = /^(throw|entered) (\d+)((?: \d+)*)$/.exec(line.text);
    if (thrown !== null) {
      if (thrown[1] === 'entered' && parts.seed !== null)
        throw new Fault(`Input ${line.number}: dice entered by hand where they are shared.`);
      const number = Number(thrown[2]);
      const due = parts.thrownBefore + throws.length + 1;
      if (number !== due) throw new Fault(`Input ${line.number}: throw ${due} is due, the record has throw ${number}.`);
      throws.push({ line, number, pips: (thrown[3] ?? '').trim().split(' ').map(Number) });
    }
  }
  const shares: Shares = [null, null];
  for (const seat of [0, 1] as const) {
    const told = parts.shares[seat];
    if (told === null) continue;
    const share = secretOf(told, `The share of seat ${seat}`);
    if (committed[seat] === null) throw new Fault(`Seat ${seat} has a share of the dice that it was never bound to.`);
    if (hex(await shareCommitment(seat, share)) !== committed[seat])
      throw new Fault(`The share of seat ${seat} is not the one it was bound to.`);
    shares[seat] = share;
  }
  const missing = ([0, 1] as const).filter((seat) => committed[seat] !== null && shares[seat] === null);
  if (parts.seed === null || missing.length > 0) {
    found.unchecked.push(`The dice of ${throws.length} throws: what they follow from is told when the game is over.`);
  } else {
    const seed = secretOf(parts.seed, 'The seed');
    if (parts.dice !== `shared ${hex(await seedCommitment(seed))}`)
      throw new Fault('The seed is not the one the server was bound to.');
    for (const { line, number, pips } of throws) {
      const due = await pipsOf(seed, shares, number, pips.length, SIDES);
      if (due.join(' ') !== pips.join(' '))
        throw new Fault(`Input ${line.number}: the secrets give ${due.join(' ')}, the record says ${pips.join(' ')}.`);
    }
    found.holds.push(
      `All ${throws.length} throws follow from the secrets of the server and of ${partiesOf(committed)}.`,
    );
  }
  found.unchecked.push(
    committed[0] !== null && committed[1] !== null
      ? 'Whether server and seats are three parties: all of them together could choose the dice.'
      : committed[0] === null && committed[1] === null
        ? 'Whether the dice are fair: no seat brought anything, so they rest on the server alone.'
        : `Whether the server and ${partiesOf(committed)} are two parties: nobody else brought anything to the dice.`,
  );
}

function partiesOf(committed: [string | null, string | null]): string {
  const seats = [0, 1].filter((seat) => committed[seat] !== null);
  return seats.length === 0 ? 'no seat' : seats.length === 2 ? 'both seats' : `seat ${seats[0] ?? 0}`;
}

async function sealed(parts: Span, found: Findings): Promise<void> {
  const all = parts.inputs.filter((line) => / sealed \S+$/.test(line.text));
  const opened = all.filter((line) => line.opened !== null);
  if (opened.length > 0 && parts.secret !== null) {
    const secret = unhex(parts.secret, 16);
    if (secret === null) throw new Fault('The secret is not 32 hexadecimal digits.');
    for (const line of opened) {
      const salt = await sha256('gunbai salt 1', secret, word(line.number));
      const commitment = hex(await sha256('gunbai sealed 1', salt, line.opened ?? ''));
      if (!line.text.endsWith(` sealed ${commitment}`))
        throw new Fault(`Input ${line.number}: \`${line.opened ?? ''}\` is not the action that was sealed.`);
    }
    found.holds.push(`All ${opened.length} hidden actions are those that were sealed.`);
  }
  if (opened.length < all.length)
    found.unchecked.push(`Hidden actions that are opened when the game is over: ${all.length - opened.length}.`);
}

/** Looks through a record with nothing but its text and, if there is one, a head that was kept. */
export async function verify(text: string, kept: string | null): Promise<Findings> {
  const found: Findings = { holds: [], unchecked: [], fault: null };
  try {
    const parts = parse(text);
    const all = await heads(parts);
    if (all.at(-1) !== parts.head)
      throw new Fault('The head does not fit the lines above it: a line was changed, added or lost.');
    found.holds.push(`Form and chain, inputs: ${parts.inputs.length}, head ${parts.head}.`);
    against(all, kept, found);
    for (const span of parts.spans) {
      if (span.file)
        found.unchecked.push(
          `Inputs 1 to ${span.from - 1}: they come from a file, and its author may have known their dice. From input ${span.from} on the dice are new.`,
        );
      else if (span.from > 0) found.holds.push(`Dice from input ${span.from} on are others: a share was never told.`);
      if (span.dice.startsWith('shared ')) await sharedDice(span, found);
      else if (span.dice.startsWith('seeded ')) await seeded(span, found);
      else found.unchecked.push('The dice: they were entered by hand or come from a script.');
      await sealed(span, found);
    }
    if (parts.inputs.some((line) => /^[01] resign (time|absence|share)$/.test(line.text))) {
      found.unchecked.push('Whether the time was up: the clock is the table’s own.');
    }
    found.unchecked.push('Whether every action was legal: that needs the rules. `gunbai verify` has them.');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    found.fault = error.message;
  }
  return found;
}

async function seeded(parts: Span, found: Findings): Promise<void> {
  if (parts.seed === null) {
    found.unchecked.push('The dice: their seed is told when the game is over.');
    return;
  }
  if (!/^\d{1,20}$/.test(parts.seed)) throw new Fault('The seed is no number.');
  const seed = BigInt(parts.seed);
  const bytes = joined(word(Number(seed & 0xffffffffn)), word(Number((seed >> 32n) & 0xffffffffn)));
  const commitment = hex(await sha256('gunbai seed 1', bytes));
  if (parts.dice !== `seeded ${commitment}`) throw new Fault('The seed is not the one the server was bound to.');
  found.holds.push('The seed is the one the server was bound to.');
  found.unchecked.push(
    'Whether the throws follow from it: `gunbai verify` computes them. The player who began the game chose the seed.',
  );
}
