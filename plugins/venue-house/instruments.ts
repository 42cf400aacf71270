import { type Asset, type Instrument, instrumentId } from '../../core/domain/markets/instrument.ts';

export const exchange = 'tessera';

/** Ledger scale of every asset of the house: balances are integers of 10^-8. */
const scale = 8;

export const assets: readonly Asset[] = ['USDT', 'BTC', 'ETH', 'SOL', 'BNB', 'XRP', 'ADA', 'DOGE'].map((code) => ({ code, scale }));

type Terms = Pick<Instrument, 'base' | 'quote' | 'tick' | 'lot' | 'maxQty' | 'minNotional'>;

/**
 * Grids of the large public spot markets. An instrument's grid can never change once the venue has journalled it: a new
 * grid needs a new symbol. Tick × lot must be a whole number of minor units of the quote asset, hence ETHBTC's coarser grid.
 */
const terms: readonly Terms[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.00001', maxQty: '9000', minNotional: '10' },
  { base: 'ETH', quote: 'USDT', tick: '0.01', lot: '0.0001', maxQty: '9000', minNotional: '10' },
  { base: 'SOL', quote: 'USDT', tick: '0.01', lot: '0.01', maxQty: '90000', minNotional: '10' },
  { base: 'BNB', quote: 'USDT', tick: '0.1', lot: '0.001', maxQty: '900000', minNotional: '10' },
  { base: 'XRP', quote: 'USDT', tick: '0.0001', lot: '1', maxQty: '9222449', minNotional: '10' },
  { base: 'ADA', quote: 'USDT', tick: '0.001', lot: '0.1', maxQty: '900000', minNotional: '10' },
  { base: 'DOGE', quote: 'USDT', tick: '0.0001', lot: '1', maxQty: '9000000', minNotional: '10' },
  { base: 'ETH', quote: 'BTC', tick: '0.00001', lot: '0.001', maxQty: '100000', minNotional: '0.0001' },
];

export const instruments: readonly Instrument[] = terms.map((one): Instrument => {
  const key = { exchange, symbol: one.base + one.quote, accountType: 'spot' } as const;
  return {
    ...key,
    ...one,
    id: instrumentId(key),
    contractKind: 'spot',
    settlement: 'none',
    minQty: one.lot,
    priceBand: '0.2',
    makerFee: '0.001',
    takerFee: '0.001',
    state: 'TRADING',
  };
});
