import type { Candle } from '../../core/contract/market.ts';
import { atr } from '../../core/domain/indicators/bands.ts';
import { barOf } from '../../core/domain/indicators/bar.ts';
import type { Params } from './params.ts';

const length = 14;
/** Hours before the start: Wilder's average forgets its first bars in some four lengths. */
export const rangeHistory: number = 5 * length;
/** As few as the form takes. */
const fewest = 2;

/** How many steps the grid gets: as many as asked for, but none smaller than the ranges of the last hours allow. With too few hours known, as many as asked for. */
export function stepsFor({ lowPrice, highPrice, levels, stepRanges = '0' }: Params, hours: readonly Candle[]): number {
  let state = atr.start;
  let range: number | undefined;
  for (const hour of hours) {
    const step = atr.step(state, barOf(hour), [length]);
    state = step.state;
    range = step.values.atr;
  }
  const smallest = (range ?? 0) * Number(stepRanges);
  if (smallest === 0) return levels;
  const fitting = Math.floor((Number(highPrice) - Number(lowPrice)) / smallest);
  return Math.min(levels, Math.max(fewest, fitting));
}
