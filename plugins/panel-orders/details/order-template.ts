import type { OrderView } from '../../../core/contract/client-services.ts';
import type { TradeTemplateContent } from '../../../schemas/wire/template.ts';

/** The terms of an order as a ticket takes them; a leg of a pair becomes an order of its own. */
export const orderTemplate = (order: OrderView): TradeTemplateContent => ({
  side: order.side,
  mode: 'ORDER',
  type: order.type,
  time_in_force: order.time_in_force,
  stp: order.stp,
  by_quote: order.quote_amount !== null,
  profit_type: 'LIMIT',
  stop_type: 'STOP_MARKET',
  ...(order.qty === null ? {} : { qty: order.qty }),
  ...(order.quote_amount === null ? {} : { quote_amount: order.quote_amount }),
  ...(order.price === null ? {} : { price: order.price }),
  ...(order.trigger_price === null ? {} : { trigger_price: order.trigger_price }),
  ...(order.watched_price === 'INDEX' ? { watched_price: order.watched_price } : {}),
});
