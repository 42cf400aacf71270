import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { BarSeries } from '../../../core/simulation/bar-recording.ts';
import type { SimulatedMarketPart } from '../simulation/simulated-exchanges.ts';
import type { SimulatedSession } from '../simulation/simulated-session.ts';
import type { BacktestFeed, FeedRange, FeedWatch } from './backtest-feed.ts';
import { type ChartCandle, ChartCandles } from './chart-candles.ts';
import { checkFunding, fundedPart } from './funded-feed.ts';

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

  /** All bars, as far as the funding of perpetuals is known. */
  get range(): FeedRange {
    return fundedPart(this.#barRange, this.markets);
  }

  check(range: FeedRange): void {
    checkFunding(range, this.#barRange, this.markets);
  }

  get #barRange(): FeedRange {
    const series = this.#markets.map(({ series: one }) => one).filter(({ openMs }) => openMs.length > 0);
    return {
      fromMs: Math.min(...series.map(({ openMs }) => openMs[0] as number)),
      toMs: Math.max(...series.map(({ openMs, lengthMs }) => (openMs.at(-1) as number) + lengthMs - 1)),
    };
  }

  async play(session: SimulatedSession, { fromMs, toMs }: FeedRange, watch: FeedWatch): Promise<number> {
    const heads = this.#markets.map(({ part, series }) => new Head(part.instrument.id, series, firstFrom(series.openMs, fromMs)));
    let events = 0;
    // A bar is told at its last millisecond: what it makes a strategy do acts from the next bar on.
    const bar = { open: 0, high: 0, low: 0, close: 0 };
    for (;;) {
      let next: Head | null = null;
      let closeMs = Number.POSITIVE_INFINITY;
      /** The bars of `next` come first until here. */
      let beforeMs = toMs + 1;
      for (const head of heads) {
        const headMs = head.closeMs;
        if (headMs < closeMs) {
          beforeMs = Math.min(beforeMs, closeMs);
          closeMs = headMs;
          next = head;
        } else beforeMs = Math.min(beforeMs, headMs + 1);
      }
      if (next === null || closeMs > toMs) return events;
      watch.moment(closeMs);
      if (closeMs >= watch.nextMs) await watch.reached(closeMs, events);
      const { id, series, at } = next;
      next.at = session.passBars(id, series, at, Math.min(beforeMs, watch.nextMs));
      events += (next.at - at) * pricesPerBar;
      if (next.at > at) {
        watch.passed(id, series, at, next.at);
        continue;
      }
      bar.open = series.open[at] as number;
      bar.high = series.high[at] as number;
      bar.low = series.low[at] as number;
      bar.close = series.close[at] as number;
      session.playBar(id, bar, series.openMs[at] as number, closeMs, series.lots[at] as number);
      next.at += 1;
      events += pricesPerBar;
    }
  }

  async candles(range: FeedRange): Promise<ReadonlyArray<readonly ChartCandle[]>> {
    return this.#markets.map(({ series }) => {
      const { openMs, lengthMs, grid } = series;
      const price = (ticks: Float64Array, at: number): number => (ticks[at] as number) / 10 ** grid.priceDecimals;
      const candles = new ChartCandles(range);
      for (let at = firstFrom(openMs, range.fromMs); at < openMs.length; at++) {
        const timeMs = openMs[at] as number;
        if (timeMs + lengthMs - 1 > range.toMs) break;
        candles.add(timeMs, price(series.open, at), price(series.high, at), price(series.low, at), price(series.close, at));
      }
      return candles.take();
    });
  }
}

/** Where a market's bars have been told up to. */
class Head {
  readonly id: InstrumentId;
  readonly series: BarSeries;
  at: number;

  constructor(id: InstrumentId, series: BarSeries, at: number) {
    this.id = id;
    this.series = series;
    this.at = at;
  }

  /** Last millisecond of the next bar; infinite after the last one. */
  get closeMs(): number {
    const openMs = this.series.openMs[this.at];
    return openMs === undefined ? Number.POSITIVE_INFINITY : openMs + this.series.lengthMs - 1;
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
