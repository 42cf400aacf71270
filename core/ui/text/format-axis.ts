import { decimalsOf } from '../../domain/numbers/decimal.ts';
import { shortestDecimal, significantDecimal } from '../../domain/numbers/fixed-decimal.ts';
import { formatNumber, suffixes } from '../../domain/numbers/number-text.ts';

const decimalsIn = (value: number): number => decimalsOf(shortestDecimal(Number(significantDecimal(value, 6)), 8));

/** Ticks of one axis in one unit and with one number of decimals: `1.2K`, `0.8K`, `0.4K`. They are places in a picture, not amounts. */
export function formatAxis(values: readonly number[]): string[] {
  const largest = Math.max(1, ...values.map(Math.abs));
  const step = Math.min(suffixes.length - 1, Math.floor(Math.log10(largest) / 3));
  const scaled = values.map((value) => value / 1_000 ** step);
  const decimals = Math.max(0, ...scaled.map(decimalsIn));
  return scaled.map((value) => `${formatNumber(value, decimals)}${suffixes[step]}`);
}
