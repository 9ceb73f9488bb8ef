import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pipsOf, restOn, type Shares, seedCommitment, shareCommitment } from '../core/dice';
import { bytesOf, hex, hmacSha256, sha256, sha256ByHand, unhex } from '../core/digest';
import { verify } from '../verify/verify';

type Vector = {
  seed: string;
  commitment: string;
  shares: [string | null, string | null];
  committed: [string | null, string | null];
  throws: { number: number; dice: number; sides: number; pips: number[] }[];
};
/** Shared with crates/kernel/src/shared.rs. */
const vectors = JSON.parse(
  readFileSync(new URL('../../../docs/shared-dice.json', import.meta.url), 'utf8'),
) as Vector[];
const secret = (text: string) => unhex(text, 32) ?? new Uint8Array();

test('the test vectors hold', async () => {
  expect(vectors.length).toBeGreaterThan(3);
  for (const vector of vectors) {
    const seed = secret(vector.seed);
    expect(hex(await seedCommitment(seed))).toBe(vector.commitment);
    const shares = vector.shares.map((share) => (share === null ? null : secret(share))) as Shares;
    for (const seat of [0, 1] as const) {
      const share = shares[seat];
      expect(share === null ? null : hex(await shareCommitment(seat, share))).toBe(vector.committed[seat]);
    }
    for (const { number, dice, sides, pips } of vector.throws) {
      expect(await pipsOf(seed, shares, number, dice, sides)).toEqual(pips);
    }
  }
});

test('what is reckoned by hand is what WebCrypto reckons', async () => {
  for (let length = 0; length < 200; length += 1) {
    const message = Uint8Array.from({ length }, (_, n) => (n * 7 + length) & 255);
    expect(hex(sha256ByHand(message))).toBe(hex(await sha256(message)));
  }
  // RFC 4231, case 2.
  const mac = await hmacSha256(bytesOf('Jefe'), 'what do ya want for nothing?');
  expect(hex(mac)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
});

/** A small record with shared dice, made here by the rules of docs/records.md. */
async function made(
  change: (inputs: string[]) => void = () => {},
  own: { share?: string; head?: string } = {},
): Promise<string> {
  const vector = vectors[0] as Vector;
  const pips = vector.throws[0]?.pips.join(' ') ?? '';
  const header = [
    'gunbai record 1',
    'system yukimura',
    'scenario yao',
    'revision 1',
    'data gunbai 00',
    `dice shared ${vector.commitment}`,
  ];
  const inputs = [
    `0 share ${vector.committed[0] ?? ''}`,
    `1 share ${vector.committed[1] ?? ''}`,
    '0 done',
    `throw 1 ${pips}`,
  ];
  change(inputs);
  let head = await sha256(header.map((line) => `${line}\n`).join(''));
  for (const [n, line] of inputs.entries()) head = await sha256(head, `${n + 1} ${line}`);
  return [
    ...header,
    `seed ${vector.seed}`,
    `share 0 ${own.share ?? vector.shares[0] ?? ''}`,
    `share 1 ${vector.shares[1] ?? ''}`,
    'begin 0000000000000000',
    ...inputs.map((line, n) => `${n + 1} ${line} : 0000000000000000`),
    `head ${own.head ?? hex(head)}`,
    '',
  ].join('\n');
}

test('a true record holds, and says what it cannot know', async () => {
  const text = await made();
  const head = /head (\w+)/.exec(text)?.[1] ?? '';
  const found = await verify(text, head.slice(0, 16));
  expect(found.fault).toBeNull();
  expect(found.holds.join('\n')).toContain('All 1 throws follow from the secrets of the server and of both seats');
  expect(found.holds.join('\n')).toContain('Nothing up to input 4 was changed');
  expect(found.unchecked.join('\n')).toContain('legal');
});

test('where a file ended is said, and what comes after follows from other secrets', async () => {
  const found = await verify(await made((inputs) => inputs.push('file entered', 'entered 2 6 6')), null);
  expect(found.fault).toBeNull();
  expect(found.unchecked.join('\n')).toContain('Inputs 1 to 4: they come from a file');
  expect(found.unchecked.join('\n')).toContain('From input 5 on the dice are new');
  expect(found.holds.join('\n')).toContain('All 1 throws follow');
});

test('what only the table can know of time is said', async () => {
  const found = await verify(await made((inputs) => inputs.push('0 resign time')), null);
  expect(found.fault).toBeNull();
  expect(found.unchecked.join('\n')).toContain('the clock is the table');
});

test('a lie is named', async () => {
  const fault = async (text: string, kept: string | null = null) => (await verify(text, kept)).fault ?? 'nothing';
  expect(await fault(await made((inputs) => (inputs[3] = 'throw 1 6 6')))).toContain('the secrets give');
  expect(await fault(await made((inputs) => (inputs[3] = 'throw 2 5 2')))).toContain('throw 1 is due');
  expect(await fault(await made((inputs) => (inputs[3] = 'entered 1 6 6')))).toContain('by hand');
  expect(await fault(await made((inputs) => inputs.push(inputs.shift() ?? '')))).toContain('late');
  expect(await fault(await made((inputs) => inputs.splice(1, 0, inputs[0] ?? '')))).toContain('already');
  expect(await fault(await made((inputs) => inputs.shift()))).toContain('never bound');
  expect(await fault(await made(undefined, { share: '77'.repeat(32) }))).toContain('not the one it was bound to');
  expect(await fault(await made(undefined, { head: '00'.repeat(32) }))).toContain('head does not fit');
  expect(await fault(await made(), 'ab'.repeat(32))).toContain('not among the heads');
  // All of it reckoned anew: only what somebody kept betrays it.
  const kept = /head (\w+)/.exec(await made())?.[1] ?? '';
  const other = await made((inputs) => (inputs[2] = '0 move ii_G1'));
  expect(await fault(other)).toBe('nothing');
  expect(await fault(other, kept)).toContain('not among the heads');
  expect(await fault(await made(), kept.slice(0, 3))).toContain('12 to 64');
  expect(await fault('not a record')).toContain('no record');
});

test('whose word the dice rest on is said plainly', () => {
  const dice = {
    commitment: '',
    shares: [
      { commitment: null, told: false, owed: true },
      { commitment: null, told: false, owed: true },
    ],
  } as Parameters<typeof restOn>[0];
  expect(restOn(dice, false, [true, true], false)).toContain('three');
  expect(restOn(dice, false, [true, true], true)).toContain('both seats are played here');
  expect(restOn(dice, false, [true, false], false)).toContain('computer');
  expect(restOn(null, false, [true, true], false)).toContain('server alone');
  expect(restOn(null, true, [true, true], false)).toContain('enters');
  // A server that bound the seat itself would know its share.
  expect(restOn(dice, false, [true, true], false, false)).not.toContain('Shared dice');
  expect(restOn(dice, false, [true, true], false, true)).toContain('three');
});
