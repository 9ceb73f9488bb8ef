import type { SharedDice } from '../wire';
import { type Bytes, hmacSha256, joined, sha256, word } from './digest';

/** Shared dice, as docs/records.md describes them; `crates/kernel/src/shared.rs` does the same. */
export type Shares = [Bytes | null, Bytes | null];

export const newSecret = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

export const seedCommitment = (seed: Bytes): Promise<Bytes> => sha256('gunbai shared seed 1', seed);

/** What binds a seat to its share. */
export const shareCommitment = (seat: number, share: Bytes): Promise<Bytes> =>
  sha256('gunbai share 1', Uint8Array.of(seat), share);

/** The pips of one throw. */
export async function pipsOf(
  seed: Bytes,
  shares: Shares,
  number: number,
  dice: number,
  sides: number,
): Promise<number[]> {
  const brought = shares.map((share) => joined(Uint8Array.of(share === null ? 0 : 1), share ?? new Uint8Array(32)));
  // Bytes beyond the last whole run of faces are passed over: every face equally likely.
  const whole = 256 - (256 % sides);
  const pips: number[] = [];
  for (let block = 0; pips.length < dice; block += 1) {
    const bytes = await hmacSha256(seed, 'gunbai shared dice 1', ...brought, word(number), word(block));
    for (const byte of bytes) if (byte < whole && pips.length < dice) pips.push((byte % sides) + 1);
  }
  return pips;
}

/**
 * Whose word the dice of a table rest on. `both` seats are played in this browser. `bound`: what this seat is bound to was
 * made in this browser; `null` for whoever only looks on. Dice are shared with us only if we brought something to them.
 */
export function restOn(
  dice: SharedDice | null,
  realDice: boolean,
  people: [boolean, boolean],
  both: boolean,
  bound: boolean | null = null,
): string {
  if (realDice) return 'Real dice: you trust the player who enters them.';
  if (dice === null) return 'Dice of the server alone: they rest on its word.';
  if (bound === false)
    return 'The secret of your seat was not made in this browser: for you the dice rest on the server and on the device that made it.';
  if (!people[0] && !people[1]) return 'Nobody sits here but computers: the dice rest on the word of the server.';
  if (!people[0] || !people[1]) {
    return 'Shared dice: server and player each bring a secret, so neither can choose them alone. The computer brings none; to others they rest on the two of you.';
  }
  if (both) return 'Shared dice, but both seats are played here: they rest on you and the server, and on nobody else.';
  return 'Shared dice: the server and both players each contribute a secret, so none of the three can choose the dice alone.';
}
