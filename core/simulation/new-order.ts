import { type Outcome, refused } from '../contract/app-error.ts';
import type { Order, OrderIntent } from '../contract/trading.ts';

/** The order that an intent asks for, before anything happened to it. */
export const newOrder = (exchange: string, orderId: string, intent: OrderIntent, timeMs: number): Order => ({
  exchange,
  orderId,
  clientOrderId: intent.clientOrderId ?? `replay-${orderId}`,
  apiId: intent.apiId,
  instrumentId: intent.instrumentId,
  side: intent.side,
  type: intent.type,
  timeInForce: intent.timeInForce ?? (intent.type === 'MARKET' ? 'IOC' : 'GTC'),
  stp: intent.stp ?? 'EXPIRE_TAKER',
  positionSide: 'BOTH',
  reduceOnly: false,
  triggerKind: null,
  pairId: null,
  parentId: null,
  price: intent.type === 'MARKET' ? null : (intent.price ?? null),
  qty: intent.qty ?? null,
  quoteAmount: intent.quoteAmount ?? null,
  triggerPrice: null,
  filledQty: '0',
  filledQuote: '0',
  preventedQty: '0',
  status: 'UNFILLED',
  cause: 'PLACED',
  createdMs: timeMs,
  updatedMs: timeMs,
});

/** What only exchanges with positions of their own know; taken for something else it would open what it should close. */
export function positionProblem({ reduceOnly, closePosition, positionSide = 'BOTH' }: OrderIntent): Outcome<never> | null {
  if (reduceOnly === true) return refused('ORDER_NOT_SUPPORTED', { field: 'reduceOnly', value: 'true' });
  if (closePosition === true) return refused('ORDER_NOT_SUPPORTED', { field: 'closePosition', value: 'true' });
  return positionSide === 'BOTH' ? null : refused('ORDER_NOT_SUPPORTED', { field: 'positionSide', value: positionSide });
}
