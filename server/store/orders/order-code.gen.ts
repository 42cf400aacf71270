// Made of core/domain/orders/order-fields.ts by "npm run reference". Do not edit.
import type { Selectable } from 'kysely';
import type { Order } from '../../../core/contract/trading.ts';
import { instrumentId } from '../../../core/domain/markets/instrument.ts';
import { accountTypeOf, symbolOf } from './order-columns.ts';
import type { OrderTable } from '../tables.ts';
import type { OrderRecord } from './trading-records.ts';

/** An order as the store keeps it. */
export const orderRecordOf = (order: Order): OrderRecord => ({
  venue: order.exchange,
  accountType: accountTypeOf(order.instrumentId),
  symbol: symbolOf(order.instrumentId),
  createdMs: order.createdMs,
  updatedMs: order.updatedMs,
  apiId: order.apiId,
  orderId: order.orderId,
  clientOrderId: order.clientOrderId === '' ? null : order.clientOrderId,
  side: order.side,
  type: order.type,
  timeInForce: order.timeInForce,
  price: order.price,
  triggerPrice: order.triggerPrice,
  watchedPrice: order.watchedPrice ?? 'LAST',
  qty: order.qty,
  quoteAmount: order.quoteAmount,
  filledQty: order.filledQty,
  filledQuote: order.filledQuote,
  preventedQty: order.preventedQty,
  status: order.status,
  cause: order.cause,
  triggerKind: order.triggerKind,
  pairId: order.pairId,
  parentId: order.parentId,
  stp: order.stp,
  positionSide: order.positionSide,
  reduceOnly: order.reduceOnly,
});

/** A row of the store. The drivers give whole numbers as text. */
export const toOrder = (row: Selectable<OrderTable>): OrderRecord => ({
  venue: row.venue,
  accountType: row.account_type as OrderRecord['accountType'],
  symbol: row.symbol,
  createdMs: Number(row.created_ms),
  updatedMs: Number(row.updated_ms),
  apiId: Number(row.api_id),
  orderId: row.order_id,
  clientOrderId: row.client_order_id,
  side: row.side as OrderRecord['side'],
  type: row.type as OrderRecord['type'],
  timeInForce: row.time_in_force as OrderRecord['timeInForce'],
  price: row.price,
  triggerPrice: row.trigger_price,
  watchedPrice: row.watched_price as OrderRecord['watchedPrice'],
  qty: row.qty,
  quoteAmount: row.quote_amount,
  filledQty: row.filled_qty,
  filledQuote: row.filled_quote,
  preventedQty: row.prevented_qty,
  status: row.status as OrderRecord['status'],
  cause: row.cause,
  triggerKind: row.trigger_kind as OrderRecord['triggerKind'],
  pairId: row.pair_id,
  parentId: row.parent_id,
  stp: row.stp as OrderRecord['stp'],
  positionSide: row.position_side as OrderRecord['positionSide'],
  reduceOnly: row.reduce_only,
});

/** A stored order as the contract speaks of it. */
export const storedOrder = (record: OrderRecord): Order => ({
  exchange: record.venue,
  instrumentId: instrumentId({ exchange: record.venue, symbol: record.symbol, accountType: record.accountType }),
  createdMs: record.createdMs,
  updatedMs: record.updatedMs,
  apiId: record.apiId,
  orderId: record.orderId,
  clientOrderId: record.clientOrderId ?? '',
  side: record.side,
  type: record.type,
  timeInForce: record.timeInForce,
  price: record.price,
  triggerPrice: record.triggerPrice,
  ...(record.watchedPrice === 'LAST' ? {} : { watchedPrice: record.watchedPrice }),
  qty: record.qty,
  quoteAmount: record.quoteAmount,
  filledQty: record.filledQty,
  filledQuote: record.filledQuote,
  preventedQty: record.preventedQty,
  status: record.status,
  cause: record.cause,
  triggerKind: record.triggerKind,
  pairId: record.pairId,
  parentId: record.parentId,
  stp: record.stp,
  positionSide: record.positionSide,
  reduceOnly: record.reduceOnly,
});
