import { multiplyDecimals } from './decimal.ts';
import { fixedDecimal, significantDecimal } from './fixed-decimal.ts';
import { thousandsMark } from './thousands.ts';

/** Every number that a person reads is written here: thousands apart as the reader has chosen, a minus as wide as a digit, and exact decimals never as binary floats. */

/** Inserts thousands separators into an unsigned whole number. */
function group(whole: string): string {
  const mark = thousandsMark();
  let text = '';
  for (let at = 0; at < whole.length; at++) {
    if (at > 0 && (whole.length - at) % 3 === 0) text += mark;
    text += whole[at];
  }
  return text;
}

/**
 * `1234.5` with 2 decimals is `1,234.50`. Further digits are cut off, not rounded: a balance never looks larger than it is.
 * Without `decimals` the digits stay as they are.
 */
export function formatDecimal(text: string, decimals?: number): string {
  const negative = text.startsWith('-');
  const body = negative ? text.slice(1) : text;
  const dot = body.indexOf('.');
  const whole = dot < 0 ? body : body.slice(0, dot);
  const fraction = dot < 0 ? '' : body.slice(dot + 1);
  const shown = decimals === undefined ? fraction : fraction.slice(0, decimals).padEnd(decimals, '0');
  const number = shown === '' ? group(whole) : `${group(whole)}.${shown}`;
  // U+2212 is as wide as a digit in tabular figures.
  return negative && /[1-9]/.test(number) ? `−${number}` : number;
}

/** A double to look at, such as a statistic or a pixel's price: `1234.567` with 2 decimals is `1,234.57`. Money and prices are decimals, and are cut instead. */
export const formatNumber = (value: number, decimals: number): string => formatDecimal(fixedDecimal(value, decimals));

/** With as many digits as tell it and no noise of doubles: `61234.56` with 8 digits is `61,234.56`. */
export const formatDigits = (value: number, digits: number): string => formatDecimal(significantDecimal(value, digits));

/** A share of one as a percentage: `0.1234` is `12.34%`. */
export const formatPercent = (share: number, decimals = 2): string => `${formatNumber(share * 100, decimals)}%`;

/** An exact fraction as a percentage, with the digits that it has: `'0.00045'` is `0.045%`. */
export const percentText = (fraction: string): string => `${formatDecimal(multiplyDecimals(fraction, '100'))}%`;

/** Puts a plus before a number as it is shown, unless it is nothing or below: a change says its direction without colour. */
export const withPlus = (shown: string): string => (/[1-9]/.test(shown) && !shown.startsWith('−') ? `+${shown}` : shown);

/** Of thousands, millions and so on. */
export const suffixes = ['', 'K', 'M', 'B', 'T'] as const;

/** `1234567.8` is `1.23M`: for volumes, where the size matters and not the digit. */
export function formatCompact(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const step = Math.min(suffixes.length - 1, Math.floor((whole.length - 1) / 3));
  const sign = negative ? '−' : '';
  if (step === 0) return sign + formatDecimal(fraction === '' ? whole : `${whole}.${fraction}`, whole.length >= 3 ? 1 : 2);
  const head = whole.slice(0, whole.length - 3 * step);
  const decimals = Math.max(0, 3 - head.length);
  const tail = whole.slice(head.length, head.length + decimals);
  return `${sign}${group(head)}${tail === '' ? '' : `.${tail}`}${suffixes[step]}`;
}

/** Change from `from` to `to` as a signed percentage with two decimals; null unless `from` is known and above zero. */
export function changePercent(from: string | null, to: string | null): { readonly text: string; readonly sign: -1 | 0 | 1 } | null {
  if (from === null || to === null) return null;
  const scale = Math.max(decimalsIn(from), decimalsIn(to));
  const start = unitsOf(from, scale);
  const end = unitsOf(to, scale);
  if (start <= 0n) return null;
  const difference = end - start;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 10_000n + start / 2n) / start;
  const digits = hundredths.toString().padStart(3, '0');
  const sign = hundredths === 0n ? 0 : difference < 0n ? -1 : 1;
  const mark = sign === 0 ? '' : sign < 0 ? '−' : '+';
  return { text: `${mark}${group(digits.slice(0, -2))}.${digits.slice(-2)}%`, sign };
}

const decimalsIn = (text: string): number => {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
};

const unitsOf = (text: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
};
