import type { AppError } from '../../../core/contract/app-error.ts';
import type { ClosablePosition, ClosedPosition, ClosingState } from '../../../core/contract/risk.ts';
import type { Order } from '../../../core/contract/trading.ts';
import { addDecimals, compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';

/** One of the orders of a position: as it is now, refused, or sent without an answer. */
export type ClosingOrder =
  | { readonly kind: 'placed'; readonly order: Order }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'unknown' };

/** What has become of a position by its orders; `closeQty` is all that they should trade. */
export function becameOf({ mark: _mark, side: _side, ...position }: ClosablePosition, sent: readonly ClosingOrder[]): ClosedPosition {
  const orders = sent.flatMap((one) => (one.kind === 'placed' ? [one.order] : []));
  const filledQty = sum(orders.map((order) => order.filledQty));
  return {
    ...{ ...position, filledQty, filledQuote: sum(orders.map((order) => order.filledQuote)) },
    state: stateOf(sent, orders, compareDecimals(filledQty, position.closeQty) >= 0, compareDecimals(filledQty, '0') > 0),
    left: sent.find((one) => one.kind === 'refused')?.error ?? null,
    orderIds: orders.map(({ orderId }) => orderId),
    cause: orders.at(-1)?.cause ?? '',
  };
}

/** The same of orders that were sent before: `now` is what is left of the position, and its `closeQty` still to be closed. */
export function becameEarlier(now: ClosablePosition, orders: readonly Order[]): ClosedPosition {
  const filled = sum(orders.map((order) => order.filledQty));
  const sent = orders.map((order): ClosingOrder => ({ kind: 'placed', order }));
  return becameOf({ ...now, closeQty: addDecimals(filled, now.closeQty) }, sent);
}

/** Of one for which nothing was sent. */
export const leftAs = ({ mark: _mark, side: _side, ...position }: ClosablePosition, left: AppError): ClosedPosition => ({
  ...{ ...position, left, state: 'LEFT', filledQty: '0', filledQuote: '0', orderIds: [], cause: '' },
});

function stateOf(sent: readonly ClosingOrder[], orders: readonly Order[], isAll: boolean, isSome: boolean): ClosingState {
  if (sent.some(({ kind }) => kind === 'unknown')) return 'UNKNOWN';
  if (orders.some(({ status }) => !isFinal(orderStatusTable, status))) return 'SENT';
  return !isSome ? 'LEFT' : isAll ? 'CLOSED' : 'PART';
}

const sum = (decimals: readonly string[]): string => decimals.reduce(addDecimals, '0');
