import type { Candle, DepthDelta, DepthSnapshot, PublicTrade, Ticker } from '../../../core/contract/market.ts';
import type { TopicMessageKind } from '../../../core/contract/server-contributions.ts';
import type { IndexPrice } from '../../../core/contract/spot-indexes.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { instrumentView } from '../views/instrument-view.ts';
import { candleView, depthView, indexView, tickerView, tradeView } from '../views/wire-mapping.ts';

/**
 * What each topic carries, as the wire says it:
 * `tickers` TickerView[] (a delta holds the changed ones) · `ticker:<id>` TickerView · `depth:<id>` DepthView (a delta holds
 * changed levels, '0' removes one) · `trades:<id>` TradeView[], oldest first · `candles:<id>:<interval>` CandleView of the
 * running candle or null (a delta replaces the candle of its open time) ·
 * `instruments` InstrumentView[] of those that are new, have other terms or have ended (its snapshot is empty: the list is a call) ·
 * `indexes` IndexView[] (a delta holds the changed ones) ·
 * `orders` OrderView[] · `fills` FillView[] · `balances` BalanceView[] (deltas hold what changed) · `alerts` AlertView[] ·
 * `strategies` InstanceView[] of running instances · `backtests` BacktestView[] of those that wait or go on (deltas of both hold what
 * changed, an end included) · `layouts` LayoutNews · `venues` {exchange, title, health}[] · `plugins` PluginView[].
 */
const marketViews: Readonly<Record<string, (payload: unknown) => unknown>> = {
  tickers: (payload) => (payload as readonly Ticker[]).map(tickerView),
  ticker: (payload) => tickerView(payload as Ticker),
  depth: (payload) => depthView(payload as DepthSnapshot | DepthDelta),
  trades: (payload) => (payload as readonly PublicTrade[]).map(tradeView),
  candles: (payload) => (payload === null ? null : candleView(payload as Candle)),
  instruments: (payload) => (payload as readonly Instrument[]).map(instrumentView),
  indexes: (payload) => (payload as readonly IndexPrice[]).map(indexView),
};

/** `depth` of `depth:aurora/BTCUSDT/spot`. */
export const topicKind = (topic: string): string => {
  const end = topic.indexOf(':');
  return end < 0 ? topic : topic.slice(0, end);
};

/** True for topics that the market hub feeds. */
export const isMarketTopic = (topic: string): boolean => Object.hasOwn(marketViews, topicKind(topic));

/** A market topic's payload on the wire. */
export const marketPayload = (topic: string, payload: unknown): unknown => marketViews[topicKind(topic)]?.(payload);

const letters: Readonly<Record<TopicMessageKind, 's' | 'd' | 'e'>> = { snapshot: 's', delta: 'd', event: 'e' };

/** One message of schemas/wire/stream.ts as JSON text. `sequence` and `previous` only for topics whose deltas build on each other. */
export function encodeMessage(topic: string, kind: TopicMessageKind, payload: unknown, sequence?: number, previous?: number): string {
  const n = sequence === undefined ? '' : `,"n":${sequence}`;
  const p = previous === undefined ? '' : `,"p":${previous}`;
  return `{"k":"${letters[kind]}","t":${JSON.stringify(topic)}${n}${p},"d":${JSON.stringify(payload) ?? 'null'}}`;
}
