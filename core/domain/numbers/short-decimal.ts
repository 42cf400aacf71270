/**
 * Decimals that fit into a number exactly, for speed: prices and quantities of everyday size. What does not fit is null, and
 * the caller counts with big integers.
 */

const point = 46;
const zero = 48;
/** Digits that a number surely holds. */
const mostDigits = 15;

/** Whole steps of 10^-decimals, without a sign. Null for what is no short plain decimal, or is finer than the step. */
export function shortSteps(text: string, decimals: number): number | null {
  const { length } = text;
  let steps = 0;
  /** Decimals that may still follow; -1 before the point. */
  let left = -1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === point && left < 0 && at > 0 && at < length - 1) {
      left = decimals;
      continue;
    }
    const digit = code - zero;
    if (digit < 0 || digit > 9 || (at === 1 && left < 0 && steps === 0)) return null;
    if (left === 0) {
      if (digit !== 0) return null;
      continue;
    }
    steps = steps * 10 + digit;
    if (left > 0) left--;
  }
  for (let more = left < 0 ? decimals : left; more > 0; more--) steps *= 10;
  // Below this every step on the way was exact too.
  return length > 0 && steps <= Number.MAX_SAFE_INTEGER ? steps : null;
}

/** The shortest text of a safe number of steps: 12500 at 4 decimals is '1.25'. */
export function shortText(steps: number, decimals: number): string {
  if (decimals === 0) return String(steps);
  const negative = steps < 0;
  let digits = String(negative ? -steps : steps);
  // Padding costs more than all the rest, and few need it.
  if (digits.length <= decimals) digits = digits.padStart(decimals + 1, '0');
  const whole = digits.length - decimals;
  let end = digits.length;
  while (end > whole && digits.charCodeAt(end - 1) === zero) end--;
  const text = end === whole ? digits.slice(0, whole) : `${digits.slice(0, whole)}.${digits.slice(whole, end)}`;
  return negative && steps !== 0 ? `-${text}` : text;
}

/** A signed decimal as steps of its own last place; null when it is not short. */
export interface ShortDecimal {
  readonly steps: number;
  readonly decimals: number;
}

export function shortDecimal(text: string): ShortDecimal | null {
  const { length } = text;
  const negative = text.charCodeAt(0) === 45;
  const digits = negative ? length - 1 : length;
  if (digits > mostDigits) return null;
  const dot = text.indexOf('.');
  const decimals = dot < 0 ? 0 : length - dot - 1;
  const steps = shortSteps(negative ? text.slice(1) : text, decimals);
  return steps === null ? null : { steps: negative ? -steps : steps, decimals };
}

/** Powers of ten that are exact. */
export const shortPower: readonly number[] = Array.from({ length: mostDigits + 1 }, (_, at) => 10 ** at);
