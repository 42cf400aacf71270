import { decimalsOf, fromUnits, toUnits } from '../../domain/numbers/decimal.ts';

/**
 * The decimal that somebody types or pastes, which may still end in a point: digits, one point, a minus where `signed`, and
 * commas or blanks between thousands, as we show them ourselves. A comma behind nothing or `0` is a point. Null: this may not stand here.
 */
export function typedDecimal(text: string, signed = false): string | null {
  const { minus, digits } = parted(text, signed);
  const isGrouped = /^\d{1,3}(?:(?:,\d{3})+|(?:\s\d{3})+)(\.\d*)?$/.test(digits);
  const plain = isGrouped ? digits.replaceAll(/[,\s]/g, '') : digits.replace(/^(0?),/, '$1.');
  return /^\d{0,20}(\.\d{0,20})?$/.test(plain) ? minus + plain : null;
}

/** Commas that do not stand between thousands, or not yet: `1,5` may be 1.5 or the beginning of 1,500. */
export const isHalfGrouped = (text: string, signed = false): boolean =>
  typedDecimal(text, signed) === null && /^[\d,]*(\.\d*)?$/.test(parted(text, signed).digits);

function parted(text: string, signed: boolean): { readonly minus: string; readonly digits: string } {
  const cleaned = text.trim();
  return signed && cleaned.startsWith('-') ? { minus: '-', digits: cleaned.slice(1) } : { minus: '', digits: cleaned };
}

/** Plain decimal notation of what was typed: `.5` is `0.5`, `007.` is `7`, `-0` is `0`. Empty stays empty. */
export function normalDecimal(typed: string): string {
  if (typed.startsWith('-')) {
    const size = normalDecimal(typed.slice(1));
    return /[1-9]/.test(size) ? `-${size}` : size;
  }
  if (typed === '' || typed === '.') return '';
  const [whole = '', fraction = ''] = typed.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

/**
 * Moves a value by `by` steps of its grid: from between two steps to the next one in that direction. Below zero only where
 * `signed`. The result has the step's decimals.
 */
export function stepDecimal(value: string, step: string, by: number, signed = false): string {
  const scale = Math.max(decimalsOf(step), normalDecimal(value).split('.')[1]?.length ?? 0);
  const units = toUnits(normalDecimal(value) || '0', scale) ?? 0n;
  const stepUnits = toUnits(step, scale) ?? 1n;
  const rest = ((units % stepUnits) + stepUnits) % stepUnits;
  const below = units - rest;
  const start = by < 0 && below !== units ? below + stepUnits : below;
  const moved = start + BigInt(by) * stepUnits;
  return fromUnits(moved < 0n && !signed ? 0n : moved, scale, decimalsOf(step));
}
