import type { Order } from '../../core/contract/trading.ts';
import { orderStatusTable } from '../../core/domain/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';

interface PlacedOrder {
  /** What was asked, to tell a repeat from another order. */
  readonly content: string;
  order: Order;
}

/** Ended orders that a repeat is still answered with: at least so many, at most twice. */
const endedKept = 10_000;

const keyOf = ({ apiId, clientOrderId }: Pick<Order, 'apiId' | 'clientOrderId'>): string => `${apiId}/${clientOrderId}`;

/** A replay's orders by account and client order id: all that are open, and those that ended lately. */
export class PlacedOrders {
  readonly #open = new Map<string, PlacedOrder>();
  // Two generations: deleting the oldest entry of one map for each new order costs more the longer the map lives.
  #ended = new Map<string, PlacedOrder>();
  #endedBefore = new Map<string, PlacedOrder>();

  find(apiId: number, clientOrderId: string): PlacedOrder | null {
    const key = keyOf({ apiId, clientOrderId });
    return this.#open.get(key) ?? this.#ended.get(key) ?? this.#endedBefore.get(key) ?? null;
  }

  add(order: Order, content: string): void {
    this.#open.set(keyOf(order), { order, content });
    this.changed(order);
  }

  /** An order's newest state. */
  changed(order: Order): void {
    const key = keyOf(order);
    const placed = this.#open.get(key);
    if (placed === undefined) return;
    placed.order = order;
    if (!isFinal(orderStatusTable, order.status)) return;
    this.#open.delete(key);
    this.#ended.set(key, placed);
    if (this.#ended.size <= endedKept) return;
    this.#endedBefore = this.#ended;
    this.#ended = new Map();
  }
}
