import { type CsvColumns, csvTime } from '../../../core/domain/csv.ts';
import { orderFieldTable } from '../../../core/domain/orders/order-fields.ts';
import type { FillView, LedgerEntryView } from '../../../schemas/wire/order.ts';
import type { CloseView } from '../../../schemas/wire/position.ts';
import { exportOf } from './order-mapping.ts';

/** Exports have the words of the wire as headers, in every language: programs read them too. */

export const orderColumns = exportOf(orderFieldTable);

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

export const ledgerColumns: CsvColumns<LedgerEntryView> = {
  time: (line) => csvTime(line.time),
  exchange: (line) => line.exchange,
  api_id: (line) => String(line.api_id),
  account_type: (line) => line.account_type,
  symbol: (line) => line.symbol ?? '',
  asset: (line) => line.asset,
  amount: (line) => line.amount,
  kind: (line) => line.kind,
  reference: (line) => line.reference,
  entry_id: (line) => line.entry_id,
  balance: (line) => line.balance ?? null,
  movement: (line) => line.movement ?? '',
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
