import type { Order } from '../../core/contract/trading.ts';
import type { AccountType } from '../../core/domain/instrument.ts';
import type { OrderRecord } from '../store/records.ts';

/** Parts of a venue's own instrument id, without splitting it. */
export const symbolOf = (instrumentId: string): string => instrumentId.slice(instrumentId.indexOf('/') + 1, instrumentId.lastIndexOf('/'));
export const accountTypeOf = (instrumentId: string): AccountType => instrumentId.slice(instrumentId.lastIndexOf('/') + 1) as AccountType;

/** An order as the store keeps it. */
export const orderRecordOf = (order: Order): OrderRecord => ({
  venue: order.exchange,
  orderId: order.orderId,
  apiId: order.apiId,
  accountType: accountTypeOf(order.instrumentId),
  symbol: symbolOf(order.instrumentId),
  clientOrderId: order.clientOrderId === '' ? null : order.clientOrderId,
  side: order.side,
  type: order.type,
  timeInForce: order.timeInForce,
  stp: order.stp,
  triggerKind: order.triggerKind,
  pairId: order.pairId,
  parentId: order.parentId,
  positionSide: order.positionSide,
  reduceOnly: order.reduceOnly,
  price: order.price,
  qty: order.qty,
  quoteAmount: order.quoteAmount,
  triggerPrice: order.triggerPrice,
  watchedPrice: order.watchedPrice ?? 'LAST',
  filledQty: order.filledQty,
  filledQuote: order.filledQuote,
  preventedQty: order.preventedQty,
  status: order.status,
  cause: order.cause,
  createdMs: order.createdMs,
  updatedMs: order.updatedMs,
});
