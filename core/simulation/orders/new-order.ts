import { type Outcome, refused } from '../../contract/app-error.ts';
import { defaultTimeInForce } from '../../contract/asked-terms.ts';
import type { Order, OrderIntent } from '../../contract/trading.ts';
import { hasLimitPrice, isTriggerType } from '../../domain/orders/order.ts';
import { orderFieldTable } from '../../domain/orders/order-fields.ts';

/** The order that an intent asks for, before anything happened to it. */
export function newOrder(exchange: string, orderId: string, intent: OrderIntent, timeMs: number): Order {
  const order = plainOrder(exchange, orderId, intent, timeMs);
  const { watchedPrice = 'LAST' } = intent;
  return watchedPrice === 'LAST' ? order : { ...order, watchedPrice };
}

/** Made for every order of a backtest: a literal. */
const plainOrder = (exchange: string, orderId: string, intent: OrderIntent, timeMs: number): Order => ({
  exchange,
  orderId,
  clientOrderId: intent.clientOrderId ?? `replay-${orderId}`,
  apiId: intent.apiId,
  instrumentId: intent.instrumentId,
  side: intent.side,
  type: intent.type,
  timeInForce: intent.timeInForce ?? defaultTimeInForce(intent.type),
  stp: intent.stp ?? orderFieldTable.stp.absent,
  positionSide: orderFieldTable.positionSide.absent,
  reduceOnly: orderFieldTable.reduceOnly.absent,
  triggerKind: intent.triggerKind === 'CONDITIONAL_OCO' ? 'CONDITIONAL_OCO' : isTriggerType(intent.type) ? 'CONDITIONAL' : null,
  pairId: null,
  parentId: null,
  price: hasLimitPrice(intent.type) ? (intent.price ?? null) : null,
  qty: intent.qty ?? null,
  quoteAmount: intent.quoteAmount ?? null,
  triggerPrice: isTriggerType(intent.type) ? (intent.triggerPrice ?? null) : null,
  filledQty: '0',
  filledQuote: '0',
  preventedQty: '0',
  status: isTriggerType(intent.type) ? 'WAITING' : 'UNFILLED',
  cause: 'PLACED',
  createdMs: timeMs,
  updatedMs: timeMs,
});

/** A condition on what waits for none. */
export const conditionProblem = ({ triggerKind, type }: OrderIntent): Outcome<never> | null =>
  triggerKind === 'CONDITIONAL' && !isTriggerType(type)
    ? refused('ORDER_NOT_SUPPORTED', { field: 'triggerKind', value: triggerKind })
    : null;

/** What a trigger may watch beside the last price is the index of the pair, and alone, by the house's own rules (trading rules §7). */
export function watchedProblem({ watchedPrice = 'LAST', triggerKind, type }: OrderIntent): Outcome<never> | null {
  if (watchedPrice === 'LAST') return null;
  const isAlone = triggerKind === undefined || triggerKind === 'CONDITIONAL';
  if (watchedPrice === 'INDEX' && isAlone && isTriggerType(type)) return null;
  return refused('ORDER_NOT_SUPPORTED', { field: 'watchedPrice', value: watchedPrice });
}

/** What only exchanges with positions of their own know; taken for something else it would open what it should close. */
export function positionProblem({ reduceOnly, closePosition, positionSide = 'BOTH' }: OrderIntent): Outcome<never> | null {
  if (reduceOnly === true) return refused('ORDER_NOT_SUPPORTED', { field: 'reduceOnly', value: 'true' });
  if (closePosition === true) return refused('ORDER_NOT_SUPPORTED', { field: 'closePosition', value: 'true' });
  return positionSide === 'BOTH' ? null : refused('ORDER_NOT_SUPPORTED', { field: 'positionSide', value: positionSide });
}
