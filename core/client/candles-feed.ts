import type { CandleView } from '../../schemas/wire/market.ts';
import type { Outcome } from '../contract/app-error.ts';
import type { Api, Stream } from '../contract/client-services.ts';
import type { Disposer } from '../contract/token.ts';
import { type InstrumentId, parseInstrumentId } from '../domain/instrument.ts';
import type { Interval } from '../domain/interval.ts';
import { itemsOf } from './message-list.ts';

export const candlePageSize = 1_000;

/** The newest candles, oldest first. */
export async function loadCandles(api: Api, id: InstrumentId, interval: Interval): Promise<Outcome<readonly CandleView[]>> {
  return api.call('klines', { query: { ...marketOf(id), interval, limit: candlePageSize } });
}

/** Candles before `beforeMs`, oldest first; empty at the beginning of history. */
export async function loadOlderCandles(
  api: Api,
  id: InstrumentId,
  interval: Interval,
  beforeMs: number,
): Promise<Outcome<readonly CandleView[]>> {
  return api.call('klinesHistory', { query: { ...marketOf(id), interval, before: beforeMs, limit: candlePageSize } });
}

/** Changes of the newest candle, and the next one when it opens. After a reconnection the snapshot brings what was missed. */
export function watchCandles(
  stream: Stream,
  id: InstrumentId,
  interval: Interval,
  onCandles: (candles: readonly CandleView[]) => void,
): Disposer {
  return stream.subscribe(`candles:${id}:${interval}`, (message) => {
    const candles = itemsOf<CandleView>(message);
    if (candles.length > 0) onCandles(candles);
  });
}

/** The wire names a market by its parts. */
export function marketOf(id: InstrumentId) {
  const key = parseInstrumentId(id);
  if (key === null) throw new RangeError(`not an instrument id: ${id}`);
  return { exchange: key.exchange, symbol: key.symbol, account_type: key.accountType };
}
