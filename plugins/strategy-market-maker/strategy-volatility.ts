import type { Candle } from '../../core/contract/market.ts';
import { atr } from '../../core/domain/indicators/bands.ts';
import { barOf } from '../../core/domain/indicators/bar.ts';
import type { StateOf } from '../../core/domain/indicators/indicator.ts';
import type { Params } from './params.ts';

/** The true range of a minute, on average, as the chart draws it; plain JSON. */
export interface Volatility {
  readonly range: StateOf<typeof atr>;
  /** Between the first bid and the first ask, as a fraction of the price; 0: `minOpenSpread` alone decides. */
  readonly spread: number;
}

export const rangeLength = 14;
/** Candles before the start: Wilder's average forgets its first bars in some four lengths. */
export const volatilityHistory: number = 5 * rangeLength;
/** Quotes move only for a range that has changed by more than this: they would lose their place in the queue every minute. */
const tolerance = 0.1;
/** Beyond it the lowest bids would come near to nothing. */
const widest = 0.5;

export const noVolatility: Volatility = { range: atr.start, spread: 0 };

export const withCandles = (before: Volatility, candles: readonly Candle[], params: Params): Volatility =>
  candles.reduce((volatility, candle) => withCandle(volatility, candle, params), before);

function withCandle({ range, spread }: Volatility, candle: Candle, { spreadRanges = '0' }: Params): Volatility {
  const bar = barOf(candle);
  const { state, values } = atr.step(range, bar, [rangeLength]);
  const wanted = Math.min(widest, ((values.atr ?? 0) * Number(spreadRanges)) / bar.close);
  return { range: state, spread: Math.abs(wanted - spread) > tolerance * spread ? wanted : spread };
}
