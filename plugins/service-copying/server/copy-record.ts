import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { ApiId, Order } from '../../../core/contract/trading.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { OrderSide, OrderType } from '../../../core/domain/orders/order.ts';
import type { OrderStatus } from '../../../core/domain/orders/order-status.ts';

/**
 * What became of one copy. `SENT`: nobody knows yet whether its exchange has taken it; `PLACED`: it has, and `status` is the order's; `REFUSED`: it never came
 * to be, and why; `MISSED`: nothing was sent, because its main order was over before it could be.
 */
export const copyStates = ['SENT', 'PLACED', 'REFUSED', 'MISSED'] as const;
export type CopyState = (typeof copyStates)[number];

/** A word of the error catalogue with its values. */
export interface CopyProblem {
  readonly code: string;
  readonly params: ErrorParams;
}

/** One follower's copy of a main order; prices and amounts as of an order. */
export interface CopyRecord {
  readonly mainApiId: ApiId;
  readonly mainOrderId: string;
  readonly apiId: ApiId;
  /** Of the copy; null: the follower's exchange has no such market. */
  readonly instrumentId: InstrumentId | null;
  readonly state: CopyState;
  /** Why it was refused; of a placed one: why it could not be changed or taken back with its main order. */
  readonly problem: CopyProblem | null;
  readonly orderId: string | null;
  readonly status: OrderStatus | null;
  readonly qty: string | null;
  readonly quoteAmount: string | null;
  readonly filledQty: string;
  readonly filledQuote: string;
  readonly updatedMs: number;
}

/** An order of a main account that was copied. */
export interface MainRecord {
  readonly mainApiId: ApiId;
  readonly orderId: string;
  readonly userId: string;
  readonly instrumentId: InstrumentId;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: string | null;
  readonly qty: string | null;
  readonly quoteAmount: string | null;
  readonly triggerPrice: string | null;
  readonly filledQty: string;
  readonly filledQuote: string;
  readonly status: OrderStatus;
  /** Terms of the order and of its legs as they were copied last, by order id. */
  readonly terms: Readonly<Record<string, string>>;
  /** True until the order and all its legs have ended and every copy is known. */
  readonly isLive: boolean;
  readonly createdMs: number;
}

export const mainRecord = (order: Order, userId: string): MainRecord => ({
  ...{ mainApiId: order.apiId, orderId: order.orderId, userId, instrumentId: order.instrumentId, side: order.side, type: order.type },
  ...{ price: order.price, qty: order.qty, quoteAmount: order.quoteAmount, triggerPrice: order.triggerPrice },
  ...{ filledQty: order.filledQty, filledQuote: order.filledQuote, status: order.status },
  ...{ terms: {}, isLive: true, createdMs: order.createdMs },
});

export const sentCopy = (main: MainRecord, apiId: ApiId, nowMs: number): CopyRecord => ({
  ...{ mainApiId: main.mainApiId, mainOrderId: main.orderId, apiId, instrumentId: null, state: 'SENT', problem: null },
  ...{ orderId: null, status: null, qty: null, quoteAmount: null, filledQty: '0', filledQuote: '0', updatedMs: nowMs },
});

/** The copy as its exchange has it. */
export const placedCopy = (copy: CopyRecord, order: Order): CopyRecord => ({
  ...copy,
  ...{ state: 'PLACED', orderId: order.orderId, instrumentId: order.instrumentId, status: order.status },
  ...{ qty: order.qty, quoteAmount: order.quoteAmount, filledQty: order.filledQty, filledQuote: order.filledQuote },
  updatedMs: order.updatedMs,
});
