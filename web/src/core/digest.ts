/** SHA-256 and what is built on it. Bytes in, bytes out; nothing leaves the browser. */
export type Bytes = Uint8Array<ArrayBuffer>;

const ascii = new TextEncoder();
export const bytesOf = (text: string): Bytes => ascii.encode(text);

export const hex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** So many bytes from hexadecimal digits; `null` for anything else. */
export function unhex(text: string, length: number): Bytes | null {
  if (text.length !== 2 * length || !/^[0-9a-f]*$/i.test(text)) return null;
  return Uint8Array.from({ length }, (_, n) => Number.parseInt(text.slice(2 * n, 2 * n + 2), 16));
}

export function joined(...parts: (Bytes | string)[]): Bytes {
  const all = parts.map((part) => (typeof part === 'string' ? bytesOf(part) : part));
  const whole = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number as four bytes, lowest first. */
export const word = (n: number): Bytes => Uint8Array.of(n & 255, (n >>> 8) & 255, (n >>> 16) & 255, (n >>> 24) & 255);

/** A page that came over plain HTTP from another machine has no WebCrypto; it reckons by hand. */
export async function sha256(...parts: (Bytes | string)[]): Promise<Bytes> {
  const whole = joined(...parts);
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  return subtle === undefined ? sha256ByHand(whole) : new Uint8Array(await subtle.digest('SHA-256', whole));
}

export async function hmacSha256(key: Bytes, ...parts: (Bytes | string)[]): Promise<Bytes> {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? await sha256(key) : key);
  const inner = await sha256(
    padded.map((byte) => byte ^ 0x36),
    ...parts,
  );
  return sha256(
    padded.map((byte) => byte ^ 0x5c),
    inner,
  );
}

/** The first 32 bits of the fractional parts of a root of the first primes: where SHA-256 has its constants from. */
function roots(count: number, power: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => {
    const root = prime ** power;
    return (root - Math.floor(root)) * 2 ** 32;
  });
}
const START = roots(8, 1 / 2);
const ROUND = roots(64, 1 / 3);

export function sha256ByHand(message: Bytes): Bytes {
  const length = message.length * 8;
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 32));
  view.setUint32(padded.length - 4, length >>> 0);
  const state = START.slice();
  const w = new Uint32Array(64);
  const at = (list: Uint32Array, n: number) => list[n] as number;
  const turned = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n += 1) w[n] = view.getUint32(block + 4 * n);
    for (let n = 16; n < 64; n += 1) {
      const [a, b] = [at(w, n - 15), at(w, n - 2)];
      const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[n] = at(w, n - 16) + low + at(w, n - 7) + high;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let n = 0; n < 64; n += 1) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUND, n) + at(w, n);
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, n) => {
      state[n] = at(state, n) + value;
    });
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [n, value] of state.entries()) out.setUint32(4 * n, value);
  return digest;
}
