import type { Fill, Order } from '../../../../core/contract/trading.ts';
import { addDecimals, compareDecimals, multiplyDecimals } from '../../../../core/domain/numbers/decimal.ts';
import { orderStatusTable } from '../../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../../core/domain/state-table.ts';
import type { OrderReport } from '../../driver/orders/order-report.ts';
import type { OrderDecision } from './order-decision.ts';

/** What the driver has been told of one working order; JSON, saved with the step that was told. */
export interface ToldOrder {
  readonly orderId: string | null;
  /** Price, quantity and trigger of the last `accepted`; null before it. */
  readonly terms: string | null;
  /** Trades whose fills were told. */
  readonly trades: readonly string[];
  readonly filledQty: string;
  readonly filledQuote: string;
  /** What could be expected of it; absent for orders of before it was kept. */
  readonly decision?: OrderDecision;
}

export const toldNothing: ToldOrder = { orderId: null, terms: null, trades: [], filledQty: '0', filledQuote: '0' };

interface OrderNews {
  readonly reports: readonly OrderReport[];
  readonly told: ToldOrder;
  /** True when the order has ended and all of it was told. */
  readonly hasEnded: boolean;
}

/**
 * What is new in an order and its fills against what was told before: the one way from facts to reports, whether the facts come
 * live, repeated, with gaps, or from the store after a restart. Fills that the order does not count yet wait for it.
 */
export function newsOf(told: ToldOrder, order: Order, fills: readonly Fill[]): OrderNews {
  const { clientOrderId } = order;
  const reports: OrderReport[] = [];
  if (order.status === 'FAILURE') {
    reports.push({ type: 'rejected', clientOrderId, order, cause: order.cause });
    return { reports, told, hasEnded: true };
  }
  const trigger = order.triggerPrice === null ? '' : `/${order.triggerPrice}`;
  const terms = `${order.price ?? ''}/${order.qty ?? ''}${trigger}`;
  if (told.terms !== terms) reports.push({ type: 'accepted', clientOrderId, order: asOf(order, told, false) });
  let { filledQty, filledQuote } = told;
  const trades = [...told.trades];
  for (const fill of [...fills].sort(byTrade)) {
    if (trades.includes(fill.tradeId)) continue;
    const nextQty = addDecimals(filledQty, fill.qty);
    if (compareDecimals(nextQty, order.filledQty) > 0) break;
    filledQty = nextQty;
    filledQuote = addDecimals(filledQuote, multiplyDecimals(fill.price, fill.qty));
    trades.push(fill.tradeId);
    const isLast = order.status === 'FILLED' && compareDecimals(filledQty, order.filledQty) === 0;
    reports.push({ type: 'filled', clientOrderId, fill, order: asOf(order, { filledQty, filledQuote }, isLast) });
  }
  const hasEnded = isFinal(orderStatusTable, order.status) && compareDecimals(filledQty, order.filledQty) === 0;
  if (hasEnded && order.status !== 'FILLED') reports.push({ type: 'canceled', clientOrderId, order });
  return { reports, told: { ...told, orderId: order.orderId, terms, trades, filledQty, filledQuote }, hasEnded };
}

/** The order as it was when so much of it had been filled. */
function asOf(order: Order, { filledQty, filledQuote }: Pick<ToldOrder, 'filledQty' | 'filledQuote'>, isLast: boolean): Order {
  if (isLast) return { ...order, filledQty, filledQuote };
  const filled = compareDecimals(filledQty, '0') > 0;
  const isWorking = !isFinal(orderStatusTable, order.status) && order.status !== 'PARTIALLY_FILLED';
  const status = filled ? 'PARTIALLY_FILLED' : isWorking ? order.status : 'UNFILLED';
  return { ...order, filledQty, filledQuote, status };
}

/** Trade ids are numbers at the house's venues; elsewhere they are compared as text of their length. */
function byTrade(a: Fill, b: Fill): number {
  if (a.timeMs !== b.timeMs) return a.timeMs - b.timeMs;
  if (a.tradeId.length !== b.tradeId.length) return a.tradeId.length - b.tradeId.length;
  return a.tradeId < b.tradeId ? -1 : a.tradeId > b.tradeId ? 1 : 0;
}

/** True when `order` tells more than `known`: later, or further on its way. */
export function isNewer(order: Order, known: Order): boolean {
  const filled = compareDecimals(order.filledQty, known.filledQty);
  if (filled !== 0) return filled > 0;
  const [isEnd, wasEnd] = [isFinal(orderStatusTable, order.status), isFinal(orderStatusTable, known.status)];
  return isEnd === wasEnd ? order.updatedMs >= known.updatedMs : isEnd;
}
