import type { Candle, PublicTrade, Ticker } from '../../../../core/contract/market.ts';
import type { Clock } from '../../../../core/contract/server-services.ts';
import type { IndexPrice } from '../../../../core/contract/spot-indexes.ts';
import type { MarketEvent, Subscription } from '../../../../core/contract/strategy.ts';
import type { Venue, VenueBatch } from '../../../../core/contract/venue.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../../core/domain/markets/interval.ts';
import { topics } from '../../../market/market-topics.ts';
import type { IndexBoard } from '../../../market/reference/index-board.ts';
import type { VenueListener } from '../../../trading/venues/venue-registry.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';
import { BookPace } from '../history/book-pace.ts';
import type { StrategyTap, TopicListener } from '../strategy-tap.ts';

export type LatestEvent = Extract<MarketEvent, { readonly type: 'ticker' | 'mark' | 'index' }>;

/** What an instance hears of its markets. */
export interface MarketSink {
  bookChanged(id: InstrumentId): void;
  /** Of which only the latest counts. */
  latest(event: LatestEvent): void;
  /** Of which each counts. */
  told(event: Extract<MarketEvent, { readonly type: 'funding' }>): void;
  /** Oldest first. */
  trades(id: InstrumentId, trades: readonly PublicTrade[]): void;
  /** As it runs. */
  candle(id: InstrumentId, interval: Interval, candle: Candle): void;
}

type Take = (payload: unknown) => void;
type FundingEvent = Extract<MarketEvent, { readonly type: 'funding' }>;

export interface WatchedMarkets extends Pick<StrategyMarkets, 'ticker' | 'referencePrice' | 'marketTime'> {
  readonly indexes: Pick<IndexBoard, 'index' | 'onPrice'>;
}

/**
 * Takes news of the markets to the instances that listen to them: the hub's topics at its ticks and its indexes, and what exchanges tell of
 * books, marks and fundings as soon as they do, because quotes that wait for the next tick are late.
 */
export class MarketWatch implements TopicListener, VenueListener {
  readonly #markets: WatchedMarkets;
  readonly #takers = new Map<string, Set<Take>>();
  readonly #pace: BookPace;

  /** Of the last funding that was told, by market: an exchange that is opened again may tell it again. */
  readonly #fundedMs = new Map<InstrumentId, number>();

  constructor(markets: WatchedMarkets, clock: Pick<Clock, 'elapsedMs' | 'after'>) {
    this.#markets = markets;
    this.#pace = new BookPace(clock, (id) => this.take(bookKey(id), null));
  }

  start(tap: StrategyTap): () => void {
    const disconnect = tap.connect(this);
    const stopIndexes = this.#markets.indexes.onPrice((index) => {
      for (const { instrumentId } of index.sources) this.take(indexKey(instrumentId), index);
    });
    return () => {
      disconnect();
      void stopIndexes();
      this.#pace.stop();
    };
  }

  /** What happened while the exchange was away is in its book. */
  opened({ instruments }: Venue): void {
    for (const { id } of instruments) this.#changed(id);
  }

  /** A market is told of once a batch: several levels of it are one change. */
  batch({ events, timeMs }: VenueBatch): void {
    const changed = new Set<InstrumentId>();
    for (const event of events) {
      if (event.type === 'level') changed.add(event.instrumentId);
      else if (event.type === 'book') changed.add(event.book.instrumentId);
      else if (event.type === 'mark') this.take(markKey(event.instrumentId), { ...event, timeMs });
      else if (event.type === 'funding' && event.timeMs > (this.#fundedMs.get(event.instrumentId) ?? 0)) {
        this.#fundedMs.set(event.instrumentId, event.timeMs);
        this.take(fundingKey(event.instrumentId), event);
      }
    }
    for (const id of changed) this.#changed(id);
  }

  wants(topic: string): boolean {
    return this.#takers.has(topic);
  }

  take(topic: string, payload: unknown): void {
    for (const take of [...(this.#takers.get(topic) ?? [])]) take(payload);
  }

  /** Follows the subscriptions until the disposer is called; what has a present state tells it at once. */
  listen(subscriptions: readonly Subscription[], sink: MarketSink): () => void {
    const takers = new Map<string, Take>();
    for (const subscription of subscriptions) {
      const taker = this.#takerOf(subscription, sink);
      // A band and the trades of one market come by one topic; candles, books and tickers by one each.
      if (taker !== null && !takers.has(taker.topic)) takers.set(taker.topic, taker.take);
    }
    for (const [topic, take] of takers) this.#takers.set(topic, (this.#takers.get(topic) ?? new Set()).add(take));
    return () => {
      for (const [topic, take] of takers) {
        const all = this.#takers.get(topic);
        all?.delete(take);
        if (all?.size === 0) this.#takers.delete(topic);
      }
    };
  }

  #changed(id: InstrumentId): void {
    if (this.#takers.has(bookKey(id))) this.#pace.changed(id);
  }

  #takerOf(subscription: Subscription, sink: MarketSink): { readonly topic: string; readonly take: Take } | null {
    const { instrumentId: id } = subscription;
    switch (subscription.type) {
      case 'band':
      case 'trade':
        return { topic: topics.trades(id), take: (payload) => sink.trades(id, payload as readonly PublicTrade[]) };
      case 'book':
        sink.bookChanged(id);
        return { topic: bookKey(id), take: () => sink.bookChanged(id) };
      case 'ticker': {
        const now = this.#markets.ticker(id);
        if (now !== null) sink.latest({ type: 'ticker', ticker: now });
        return { topic: topics.ticker(id), take: (payload) => sink.latest({ type: 'ticker', ticker: payload as Ticker }) };
      }
      case 'candle':
        return { topic: topics.candles(id, subscription.interval), take: runningCandle(id, subscription.interval, sink) };
      case 'funding':
        return { topic: fundingKey(id), take: (payload) => sink.told(payload as FundingEvent) };
      case 'mark': {
        const now = this.#markets.referencePrice(id);
        const timeMs = this.#markets.marketTime(id) ?? 0;
        if (now?.kind === 'MARK') sink.latest({ type: 'mark', instrumentId: id, price: now.price, timeMs });
        return { topic: markKey(id), take: (payload) => sink.latest(payload as LatestEvent) };
      }
      case 'index': {
        const take = (payload: unknown): void => {
          const { price, stale, timeMs } = payload as IndexPrice;
          if (price !== null && !stale) sink.latest({ type: 'index', instrumentId: id, price, timeMs });
        };
        const now = this.#markets.indexes.index(id);
        if (now !== null) take(now);
        return { topic: indexKey(id), take };
      }
      // Told by the calendar.
      case 'session':
        return null;
    }
  }
}

/** No topics of the hub: exchanges tell of these themselves. */
const markKey = (id: InstrumentId): string => `mark of ${id}`;
const fundingKey = (id: InstrumentId): string => `funding of ${id}`;
const indexKey = (id: InstrumentId): string => `index of ${id}`;
const bookKey = (id: InstrumentId): string => `book of ${id}`;

function runningCandle(id: InstrumentId, interval: Interval, sink: MarketSink): Take {
  return (payload) => {
    if (payload !== null) sink.candle(id, interval, payload as Candle);
  };
}
