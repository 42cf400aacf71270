import type { Candle } from '../../../core/contract/market.ts';
import type { SuggestContext } from '../../../core/contract/strategy-preview.ts';
import type { Balance } from '../../../core/contract/trading.ts';
import { testInstrument } from '../market-fixtures.ts';

/** Candles of the same range and volume one after the other, from the minute, hour or day 0 on. */
export const evenCandles = (count: number, low: number, high: number, volume = 1): readonly Candle[] =>
  Array.from({ length: count }, (_, at) => ({
    openMs: at,
    open: `${low}`,
    high: `${high}`,
    low: `${low}`,
    close: `${(low + high) / 2}`,
    volume: `${volume}`,
    quoteVolume: '1',
    trades: 1,
  }));

/** What account 1 has at the exchange of the test market, without what orders hold. */
export const freeUsdt = (free: string): Balance => ({
  exchange: testInstrument.exchange,
  apiId: 1,
  accountType: 'spot',
  asset: 'USDT',
  total: free,
  held: '0',
});

/** The test market at a price, with what its account pays. */
export const suggestContext = <P>(params: Partial<P>, price: string, changes: Partial<SuggestContext<P>> = {}): SuggestContext<P> => ({
  params,
  instruments: { [testInstrument.id]: testInstrument },
  books: {},
  lastPrices: { [testInstrument.id]: price },
  fees: { [testInstrument.id]: { makerFee: '0.0008', takerFee: '0.001', isOwn: true } },
  balances: [],
  candles: [],
  ...changes,
});
