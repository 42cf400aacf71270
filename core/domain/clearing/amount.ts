/** Exact integer arithmetic that stays in doubles while every intermediate result is a safe integer. */

const wordRange = 2 ** 32;
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);

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

/** amount × part / whole, rounded up: what a user pays. None is negative, `whole` is above 0. */
export function shareUp(amount: Amount, part: Amount, whole: Amount): Amount {
  if (typeof amount === 'number' && typeof part === 'number' && typeof whole === 'number') {
    const product = amount * part;
    if (product <= Number.MAX_SAFE_INTEGER) {
      const rest = product % whole;
      return (product - rest) / whole + (rest > 0 ? 1 : 0);
    }
  }
  const of = BigInt(whole);
  return toAmount((BigInt(amount) * BigInt(part) + of - 1n) / of);
}

/** The same rounded down: what a user gets. */
export function shareDown(amount: Amount, part: Amount, whole: Amount): Amount {
  if (typeof amount === 'number' && typeof part === 'number' && typeof whole === 'number') {
    const product = amount * part;
    if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % whole)) / whole;
  }
  return toAmount((BigInt(amount) * BigInt(part)) / BigInt(whole));
}
