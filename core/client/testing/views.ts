import type { AccountBalance, Fill, Order } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';

/** Orders, fills, balances and markets with sensible fields, for tests. */
export const someOrder = (orderId: string, changes: Partial<Order> = {}): Order => ({
  exchange: 'aurora',
  orderId,
  clientOrderId: `c${orderId}`,
  apiId: 1,
  instrumentId: 'aurora/BTCUSDT/spot',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  stp: 'NONE',
  positionSide: 'BOTH',
  reduceOnly: false,
  triggerKind: null,
  pairId: null,
  parentId: null,
  price: '100',
  qty: '1',
  quoteAmount: null,
  triggerPrice: null,
  filledQty: '0',
  filledQuote: '0',
  preventedQty: '0',
  status: 'UNFILLED',
  cause: '',
  createdMs: 1_000,
  updatedMs: 1_000,
  ...changes,
});

export const someFill = (tradeId: string, changes: Partial<Fill> = {}): Fill => ({
  exchange: 'aurora',
  instrumentId: 'aurora/BTCUSDT/spot',
  tradeId,
  orderId: '1',
  apiId: 1,
  side: 'BUY',
  liquidity: 'TAKER',
  price: '100',
  qty: '0.1',
  fee: '0.01',
  feeAsset: 'USDT',
  timeMs: 1_000,
  ...changes,
});

export const someBalance = (asset: string, total: string, changes: Partial<AccountBalance> = {}): AccountBalance => ({
  exchange: 'aurora',
  apiId: 1,
  accountType: 'spot',
  asset,
  total,
  held: '0',
  available: total,
  ...changes,
});

export const someInstrument = (exchange: string, symbol = 'BTCUSDT'): Instrument => ({
  id: `${exchange}/${symbol}/spot`,
  exchange,
  symbol,
  accountType: 'spot',
  contractKind: 'spot',
  settlement: 'none',
  base: symbol.slice(0, -4),
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  minQty: '0.00001',
  maxQty: '100',
  minNotional: '5',
  priceBand: '0.2',
  makerFee: '0.001',
  takerFee: '0.001',
  state: 'TRADING',
});
