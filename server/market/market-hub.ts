import type { Candle, DepthSnapshot, PublicTrade, Ticker } from '../../core/contract/market.ts';
import type { Clock, Logger, ServerMarkets, TradeWatch } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Venue, VenueBatch } from '../../core/contract/venue.ts';
import type { Instrument, InstrumentId } from '../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs, intervals } from '../../core/domain/markets/interval.ts';
import { type ReferencePrice, referencePrice } from '../../core/domain/markets/reference-price.ts';
import type { FollowedBook } from './book/order-book.ts';
import { type CandleSources, candlePage, knownCandles, type PastCandles, type PastTime } from './candles/candle-pages.ts';
import type { CandleStore } from './candles/candle-store.ts';
import { ExchangeMarkets } from './exchange-markets.ts';
import { exchangeTitle } from './exchange-title.ts';
import type { FlowReading, InstrumentMarket } from './instrument-market.ts';
import { restoreMarket, restoreMarkets } from './market-restore.ts';
import { instrumentsTopic, isFollowed, publishMarket } from './market-topics.ts';
import { IndexBoard } from './reference/index-board.ts';
import type { TopicPublisher, TopicSnapshot } from './topic-publisher.ts';
import { TradeTap } from './trades/trade-tap.ts';

interface MarketHubOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly publisher: TopicPublisher;
  readonly candles: CandleStore;
  /** Default 20. */
  readonly tickMs?: number;
  /** Longest time that a candle is only in memory. Default 10 000. */
  readonly flushEveryMs?: number;
}

/** Finished candles waiting to be stored beyond which a venue has to wait (fast replays). */
const unsavedLimit = 50_000;

/** How often a venue that reports on demand learns what topics are followed. */
const reviewEveryMs = 1_000;

/**
 * Market data of all exchanges: venue batches in, topics and reads out. Life of an exchange: `position` tells the venue where
 * to go on, batches that arrive while it opens are kept, `attach` restores the candles, takes the book and catches up; `detach` before it
 * is opened again.
 */
export class MarketHub implements ServerMarkets {
  /** Spot indexes over the open exchanges. */
  readonly indexes: IndexBoard;
  readonly #options: MarketHubOptions;
  readonly #trades: TradeTap;
  readonly #exchanges = new Map<string, ExchangeMarkets>();
  readonly #markets = new Map<InstrumentId, InstrumentMarket>();
  readonly #openListeners = new Set<() => void>();
  #isOpen = false;

  constructor(options: MarketHubOptions) {
    const { clock } = options;
    const publisher = new TradeTap(options.publisher);
    this.#trades = publisher;
    this.#options = { ...options, publisher };
    this.indexes = new IndexBoard({ markets: this, publisher, clock });
  }

