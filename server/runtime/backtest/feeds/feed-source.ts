import type { Recordings } from '../../../../core/contract/server-services.ts';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import { BacktestImpossible } from '../backtest-impossible.ts';
import type { BacktestFeed } from './backtest-feed.ts';
import { BarFeed } from './bar-feed.ts';
import { type AssumedFees, type FeedKind, openFeed } from './open-feed.ts';

/** Where the data of runs comes from. Rejects with BacktestImpossible when a market has none of the wanted kind. */
export interface FeedSource {
  open(ids: readonly InstrumentId[], what: FeedKind, fees: AssumedFees, withIndexes: boolean): Promise<BacktestFeed>;
}

export const recordedSource = (recordings: Recordings): FeedSource => ({
  open: (ids, what, fees, withIndexes) => openFeed(recordings, ids, what, fees, withIndexes),
});

/** A market of the house with its bars. */
export interface HouseBars {
  readonly instrument: Instrument;
  readonly series: BarSeries;
}

/** Bars that were read before; they are the only ones there are. */
export const houseSource = (bars: readonly HouseBars[]): FeedSource => ({
  open: async (ids, _what, fees) => {
    const markets = ids.map((id) => {
      const found = bars.find(({ instrument }) => instrument.id === id);
      if (found === undefined) throw new BacktestImpossible('notRecorded', { kind: 'candles', instrument: id });
      const { instrument, series } = found;
      return { part: { instrument: { ...instrument, ...fees }, grid: series.grid, kind: 'bars' as const }, series };
    });
    return new BarFeed(markets);
  },
});
