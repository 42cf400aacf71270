import type { Order, TicketTerms } from '../../../core/contract/client-services.ts';

/** The terms of an order as a ticket takes them; a leg of a pair becomes an order of its own. */
export const orderTemplate = (order: Order): TicketTerms => ({
  side: order.side,
  mode: 'ORDER',
  type: order.type,
  timeInForce: order.timeInForce,
  stp: order.stp,
  byQuote: order.quoteAmount !== null,
  profitType: 'LIMIT',
  stopType: 'STOP_MARKET',
  ...(order.qty === null ? {} : { qty: order.qty }),
  ...(order.quoteAmount === null ? {} : { quoteAmount: order.quoteAmount }),
  ...(order.price === null ? {} : { price: order.price }),
  ...(order.triggerPrice === null ? {} : { triggerPrice: order.triggerPrice }),
  ...(order.watchedPrice === 'INDEX' ? { watchedPrice: order.watchedPrice } : {}),
});
