import type { InstrumentView } from '../../../schemas/wire/instrument.ts';
import type { BalanceView, FillView, OrderView } from '../../../schemas/wire/order.ts';

/** Wire views with sensible fields, for tests. */
export const orderView = (order_id: string, changes: Partial<OrderView> = {}): OrderView => ({
  order_id,
  client_order_id: `c${order_id}`,
  api_id: 1,
  id: 'aurora/BTCUSDT/spot',
  side: 'BUY',
  type: 'LIMIT',
  time_in_force: 'GTC',
  stp: 'NONE',
  position_side: 'BOTH',
  reduce_only: false,
  trigger_kind: null,
  pair_id: null,
  parent_id: null,
  price: '100',
  qty: '1',
  quote_amount: null,
  trigger_price: null,
  filled_qty: '0',
  filled_quote: '0',
  prevented_qty: '0',
  status: 'UNFILLED',
  cause: '',
  create_time: 1_000,
  update_time: 1_000,
  ...changes,
});

export const fillView = (trade_id: string, changes: Partial<FillView> = {}): FillView => ({
  id: 'aurora/BTCUSDT/spot',
  trade_id,
  order_id: '1',
  api_id: 1,
  side: 'BUY',
  liquidity: 'TAKER',
  price: '100',
  qty: '0.1',
  fee: '0.01',
  fee_asset: 'USDT',
  time: 1_000,
  ...changes,
});

export const balanceView = (asset: string, total: string, changes: Partial<BalanceView> = {}): BalanceView => ({
  exchange: 'aurora',
  api_id: 1,
  account_type: 'spot',
  asset,
  total,
  held: '0',
  available: total,
  ...changes,
});

export const instrumentView = (exchange: string, symbol = 'BTCUSDT', changes: Partial<InstrumentView> = {}): InstrumentView => ({
  id: `${exchange}/${symbol}/spot`,
  exchange,
  symbol,
  account_type: 'spot',
  contract_kind: 'spot',
  settlement: 'none',
  base: symbol.slice(0, -4),
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  min_qty: '0.00001',
  max_qty: '100',
  min_notional: '5',
  price_band: '0.2',
  maker_fee: '0.001',
  taker_fee: '0.001',
  state: 'TRADING',
  ...changes,
});
