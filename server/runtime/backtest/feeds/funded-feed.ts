import { fundedRange, missingFunding } from '../../../../core/simulation/recordings/funding-recording.ts';
import type { SimulatedMarketPart } from '../../simulation/simulated-exchanges.ts';
import { BacktestImpossible, minuteText } from '../backtest-impossible.ts';
import type { FeedRange } from './backtest-feed.ts';

/** The part of a range in which the funding of all perpetuals is known. */
export function fundedPart({ fromMs, toMs }: FeedRange, markets: readonly SimulatedMarketPart[]): FeedRange {
  const funded = markets.flatMap(({ funding }) => (funding === undefined ? [] : (fundedRange(funding) ?? [])));
  return {
    fromMs: Math.max(fromMs, ...funded.map((known) => known.fromMs)),
    toMs: Math.min(toMs, ...funded.map((known) => known.toMs)),
  };
}

/** Throws BacktestImpossible when a funding is missing in a wanted range, as far as there is `data`. */
export function checkFunding(wanted: FeedRange, data: FeedRange, markets: readonly SimulatedMarketPart[]): void {
  const [fromMs, toMs] = [Math.max(wanted.fromMs, data.fromMs), Math.min(wanted.toMs, data.toMs)];
  for (const { instrument, funding } of markets) {
    const missing = funding === undefined ? null : missingFunding(funding, fromMs, toMs);
    if (funding === undefined || missing === null) continue;
    throw new BacktestImpossible('noFunding', { file: funding.file, instrument: instrument.id, time: minuteText(missing) });
  }
}
