import type { Order } from '../../../core/contract/trading.ts';
import { type OrderStatus, orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal, move } from '../../../core/domain/state-table.ts';

/** Remembers the status of one venue's open orders and refuses a change outside the order table. */
export class OrderStatusGuard {
  readonly #open = new Map<string, OrderStatus>();

  seed(orderId: string, status: OrderStatus): void {
    this.#open.set(orderId, status);
  }

  /** Throws `IllegalTransition`, and then keeps the old status. The same status again is no move (an amend, another fill). */
  check(order: Pick<Order, 'orderId' | 'status'>): void {
    const before = this.#open.get(order.orderId);
    if (before !== undefined && before !== order.status) move(orderStatusTable, before, order.status);
    if (isFinal(orderStatusTable, order.status)) this.#open.delete(order.orderId);
    else if (before !== order.status) this.#open.set(order.orderId, order.status);
  }

  clear(): void {
    this.#open.clear();
  }
}
