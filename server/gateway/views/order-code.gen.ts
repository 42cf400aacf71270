// Made of core/domain/orders/order-fields.ts by "npm run reference". Do not edit.
import type { Order } from '../../../core/contract/trading.ts';
import type { OrderView } from '../../../schemas/wire/order.ts';

export const orderView = (order: Order): OrderView => ({
  id: order.instrumentId,
  create_time: order.createdMs,
  update_time: order.updatedMs,
  api_id: order.apiId,
  order_id: order.orderId,
  client_order_id: order.clientOrderId,
  side: order.side,
  type: order.type,
  time_in_force: order.timeInForce,
  price: order.price,
  trigger_price: order.triggerPrice,
  ...(order.watchedPrice === undefined || order.watchedPrice === 'LAST' ? {} : { watched_price: order.watchedPrice }),
  qty: order.qty,
  quote_amount: order.quoteAmount,
  filled_qty: order.filledQty,
  filled_quote: order.filledQuote,
  prevented_qty: order.preventedQty,
  status: order.status,
  cause: order.cause,
  trigger_kind: order.triggerKind,
  pair_id: order.pairId,
  parent_id: order.parentId,
  stp: order.stp,
  position_side: order.positionSide,
  reduce_only: order.reduceOnly,
});
