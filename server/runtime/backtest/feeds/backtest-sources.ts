import type { MarketData } from '../../../../core/contract/market.ts';
import type { Clock } from '../../../../core/contract/server-services.ts';
import { isCleared, settlesInMargin } from '../../../../core/domain/clearing/kinds.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { type Interval, intervals, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import type { BacktestSourceView } from '../../../../schemas/wire/backtest.ts';
import { BacktestThread } from '../backtest-thread.ts';
import { houseRange, mostHouseBars } from './house-bars.ts';
import type { RecordedMarket } from './recorded-markets.ts';

interface BacktestSourceParts {
  readonly markets: Pick<MarketData, 'candles' | 'instrument'>;
  /** Folder of recorded data; may be missing. */
  readonly recordings: string;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
}

/** Longer candles are too few to test on. */
const longestMs = 86_400_000;
const houseIntervals: readonly Interval[] = intervals.filter((interval) => nextIntervalOpenMs(interval, 0) <= longestMs);

/** What runs can go through: recorded data, and the candles that the house has of its own markets. */
export class BacktestSources {
  readonly #parts: BacktestSourceParts;
  #recorded: Promise<readonly RecordedMarket[]> | null = null;

  constructor(parts: BacktestSourceParts) {
    this.#parts = parts;
  }

  /** Data of these markets; of all recorded ones without ids. */
  async list(ids: readonly InstrumentId[] | null): Promise<readonly BacktestSourceView[]> {
    const recorded = (await this.#survey()).filter(({ instrumentId }) => ids === null || ids.includes(instrumentId)).map(recordedView);
    const house: BacktestSourceView[] = [];
    for (const id of ids ?? []) house.push(...(await this.#houseOf(id)));
    return [...house, ...recorded];
  }

  async #houseOf(id: InstrumentId): Promise<readonly BacktestSourceView[]> {
    const { markets, clock } = this.#parts;
    const instrument = markets.instrument(id);
    if (instrument === null || !isCleared(instrument) || settlesInMargin(instrument)) return [];
    const range = await houseRange(markets, id, clock.nowMs());
    if (range === null) return [];
    return houseIntervals.flatMap((interval): BacktestSourceView | readonly [] => {
      const lengthMs = nextIntervalOpenMs(interval, 0);
      const size = Math.floor((range.toMs + 1 - range.fromMs) / lengthMs);
      if (size === 0) return [];
      const fromMs = Math.max(range.fromMs, range.toMs + 1 - mostHouseBars * lengthMs);
      return {
        origin: 'house',
        instrument: id,
        kind: 'candles',
        interval,
        from: fromMs,
        to: range.toMs,
        size: Math.min(size, mostHouseBars),
      };
    });
  }

  /** Files are read as a whole, in a thread, once; recordings come with a restart. */
  #survey(): Promise<readonly RecordedMarket[]> {
    this.#recorded ??= this.#read().catch((error: unknown) => {
      this.#recorded = null;
      throw error;
    });
    return this.#recorded;
  }

  async #read(): Promise<readonly RecordedMarket[]> {
    const { recordings, clock } = this.#parts;
    const thread = new BacktestThread({ strategy: null, data: { origin: 'recorded', folder: recordings } }, clock);
    try {
      return (await thread.ask<'survey'>({ kind: 'survey' })).markets;
    } finally {
      await thread.close();
    }
  }
}

const recordedView = ({ instrumentId, kind, interval, range, size }: RecordedMarket): BacktestSourceView => ({
  ...{ origin: 'recorded', instrument: instrumentId, kind, interval, from: range.fromMs, to: range.toMs, size },
});
