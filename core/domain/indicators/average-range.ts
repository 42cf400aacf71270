import { atr } from './bands.ts';
import { barOf } from './bar.ts';

/** The average true range of candles, oldest first, as the chart draws it (Wilder's, of `length` of them); null: there are fewer. */
export function averageRange(candles: readonly Parameters<typeof barOf>[0][], length: number): number | null {
  let state = atr.start;
  let range: number | undefined;
  for (const candle of candles) {
    const step = atr.step(state, barOf(candle), [length]);
    state = step.state;
    range = step.values.atr;
  }
  return range ?? null;
}
