import { decimalPattern, fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';

/**
 * Decimal strings as whole numbers of 10^-scale, without bigint: the order path parses and writes several per order.
 * Prices and quantities stay below 2^53, where a number is an exact integer; amounts of money may be larger.
 */

/** What {@link parseScaled} gives in place of a number ≥ 0. */
export const malformed = -1;
export const offGrid = -2;
export const tooLarge = -3;

const point = 46;
const zero = 48;

/** Reads plain decimal notation. `malformed`: other text; `offGrid`: digits beyond the scale; `tooLarge`: above 2^53 − 1. */
export function parseScaled(text: string, scale: number): number {
  const { length } = text;
  let value = 0;
  let decimals = -1;
  let problem = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === point) {
      if (decimals >= 0 || i === 0 || i === length - 1) return malformed;
      decimals = 0;
      continue;
    }
    const digit = code - zero;
    if (digit < 0 || digit > 9 || (i === 1 && decimals < 0 && value === 0)) return malformed;
    if (decimals >= scale) {
      if (digit !== 0 && problem === 0) problem = offGrid;
      continue;
    }
    if (decimals >= 0) decimals++;
    value = value * 10 + digit;
    if (value > Number.MAX_SAFE_INTEGER) problem = tooLarge;
  }
  if (length === 0) return malformed;
  if (problem !== 0) return problem;
  for (let i = decimals < 0 ? 0 : decimals; i < scale; i++) value *= 10;
  return value > Number.MAX_SAFE_INTEGER ? tooLarge : value;
}

/** An amount in minor units, as large as a decimal may be; below zero it is what {@link parseScaled} gives in place of a number. */
export function parseAmount(text: string, scale: number): bigint {
  const units = parseScaled(text, scale);
  if (units !== tooLarge) return BigInt(units);
  return toUnits(text, scale) ?? BigInt(decimalPattern.test(text) ? offGrid : tooLarge);
}

/** Writes `units` × 10^-scale as the shortest decimal string. `units` is a safe integer ≥ 0. */
export function formatScaled(units: number, scale: number): string {
  let rest = units;
  let decimals = scale;
  while (decimals > 0 && rest % 10 === 0) {
    rest /= 10;
    decimals--;
  }
  const digits = String(rest);
  if (decimals === 0) return digits;
  const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0');
  const whole = padded.length - decimals;
  return `${padded.slice(0, whole)}.${padded.slice(whole)}`;
}

const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** The same for minor units, negative ones too; the common small amounts take the fast way. */
export function formatUnits(units: bigint, scale: number): string {
  if (units < 0n) return `-${formatUnits(-units, scale)}`;
  if (units <= largestSafe) return formatScaled(Number(units), scale);
  return fromUnits(units, scale);
}
