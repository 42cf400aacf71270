import type { Candle } from '../../core/contract/market.ts';
import { averageRange } from '../../core/domain/indicators/average-range.ts';
import type { Params } from './params.ts';

export const rangeLength = 14;
/** Hours before the start: Wilder's average forgets its first bars in some four lengths. */
export const rangeHistory: number = 5 * rangeLength;
/** As few as the form takes. */
export const fewestLevels = 2;

/** How many steps the grid gets: as many as asked for, but none smaller than the ranges of the last hours allow. With too few hours known, as many as asked for. */
export function stepsFor({ lowPrice, highPrice, levels, stepRanges = '0' }: Params, hours: readonly Candle[]): number {
  const smallest = (averageRange(hours, rangeLength) ?? 0) * Number(stepRanges);
  if (smallest === 0) return levels;
  const fitting = Math.floor((Number(highPrice) - Number(lowPrice)) / smallest);
  return Math.min(levels, Math.max(fewestLevels, fitting));
}
