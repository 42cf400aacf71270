import { type ShortDecimal, shortDecimal, shortPower, shortText } from './short-decimal.ts';

/**
 * Exact decimals: a decimal string on the wire, a bigint of minor units inside.
 * `toUnits('1.25', 4)` is 12500n; `fromUnits(12500n, 4)` is '1.25'. Never a binary float for money.
 */

/** Plain decimal notation: no sign, no exponent, no leading zeros, no bare point; at most 20 digits each side. */
export const decimalPattern = /^(0|[1-9][0-9]{0,19})(\.[0-9]{1,20})?$/;
/** The same with an optional minus sign, for balances and changes. */
export const signedDecimalPattern = /^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,20})?$/;

const powers: bigint[] = Array.from({ length: 41 }, (_, i) => 10n ** BigInt(i));

/** 10^scale for scale 0–40. */
export function pow10(scale: number): bigint {
  const power = powers[scale];
  if (power === undefined) throw new RangeError(`scale ${scale} is outside 0–40`);
  return power;
}

/**
 * Parses a decimal string into minor units of `scale` decimals.
 * Returns null when the text is not plain decimal notation or has non-zero digits beyond the scale.
 */
export function toUnits(text: string, scale: number): bigint | null {
  const short = shortDecimal(text);
  const power = short === null ? undefined : powers[scale - short.decimals];
  if (short !== null && power !== undefined) return BigInt(short.steps) * power;
  if (!signedDecimalPattern.test(text)) return null;
  const negative = text.charCodeAt(0) === 45;
  const body = negative ? text.slice(1) : text;
  const dot = body.indexOf('.');
  const whole = dot < 0 ? body : body.slice(0, dot);
  let fraction = dot < 0 ? '' : body.slice(dot + 1);
  if (fraction.length > scale) {
    for (let i = scale; i < fraction.length; i++) if (fraction.charCodeAt(i) !== 48) return null;
    fraction = fraction.slice(0, scale);
  }
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return negative ? -units : units;
}

/** Like {@link toUnits}, without what lies below the smallest unit: '0.129' is 12 hundredths. */
export function wholeUnits(text: string, scale: number): bigint | null {
  const dot = text.indexOf('.');
  return toUnits(dot < 0 ? text : text.slice(0, scale === 0 ? dot : dot + 1 + scale), scale);
}

/** Writes minor units as the shortest decimal string; `minDecimals` keeps that many digits after the point. */
export function fromUnits(units: bigint, scale: number, minDecimals = 0): string {
  const steps = Number(units);
  if (minDecimals === 0 && Number.isSafeInteger(steps)) return shortText(steps, scale);
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let fraction = digits.slice(digits.length - scale);
  let end = fraction.length;
  while (end > minDecimals && fraction.charCodeAt(end - 1) === 48) end--;
  fraction = fraction.slice(0, end).padEnd(minDecimals, '0');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return negative && units !== 0n ? `-${text}` : text;
}

/** Minor units as the double that is nearest to them, to look at. */
export function numberOf(units: bigint, scale: number): number {
  const steps = Number(units);
  const power = shortPower[scale];
  // Of two exact numbers the quotient is the nearest double.
  return power !== undefined && Number.isSafeInteger(steps) ? steps / power : Number(fromUnits(units, scale));
}

/** Number of decimals that a step such as '0.01' needs (2); '1' and '10' need 0. */
export function decimalsOf(step: string): number {
  const dot = step.indexOf('.');
  return dot < 0 ? 0 : step.slice(dot + 1).replace(/0+$/, '').length;
}

/** Integer division that rounds towards +∞ (for amounts the user pays). Both arguments ≥ 0. */
export const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** Integer division to the nearest whole number, halves away from zero. `b` > 0. */
export const divideHalfUp = (a: bigint, b: bigint): bigint => (a < 0n ? -((-2n * a + b) / (2n * b)) : (2n * a + b) / (2n * b));

/** Compares two decimal strings exactly: negative, zero or positive. */
export function compareDecimals(a: string, b: string): number {
  const difference = shortSum(a, b, -1);
  if (difference !== null) return difference.steps;
  const x = toUnits(a, 20);
  const y = toUnits(b, 20);
  if (x === null || y === null) throw new RangeError(`not decimals: ${a}, ${b}`);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Exact a + b. */
export function addDecimals(a: string, b: string): string {
  const sum = shortSum(a, b, 1);
  if (sum !== null) return shortText(sum.steps, sum.decimals);
  const x = toUnits(a, 20);
  const y = toUnits(b, 20);
  if (x === null || y === null) throw new RangeError(`not decimals: ${a}, ${b}`);
  return fromUnits(x + y, 20);
}

/** Exact a × b. */
export function multiplyDecimals(a: string, b: string): string {
  const [p, q] = [shortDecimal(a), shortDecimal(b)];
  if (p !== null && q !== null) {
    const product = p.steps * q.steps;
    if (Number.isSafeInteger(product)) return shortText(product, p.decimals + q.decimals);
  }
  const x = toUnits(a, 20);
  const y = toUnits(b, 20);
  if (x === null || y === null) throw new RangeError(`not decimals: ${a}, ${b}`);
  return fromUnits(x * y, 40);
}

/** a + sign × b when all of it fits into numbers exactly, else null. */
function shortSum(a: string, b: string, sign: 1 | -1): ShortDecimal | null {
  const p = shortDecimal(a);
  const q = shortDecimal(b);
  if (p === null || q === null) return null;
  const decimals = Math.max(p.decimals, q.decimals);
  const x = p.steps * (shortPower[decimals - p.decimals] as number);
  const y = q.steps * (shortPower[decimals - q.decimals] as number);
  const steps = x + sign * y;
  return Number.isSafeInteger(x) && Number.isSafeInteger(y) && Number.isSafeInteger(steps) ? { steps, decimals } : null;
}

/** Exact −a. */
export const negateDecimal = (a: string): string => (a.startsWith('-') ? a.slice(1) : toUnits(a, 20) === 0n ? a : `-${a}`);
