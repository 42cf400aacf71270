import { type Asset, type Instrument, instrumentId } from '../../../core/domain/markets/instrument.ts';

export const exchange = 'sample';

/** Balances are integers of 10^-scale. */
export const assets: readonly Asset[] = ['USDT', 'BTC'].map((code) => ({ code, scale: 8 }));

const key = { exchange, symbol: 'BTCUSDT', accountType: 'spot' } as const;

/** A grid can never change once the venue has journalled it: a new grid needs a new symbol. */
export const instruments: readonly Instrument[] = [
  {
    ...key,
    id: instrumentId(key),
    contractKind: 'spot',
    settlement: 'none',
    base: 'BTC',
    quote: 'USDT',
    tick: '0.01',
    lot: '0.00001',
    minQty: '0.00001',
    maxQty: '9000',
    minNotional: '10',
    priceBand: '0.2',
    makerFee: '0.001',
    takerFee: '0.001',
    state: 'TRADING',
  },
];
