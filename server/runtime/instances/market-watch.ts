import type { Candle, MarketData, PublicTrade, Ticker } from '../../../core/contract/market.ts';
import type { Subscription } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { Interval } from '../../../core/domain/interval.ts';
import { topics } from '../../market/market-topics.ts';
import type { StrategyTap, TopicListener } from './strategy-tap.ts';

/** What an instance hears of its markets. */
export interface MarketSink {
  bookChanged(id: InstrumentId): void;
  ticker(ticker: Ticker): void;
  /** Oldest first. */
  trades(id: InstrumentId, trades: readonly PublicTrade[]): void;
  candleClosed(id: InstrumentId, interval: Interval, candle: Candle): void;
}

type Take = (payload: unknown) => void;

/** Takes the hub's topics to the instances that listen to them. */
export class MarketWatch implements TopicListener {
  readonly #markets: Pick<MarketData, 'ticker'>;
  readonly #takers = new Map<string, Set<Take>>();

  constructor(markets: Pick<MarketData, 'ticker'>) {
    this.#markets = markets;
  }

  start(tap: StrategyTap): () => void {
    return tap.connect(this);
  }

  wants(topic: string): boolean {
    return this.#takers.has(topic);
  }

  take(topic: string, payload: unknown): void {
    for (const take of [...(this.#takers.get(topic) ?? [])]) take(payload);
  }

  /** Follows the subscriptions until the disposer is called; books and tickers tell their present state at once. */
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

  #takerOf(subscription: Subscription, sink: MarketSink): { readonly topic: string; readonly take: Take } | null {
    const { instrumentId: id } = subscription;
    switch (subscription.type) {
      case 'band':
      case 'trade':
        return { topic: topics.trades(id), take: (payload) => sink.trades(id, payload as readonly PublicTrade[]) };
      case 'book':
        sink.bookChanged(id);
        return { topic: topics.depth(id), take: () => sink.bookChanged(id) };
      case 'ticker': {
        const now = this.#markets.ticker(id);
        if (now !== null) sink.ticker(now);
        return { topic: topics.ticker(id), take: (payload) => sink.ticker(payload as Ticker) };
      }
      case 'candle':
        return { topic: topics.candles(id, subscription.interval), take: closedCandles(id, subscription.interval, sink) };
      case 'funding':
        return null;
    }
  }
}

/** The topic tells the running candle; one has closed when the next begins, and its last word came before. */
function closedCandles(id: InstrumentId, interval: Interval, sink: MarketSink): Take {
  let last: Candle | null = null;
  return (payload) => {
    const candle = payload as Candle | null;
    if (candle === null) return;
    if (last !== null && candle.openMs > last.openMs) sink.candleClosed(id, interval, last);
    last = candle;
  };
}
