import { formatDecimal, suffixes } from './format.ts';

const decimalsOf = (value: number): number =>
  Number(value.toPrecision(6))
    .toFixed(8)
    .replace(/\.?0+$/, '')
    .split('.')[1]?.length ?? 0;

/** Ticks of one axis in one unit and with one number of decimals: `1.2K`, `0.8K`, `0.4K`. They are places in a picture, not amounts. */
export function formatAxis(values: readonly number[]): string[] {
  const largest = Math.max(1, ...values.map(Math.abs));
  const step = Math.min(suffixes.length - 1, Math.floor(Math.log10(largest) / 3));
  const scaled = values.map((value) => value / 1_000 ** step);
  const decimals = Math.max(0, ...scaled.map(decimalsOf));
  return scaled.map((value) => `${formatDecimal(value.toFixed(decimals))}${suffixes[step]}`);
}
