import { decimalsOf, fromUnits, toUnits } from '../domain/decimal.ts';

/** What may stand in a decimal field while somebody types: digits, one point and, where `signed`, a minus. A comma is taken for a point. */
export function typedDecimal(text: string, signed = false): string | null {
  const cleaned = text.trim().replaceAll(',', '.');
  const digits = signed && cleaned.startsWith('-') ? cleaned.slice(1) : cleaned;
  return /^\d{0,20}(\.\d{0,20})?$/.test(digits) ? cleaned : null;
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