  /** Starts the ticks; the disposer ends them and stores the last candles. */
  start(): Disposer {
    const { clock, tickMs = 20, flushEveryMs = 10_000 } = this.#options;
    const stopTicks = clock.every(tickMs, () => this.tick());
    const stopFlushes = clock.every(flushEveryMs, () => this.flush());
    const stopReviews = clock.every(reviewEveryMs, () => this.#reviewDemand());
    const stopIndexes = this.indexes.start();
    let stopped: Promise<void> | null = null;
    return () => {
      stopTicks();
      stopFlushes();
      stopReviews();
      void stopIndexes();
      stopped ??= this.flush(true);
      return stopped;
    };
  }

  /** The exchanges of the start are open. */
  opened(): void {
    this.#isOpen = true;
    for (const listener of [...this.#openListeners]) listener();
    this.#openListeners.clear();
  }

  onOpen(listener: () => void): Disposer {
    if (this.#isOpen) listener();
    else this.#openListeners.add(listener);
    return () => {
      this.#openListeners.delete(listener);
    };
  }

  watchTrades(watch: TradeWatch): Disposer {
    return this.#trades.connect(watch);
  }

  tellTrades(): void {
    this.tick();
  }

  /** Venue sequence up to which the stored candles stand; the venue must report again what came after it. */
  position(exchange: string): Promise<number> {
    return this.#options.candles.position(exchange);
  }

  /** Makes an open venue's markets known. Its batches may come before, during and after. */
  async attach(venue: Venue): Promise<void> {
    if (!venue.capabilities.marketData) return;
    const { candles, clock, logger } = this.#options;
    const exchange = this.#exchange(venue.exchange);
    const fromMs = clock.elapsedMs();
    const stored = venue.durability === 'ephemeral' ? 0 : await candles.position(venue.exchange);
    const markets = await restoreMarkets(venue, candles, clock.nowMs());
    exchange.open(venue, markets, stored, venue.durability === 'ephemeral' ? null : candles, logger);
    for (const market of markets) this.#markets.set(market.instrument.id, market);
    const ms = Math.round(clock.elapsedMs() - fromMs);
    logger.info({ exchange: venue.exchange, markets: markets.length, ms }, 'the markets of an exchange are restored');
  }

  /** Stores what the closed exchange has left; what it reports from now on waits for the next `attach`. */
  async detach(exchange: string): Promise<void> {
    await this.#exchange(exchange).close();
  }

  /** Its markets are to be had no more; `attach` brings them back. */
  gone(exchange: string): void {
    this.#changed(this.#exchange(exchange).end());
  }

  /** Takes what a venue reports, in order. A promise asks the venue to wait before the next batch. */
  batch(batch: VenueBatch): void | Promise<void> {
    const exchange = this.#exchange(batch.exchange);
    exchange.apply(batch, this.#options.clock.nowMs());
    if (exchange.unsavedCandles > unsavedLimit) return exchange.flush();
  }

  /** Publishes what has changed since the last tick. */
  tick(): void {
    const { publisher, clock } = this.#options;
    const changed: Ticker[] = [];
    for (const exchange of this.#exchanges.values()) {
      for (const market of exchange.takeTouched(clock.nowMs())) {
        const ticker = publishMarket(market, publisher);
        if (ticker !== null) changed.push(ticker);
      }
    }
    if (changed.length > 0 && publisher.hasSubscribers('tickers')) publisher.publish('tickers', 'delta', changed);
  }

  /** Stores the candles that changed; `isLast`: so that an opening finds them ready. */
  async flush(isLast = false): Promise<void> {
    await Promise.all([...this.#exchanges.values()].map((exchange) => exchange.flush(isLast)));
  }

  /** True for the topics that {@link snapshotFor} knows; costs nothing. */
  hasTopic(topic: string): boolean {
    return topic === 'tickers' || topic === instrumentsTopic || this.#topic(topic) !== null;
  }

  /** What a new subscriber of a topic gets first; null for a topic that the hub does not have. */
  snapshotFor(topic: string): TopicSnapshot | null {
    if (topic === 'tickers') return { payload: this.tickers(), sequence: 0 };
    if (topic === instrumentsTopic) return { payload: [], sequence: 0 };
    const found = this.#topic(topic);
    if (found === null) return null;
    const { kind, market, interval } = found;
    if (interval !== null) return { payload: market.series.open(interval), sequence: 0 };
    switch (kind) {
      case 'ticker':
        return { payload: market.ticker, sequence: 0 };
      case 'trades':
        return { payload: market.recentTrades(Number.POSITIVE_INFINITY), sequence: 0 };
      case 'depth': {
        const book = this.#settled(market).followedSnapshot();
        return { payload: book, sequence: book.sequence };
      }
      default:
        return null;
    }
  }

  instruments(): readonly Instrument[] {
    return [...this.#markets.values()].map((market) => market.instrument);
  }

  instrument(id: InstrumentId): Instrument | null {
    return this.#markets.get(id)?.instrument ?? null;
  }

  ticker(id: InstrumentId): Ticker | null {
    return this.#markets.get(id)?.ticker ?? null;
  }

  tickers(): readonly Ticker[] {
    return [...this.#markets.values()].map((market) => market.ticker);
  }

  referencePrice(id: InstrumentId): ReferencePrice | null {
    const market = this.#markets.get(id);
    return market === undefined ? null : referencePrice({ ...market.ticker, mark: market.mark, index: this.indexes.price(id) });
  }

  depth(id: InstrumentId, levels: number): DepthSnapshot | null {
    const market = this.#read(id);
    return market === null ? null : this.#settled(market).snapshot(levels);
  }

  /** The book of this very moment, for those who do not follow its deltas: its sequence is that of the last tick. */
  bookNow(id: InstrumentId, levels: number): DepthSnapshot | null {
    return this.#read(id)?.book.snapshot(levels) ?? null;
  }

  trades(id: InstrumentId, limit: number): readonly PublicTrade[] {
    return [...(this.#read(id)?.recentTrades(limit) ?? [])].reverse();
  }

  /** Closes of the last 24 hours at even distances, oldest first; empty for a market without trades. */
  sparkline(id: InstrumentId): readonly string[] {
    const market = this.#markets.get(id);
    return market === undefined ? [] : market.sparkline(this.#exchange(market.instrument.exchange).nowMs(this.#options.clock.nowMs()));
  }

  /** Takers' volume of the last `windowMs`; null before the first trade since the exchange was opened. */
  async flow(id: InstrumentId, windowMs: number): Promise<FlowReading | null> {
    const market = this.#markets.get(id);
    if (market === undefined) return null;
    await this.#exchange(market.instrument.exchange).knowFlows([market]);
    return market.flowAfter(this.#exchange(market.instrument.exchange).nowMs(this.#options.clock.nowMs()) - windowMs);
  }

  async candles(id: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]> {
    const market = this.#markets.get(id);
    if (market === undefined || limit <= 0) return [];
    return candlePage(this.#sources(market, interval), interval, beforeMs, this.#timeOf(market), limit);
  }

  marketTime(id: InstrumentId): number | null {
    const market = this.#markets.get(id);
    return market === undefined ? null : this.#timeOf(market);
  }

  exchangeTitle(exchange: string): string {
    return exchangeTitle({ venue: (id) => this.#exchanges.get(id)?.venue ?? null }, exchange);
  }

  isEphemeral(exchange: string): boolean {
    return this.#exchanges.get(exchange)?.isStored === false;
  }

  async pastCandles(id: InstrumentId, interval: Interval, { fromMs, untilMs, limit }: PastTime): Promise<PastCandles | null> {
    const market = this.#markets.get(id);
    if (market === undefined || !this.#exchange(market.instrument.exchange).isStored) return null;
    const endMs = Math.min(intervalOpenMs(interval, untilMs), intervalOpenMs(interval, this.#timeOf(market)));
    return { candles: await knownCandles(this.#sources(market, interval), fromMs, endMs, limit), untilMs: endMs };
  }

  async pastBefore(id: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]> {
    const market = this.#markets.get(id);
    if (market === undefined) return [];
    const endMs = intervalOpenMs(interval, Math.min(beforeMs, this.#timeOf(market)));
    return knownCandles(this.#sources(market, interval), 0, endMs, limit);
  }

  /** A market whose book or trades somebody wants to see. */
  #read(id: InstrumentId): InstrumentMarket | null {
    const market = this.#markets.get(id);
    if (market === undefined) return null;
    this.#exchange(market.instrument.exchange).read(id, this.#options.clock.elapsedMs());
    return market;
  }

  #reviewDemand(): void {
    const nowMs = this.#options.clock.elapsedMs();
    for (const exchange of this.#exchanges.values()) exchange.reviewDemand(nowMs);
  }

  #timeOf({ instrument }: InstrumentMarket): number {
    return this.#exchange(instrument.exchange).nowMs(this.#options.clock.nowMs());
  }

  #sources({ instrument, series }: InstrumentMarket, interval: Interval): CandleSources {
    const exchange = this.#exchange(instrument.exchange);
    const { candles } = this.#options;
    return {
      stored: async (before, count) => (exchange.isStored ? candles.before(instrument.id, interval, before, count) : []),
      unsaved: () => series.unsaved(interval),
      venue: exchange.history(instrument.id, interval),
      venueIsSimulated: exchange.hasSimulatedPast,
    };
  }

  #changed(markets: readonly InstrumentMarket[]): void {
    const { publisher } = this.#options;
    for (const market of markets) this.#markets.set(market.instrument.id, market);
    const instruments = markets.map(({ instrument }) => instrument);
    if (markets.length > 0 && publisher.hasSubscribers(instrumentsTopic)) publisher.publish(instrumentsTopic, 'delta', instruments);
  }

  /** A book whose sequence is exact: changes of the running tick go out first. */
  #settled(market: InstrumentMarket): FollowedBook {
    if (market.book.hasChanges) publishMarket(market, this.#options.publisher, 'depth');
    return market.book;
  }

  #topic(topic: string): { readonly kind: string; readonly market: InstrumentMarket; readonly interval: Interval | null } | null {
    const [kind = '', id = '', interval, rest] = topic.split(':');
    const market = this.#markets.get(id);
    if (market === undefined || rest !== undefined) return null;
    if (interval === undefined) return kind === 'ticker' || kind === 'trades' || kind === 'depth' ? { kind, market, interval: null } : null;
    const known = intervals.find((one) => one === interval);
    return kind === 'candles' && known !== undefined ? { kind, market, interval: known } : null;
  }

  #exchange(name: string): ExchangeMarkets {
    const known = this.#exchanges.get(name);
    if (known !== undefined) return known;
    const { publisher, candles, clock } = this.#options;
    const created = new ExchangeMarkets(name, {
      isFollowed: (id) => isFollowed(id, publisher),
      restore: (venue, instrument) => restoreMarket(venue, instrument, candles, clock.nowMs()),
      changed: (markets) => this.#changed(markets),
    });
    this.#exchanges.set(name, created);
    return created;
  }
}
