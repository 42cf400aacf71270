import type { Candle } from '../../../../core/contract/market.ts';
import { stepsOf } from '../../../../core/domain/numbers/steps.ts';
import { mergeEvents } from '../../../../core/simulation/recordings/merge-events.ts';
import type { MarketRecording } from '../../../../core/simulation/recordings/recording-folder.ts';
import type { WantedHistory } from '../../driver/actor.ts';
import type { SimulatedMarketPart } from '../../simulation/simulated-exchanges.ts';
import type { SimulatedSession } from '../../simulation/simulated-session.ts';
import type { BacktestFeed, FeedRange, FeedWatch } from './backtest-feed.ts';
import { type ChartCandle, ChartCandles } from './chart-candles.ts';
import { checkFunding, fundedPart } from './funded-feed.ts';
import { MinuteParts } from './minute-parts.ts';
import { candlesBefore } from './past-candles.ts';

export interface RecordedFeedMarket {
  readonly part: SimulatedMarketPart;
  readonly recording: MarketRecording;
}

/** Recorded books and trades of one or more markets, in order of time. */
export class RecordedFeed implements BacktestFeed {
  /** The run's own first. */
  readonly #markets: readonly RecordedFeedMarket[];
  readonly #owned: number;
  readonly #recorded: FeedRange;

  /** In order of the markets. */
  readonly #minutes: readonly MinuteParts[];

  private constructor(markets: readonly RecordedFeedMarket[], owned: number, recorded: FeedRange, minutes: readonly MinuteParts[]) {
    this.#markets = markets;
    this.#owned = owned;
    this.#minutes = minutes;
    this.#recorded = recorded;
  }

  /** Reads the data once for its range, so that a broken file is found before a run begins. */
  static async open(own: readonly RecordedFeedMarket[], indexSources: readonly RecordedFeedMarket[] = []): Promise<RecordedFeed> {
    const markets = [...own, ...indexSources];
    const feed = new RecordedFeed(markets, own.length, { fromMs: 0, toMs: 0 }, []);
    const minutes = markets.map(() => new MinuteParts());
    let fromMs = Number.NaN;
    let toMs = Number.NaN;
    for await (const { market, event } of feed.#events()) {
      if (market >= own.length) continue;
      if (Number.isNaN(fromMs)) fromMs = event.timeMs;
      toMs = event.timeMs;
      if (event.type !== 'trade') continue;
      const { priceDecimals, qtyDecimals } = (markets[market] as RecordedFeedMarket).part.grid;
      minutes[market]?.add(event.timeMs, stepsOf(event.price, priceDecimals) ?? 0, stepsOf(event.qty, qtyDecimals) ?? 0);
    }
    return new RecordedFeed(markets, own.length, { fromMs, toMs }, minutes);
  }

  get markets(): readonly SimulatedMarketPart[] {
    return this.#markets.slice(0, this.#owned).map(({ part }) => part);
  }

  get indexSources(): readonly SimulatedMarketPart[] {
    return this.#markets.slice(this.#owned).map(({ part }) => part);
  }

  /** All of the recording, as far as the funding of perpetuals is known. */
  get range(): FeedRange {
    return fundedPart(this.#recorded, this.markets);
  }

  check(range: FeedRange): void {
    checkFunding(range, this.#recorded, this.markets);
  }

  /** What lies before the range is played to the books, so that they are whole when the instance starts to look. */
  async play(session: SimulatedSession, { fromMs, toMs }: FeedRange, watch: FeedWatch): Promise<number> {
    let events = 0;
    for await (const { market, event } of this.#events()) {
      if (event.timeMs > toMs) break;
      // Nobody looks at what is played for an index alone.
      const isOwn = market < this.#owned;
      if (isOwn) watch.moment(event.timeMs);
      if (isOwn && event.timeMs >= watch.nextMs) await watch.reached(event.timeMs, events);
      const { id } = (this.#markets[market] as RecordedFeedMarket).part.instrument;
      if (event.timeMs < fromMs) session.exchanges.recorded(id).play(event);
      else session.play(id, event);
      // Each changed level is news of its own, as it would be from an exchange that sends them one by one.
      if (isOwn) events += event.type === 'trade' ? 1 : event.bids.length + event.asks.length;
    }
    return events;
  }

  history(wanted: WantedHistory, atMs: number): readonly Candle[] {
    const at = this.#markets.findIndex(({ part }) => part.instrument.id === wanted.instrumentId);
    const [market, minutes] = [this.#markets[at], this.#minutes[at]];
    return market === undefined || minutes === undefined ? [] : candlesBefore(minutes, market.part.grid, wanted, atMs);
  }

  /** Of the trades. */
  async candles(range: FeedRange): Promise<ReadonlyArray<readonly ChartCandle[]>> {
    const markets = this.markets.map(() => new ChartCandles(range));
    for await (const { market, event } of this.#events()) {
      if (event.timeMs > range.toMs) break;
      if (event.type !== 'trade' || event.timeMs < range.fromMs) continue;
      const price = Number(event.price);
      markets[market]?.add(event.timeMs, price, price, price, price);
    }
    return markets.map((candles) => candles.take());
  }

  #events() {
    return mergeEvents(this.#markets.flatMap(({ recording }, market) => recording.streams().map((events) => ({ market, events }))));
  }
}
