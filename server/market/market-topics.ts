import type { Ticker } from '../../core/contract/market.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { type Interval, intervals } from '../../core/domain/markets/interval.ts';
import type { InstrumentMarket } from './instrument-market.ts';
import type { TopicPublisher } from './topic-publisher.ts';

/** The hub's topics; `tickers` beside them holds all instruments. */
export const topics = {
  ticker: (id: InstrumentId): string => `ticker:${id}`,
  depth: (id: InstrumentId): string => `depth:${id}`,
  trades: (id: InstrumentId): string => `trades:${id}`,
  candles: (id: InstrumentId, interval: Interval): string => `candles:${id}:${interval}`,
};

/** News of markets that are new, have other terms or have ended. It has no state of its own: the list is read by a call. */
export const instrumentsTopic = 'instruments';

function publishDepth(market: InstrumentMarket, publisher: TopicPublisher): void {
  const topic = topics.depth(market.instrument.id);
  if (!publisher.hasSubscribers(topic)) {
    market.book.dropDelta();
    return;
  }
  const delta = market.book.takeDelta();
  if (delta !== null) publisher.publish(topic, 'delta', delta, delta.sequence);
}

function publishCandles(market: InstrumentMarket, publisher: TopicPublisher): void {
  const { id } = market.instrument;
  for (const { interval, candle } of market.series.takeFinished()) {
    const topic = topics.candles(id, interval);
    if (publisher.hasSubscribers(topic)) publisher.publish(topic, 'delta', candle);
  }
  for (const interval of intervals) {
    const topic = topics.candles(id, interval);
    if (publisher.hasSubscribers(topic)) publisher.publish(topic, 'delta', market.series.open(interval));
  }
}

/** Whether somebody follows a market. */
export const isFollowed = (id: InstrumentId, publisher: TopicPublisher): boolean =>
  publisher.hasSubscribers(topics.ticker(id)) ||
  publisher.hasSubscribers(topics.depth(id)) ||
  publisher.hasSubscribers(topics.trades(id)) ||
  intervals.some((interval) => publisher.hasSubscribers(topics.candles(id, interval)));

/** Publishes one instrument's changes, or only those of its book; gives the ticker when it changed. */
export function publishMarket(market: InstrumentMarket, publisher: TopicPublisher, only?: 'depth'): Ticker | null {
  const { id } = market.instrument;
  publishDepth(market, publisher);
  if (only === 'depth') return null;
  const trades = market.takeNewTrades();
  if (trades.length > 0) {
    if (publisher.hasSubscribers(topics.trades(id))) publisher.publish(topics.trades(id), 'event', trades);
    publishCandles(market, publisher);
  }
  const ticker = market.takeTickerChange();
  if (ticker !== null && publisher.hasSubscribers(topics.ticker(id))) publisher.publish(topics.ticker(id), 'snapshot', ticker);
  return ticker;
}
