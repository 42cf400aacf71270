import type { FillView, OrderView } from '../../schemas/wire/order.ts';
import type { CloseView } from '../../schemas/wire/position.ts';
import { type CsvColumns, csvTime } from './csv.ts';

/** Exports have the words of the wire as headers, in every language: programs read them too. */

export const orderColumns: CsvColumns<OrderView> = {
  create_time: (order) => csvTime(order.create_time),
  update_time: (order) => csvTime(order.update_time),
  market: (order) => order.id,
  api_id: (order) => String(order.api_id),
  order_id: (order) => order.order_id,
  client_order_id: (order) => order.client_order_id,
  side: (order) => order.side,
  type: (order) => order.type,
  time_in_force: (order) => order.time_in_force,
  price: (order) => order.price,
  trigger_price: (order) => order.trigger_price,
  watched_price: (order) => order.watched_price ?? (order.trigger_price === null ? null : 'LAST'),
  qty: (order) => order.qty,
  quote_amount: (order) => order.quote_amount,
  filled_qty: (order) => order.filled_qty,
  filled_quote: (order) => order.filled_quote,
  prevented_qty: (order) => order.prevented_qty,
  status: (order) => order.status,
  cause: (order) => order.cause,
  trigger_kind: (order) => order.trigger_kind,
  pair_id: (order) => order.pair_id,
  parent_id: (order) => order.parent_id,
};

export const fillColumns: CsvColumns<FillView> = {
  time: (fill) => csvTime(fill.time),
  market: (fill) => fill.id,
  api_id: (fill) => String(fill.api_id),
  order_id: (fill) => fill.order_id,
  trade_id: (fill) => fill.trade_id,
  side: (fill) => fill.side,
  price: (fill) => fill.price,
  qty: (fill) => fill.qty,
  fee: (fill) => fill.fee,
  fee_asset: (fill) => fill.fee_asset,
  liquidity: (fill) => fill.liquidity,
};

export const closeColumns: CsvColumns<CloseView> = {
  time: (close) => csvTime(close.time),
  market: (close) => close.id,
  api_id: (close) => String(close.api_id),
  order_id: (close) => close.order_id,
  trade_id: (close) => close.trade_id,
  asset: (close) => close.asset,
  quote: (close) => close.quote,
  qty: (close) => close.qty,
  price: (close) => close.price,
  closed_qty: (close) => close.closed_qty,
  avg_price: (close) => close.avg_price,
  fee: (close) => close.fee,
  fee_asset: (close) => close.fee_asset,
  realised: (close) => close.realised,
};
