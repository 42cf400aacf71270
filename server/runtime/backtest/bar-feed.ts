import type { BarSeries } from '../../../core/simulation/bar-recording.ts';
import type { SimulatedMarketPart } from '../simulation/simulated-exchanges.ts';
import type { SimulatedSession } from '../simulation/simulated-session.ts';
import type { BacktestFeed, FeedRange, FeedWatch } from './backtest-feed.ts';

export interface BarFeedMarket {
  readonly part: SimulatedMarketPart;
  readonly series: BarSeries;
}

/** Prices that one bar goes through. */
const pricesPerBar = 4;

/** Bars of one or more markets, told in order of their closes; of equal ones the market given first comes first. */
export class BarFeed implements BacktestFeed {
  readonly #markets: readonly BarFeedMarket[];

  constructor(markets: readonly BarFeedMarket[]) {
    this.#markets = markets;
  }

  get markets(): readonly SimulatedMarketPart[] {
    return this.#markets.map(({ part }) => part);
  }

  get range(): FeedRange {
    const series = this.#markets.map(({ series: one }) => one).filter(({ openMs }) => openMs.length > 0);
    return {
      fromMs: Math.min(...series.map(({ openMs }) => openMs[0] as number)),
      toMs: Math.max(...series.map(({ openMs, lengthMs }) => (openMs.at(-1) as number) + lengthMs - 1)),
    };
  }

  async play(session: SimulatedSession, { fromMs, toMs }: FeedRange, watch: FeedWatch): Promise<number> {
    const heads = this.#markets.map(({ part, series }) => ({ id: part.instrument.id, series, at: firstFrom(series.openMs, fromMs) }));
    let events = 0;
    // A bar is told at its last millisecond: what it makes a strategy do acts from the next bar on.
    const bar = { open: 0, high: 0, low: 0, close: 0 };
    for (;;) {
      let next: (typeof heads)[number] | null = null;
      let closeMs = Number.POSITIVE_INFINITY;
      for (const head of heads) {
        const openMs = head.series.openMs[head.at];
        if (openMs === undefined || openMs + head.series.lengthMs - 1 >= closeMs) continue;
        closeMs = openMs + head.series.lengthMs - 1;
        next = head;
      }
      if (next === null || closeMs > toMs) return events;
      if (closeMs >= watch.nextMs) await watch.reached(closeMs, events);
      const { id, series, at } = next;
      bar.open = series.open[at] as number;
      bar.high = series.high[at] as number;
      bar.low = series.low[at] as number;
      bar.close = series.close[at] as number;
      session.playBar(id, bar, series.openMs[at] as number, closeMs, series.lots[at] as number);
      next.at += 1;
      events += pricesPerBar;
    }
  }
}

/** Index of the first time that is not before `fromMs`. */
function firstFrom(times: Float64Array, fromMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
