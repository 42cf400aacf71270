import type { Candle } from '../../../../core/contract/market.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import type { WantedHistory } from '../../driver/actor.ts';
import type { SimulatedMarketPart } from '../../simulation/simulated-exchanges.ts';
import type { SimulatedSession } from '../../simulation/simulated-session.ts';
import type { BacktestFeed, FeedRange, FeedWatch } from './backtest-feed.ts';
import { type ChartCandle, ChartCandles } from './chart-candles.ts';
import { checkFunding, fundedPart } from './funded-feed.ts';
import { candlesBefore, type RecordedParts } from './past-candles.ts';

export interface BarFeedMarket {
  readonly part: SimulatedMarketPart;
  readonly series: BarSeries;
}

/** Prices that one bar goes through. */
const pricesPerBar = 4;

/** Bars of one or more markets, each on its way from open to close; of equal times the market given first comes first. */
export class BarFeed implements BacktestFeed {
  readonly #markets: readonly BarFeedMarket[];
  readonly #indexSources: readonly BarFeedMarket[];

  constructor(markets: readonly BarFeedMarket[], indexSources: readonly BarFeedMarket[] = []) {
    this.#markets = markets;
    this.#indexSources = indexSources;
  }

  get indexSources(): readonly SimulatedMarketPart[] {
    return this.#indexSources.map(({ part }) => part);
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
    const played = [...this.#markets, ...this.#indexSources];
    const heads = played.map(({ part, series }) => new Head(part.instrument.id, series, firstFrom(series.openMs, fromMs), toMs));
    let events = 0;
    const bar = { open: 0, high: 0, low: 0, close: 0 };
    for (;;) {
      let next: Head | null = null;
      let openMs = Number.POSITIVE_INFINITY;
      /** The bars of `next` come first until here. */
      let beforeMs = Number.POSITIVE_INFINITY;
      for (const head of heads) {
        const headMs = head.openMs;
        if (headMs < openMs) {
          beforeMs = openMs;
          openMs = headMs;
          next = head;
        } else beforeMs = Math.min(beforeMs, headMs);
      }
      const lastMs = next === null ? Math.max(fromMs, ...heads.map(({ lastCloseMs }) => lastCloseMs)) + 1 : openMs;
      while (Number.isFinite(watch.nextMs) && watch.nextMs <= lastMs) {
        advance(session, heads, watch, watch.nextMs);
        await watch.reached(watch.nextMs, events);
      }
      advance(session, heads, watch, lastMs);
      if (next === null) return events;
      const { id, series, at } = next;
      next.at = session.passBars(id, series, at, Math.min(beforeMs, watch.nextMs, toMs + 1));
      const isOwn = heads.indexOf(next) < this.#markets.length;
      if (isOwn) events += (next.at - at) * pricesPerBar;
      if (next.at > at) {
        // Nobody looks at what is played for an index alone.
        if (isOwn) watch.passed(id, series, at, next.at);
        continue;
      }
      bar.open = series.open[at] as number;
      bar.high = series.high[at] as number;
      bar.low = series.low[at] as number;
      bar.close = series.close[at] as number;
      if (isOwn) watch.played?.(id, series, at);
      session.playBar(id, bar, openMs, series.lengthMs, series.lots[at] as number);
      next.play();
      if (isOwn) events += pricesPerBar;
      // Somebody who looks at everything, until there is a price, finds the first one at this open.
      if (watch.nextMs === Number.NEGATIVE_INFINITY) await watch.reached(openMs, events);
    }
  }

  history(wanted: WantedHistory, atMs: number): readonly Candle[] {
    const market = this.#markets.find(({ part }) => part.instrument.id === wanted.instrumentId);
    return market === undefined ? [] : candlesBefore(partsOf(market.series), market.part.grid, wanted, atMs);
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

const partsOf = ({ openMs, lengthMs, open, high, low, close, lots }: BarSeries): RecordedParts => ({
  count: openMs.length,
  lengthMs,
  openMs: (at) => openMs[at] as number,
  part: (at) => ({
    open: open[at] as number,
    high: high[at] as number,
    low: low[at] as number,
    close: close[at] as number,
    lots: lots[at] as number,
    trades: 0,
  }),
});

/** Everything before a time happens; each close of bars is a moment of its own. */
function advance(session: SimulatedSession, heads: readonly Head[], watch: FeedWatch, timeMs: number): void {
  for (;;) {
    let closeMs = Number.POSITIVE_INFINITY;
    for (const head of heads) if (head.runningMs < closeMs) closeMs = head.runningMs;
    if (closeMs >= timeMs) break;
    session.advance(closeMs);
    for (const head of heads) if (head.runningMs === closeMs) head.closed();
    watch.moment(nextCloseOf(heads));
  }
  session.advance(timeMs - 1);
  watch.moment(nextCloseOf(heads));
}

function nextCloseOf(heads: readonly Head[]): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { closeMs, runningMs } of heads) next = Math.min(next, closeMs, runningMs);
  return next;
}

/** Where a market's bars have been told up to. */
class Head {
  readonly id: InstrumentId;
  readonly series: BarSeries;
  readonly #lastMs: number;
  at: number;
  /** When the bar closes that has been played last; infinite once it has. */
  runningMs = Number.POSITIVE_INFINITY;

  constructor(id: InstrumentId, series: BarSeries, at: number, lastMs: number) {
    this.id = id;
    this.series = series;
    this.at = at;
    this.#lastMs = lastMs;
  }

  /** Of the next bar; infinite after the last one that closes in time. */
  get openMs(): number {
    const openMs = this.series.openMs[this.at];
    return openMs === undefined || openMs + this.series.lengthMs - 1 > this.#lastMs ? Number.POSITIVE_INFINITY : openMs;
  }

  /** Of the next bar. */
  get closeMs(): number {
    return this.openMs + this.series.lengthMs - 1;
  }

  /** Of the last bar that was told; 0 before the first. */
  get lastCloseMs(): number {
    return this.at === 0 ? 0 : (this.series.openMs[this.at - 1] as number) + this.series.lengthMs - 1;
  }

  play(): void {
    this.runningMs = this.closeMs;
    this.at += 1;
  }

  closed(): void {
    this.runningMs = Number.POSITIVE_INFINITY;
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
