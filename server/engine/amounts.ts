/** Exact integer arithmetic that stays in doubles while every intermediate result is a safe integer. */

const million = 1_000_000;
const wordRange = 2 ** 32;
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);
export const largestLots = Number.MAX_SAFE_INTEGER;
/** Bound of one wallet or order value in minor units; far above any real asset, small enough to keep bigints cheap. */
export const largestAmount = 2n ** 127n - 1n;

/** Minor units, exact: a number while it is a safe integer, which is nearly always, else a bigint. */
export type Amount = number | bigint;

export function sum(a: Amount, b: Amount): Amount {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a + b;
    if (isSafe(result)) return result;
  }
  return toAmount(BigInt(a) + BigInt(b));
}

export function difference(a: Amount, b: Amount): Amount {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a - b;
    if (isSafe(result)) return result;
  }
  return toAmount(BigInt(a) - BigInt(b));
}

export function toAmount(value: bigint): Amount {
  return value <= largestSafe && value >= -largestSafe ? Number(value) : value;
}

const isSafe = (value: number): boolean => value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER;

/** The bits of a safe integer as two words, read back as a bigint: several times as fast as `BigInt(number)`. */
const words = new Int32Array(2);
const bits = new BigInt64Array(words.buffer);
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const lowWord = isLittleEndian ? 0 : 1;

export function toBigInt(amount: Amount): bigint {
  if (typeof amount === 'bigint') return amount;
  const high = Math.floor(amount / wordRange);
  words[lowWord] = amount - high * wordRange;
  words[1 - lowWord] = high;
  return bits[0] as bigint;
}

/** amount × ppm / 1,000,000, rounded up: what a user pays. */
export function shareUp(amount: Amount, ppm: number): Amount {
  if (typeof amount === 'number') {
    const product = amount * ppm;
    if (product <= Number.MAX_SAFE_INTEGER) {
      const rest = product % million;
      return (product - rest) / million + (rest > 0 ? 1 : 0);
    }
  }
  return toAmount((BigInt(amount) * BigInt(ppm) + 999_999n) / 1_000_000n);
}

/** Highest price of the band of `ppm` around `price`, in ticks; never beyond a safe integer. */
export function bandAbove(price: number, ppm: number): number {
  const width = bandWidth(price, ppm);
  return width > Number.MAX_SAFE_INTEGER - price ? Number.MAX_SAFE_INTEGER : price + width;
}

/** Lowest price of that band, in ticks; at least 1. */
export const bandBelow = (price: number, ppm: number): number => Math.max(price - bandWidth(price, ppm), 1);

/** Rounded outwards and at least one tick: a market at a few ticks must still be able to move. */
function bandWidth(price: number, ppm: number): number {
  const product = price * ppm;
  // Up to here the quotient's rounding error is below a millionth, so that a rest is never lost.
  if (product <= 2 ** 50) return Math.max(Math.ceil(product / million), 1);
  return Math.max(Number((BigInt(price) * BigInt(ppm) + 999_999n) / 1_000_000n), 1);
}
