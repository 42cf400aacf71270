import type { Order } from '../../core/contract/trading.ts';
import type { OrderMemory } from '../../core/contract/venue.ts';
import { orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';

/** What one request has placed: an order, or one with its legs. */
interface PlacedOrders {
  /** What was asked, to tell a repeat from another request. */
  readonly content: string;
  readonly orders: readonly Order[];
}

/** Ended requests that a repeat is still answered with: at least so many client order ids, at most twice. */
const endedKept = 10_000;

const keyOf = ({ apiId, clientOrderId }: Pick<Order, 'apiId' | 'clientOrderId'>): string => `${apiId}/${clientOrderId}`;
const hasEnded = ({ status }: Order): boolean => isFinal(orderStatusTable, status);

/** A replay's orders by account and client order id: all that are open, and those that ended lately. */
export class PlacedOrderBook {
  readonly #open = new Map<string, PlacedOrders>();
  // Two generations: deleting the oldest entry of one map for each new order costs more the longer the map lives.
  #ended = new Map<string, PlacedOrders>();
  #endedBefore = new Map<string, PlacedOrders>();
  #hasForgotten = false;

  find(apiId: number, clientOrderId: string): PlacedOrders | null {
    const key = keyOf({ apiId, clientOrderId });
    return this.#open.get(key) ?? this.#ended.get(key) ?? this.#endedBefore.get(key) ?? null;
  }

  recall(apiId: number, clientOrderId: string): OrderMemory {
    const placed = this.find(apiId, clientOrderId);
    const order = placed?.orders.find((one) => one.clientOrderId === clientOrderId);
    return order ?? (this.#hasForgotten ? 'UNSURE' : 'FRESH');
  }

  add(orders: readonly Order[], content: string): void {
    this.#keep({ orders, content });
  }

  /** An order's newest state. */
  changed(order: Order): void {
    const placed = this.#open.get(keyOf(order));
    if (placed !== undefined) this.#keep({ ...placed, orders: placed.orders.map((one) => (one.orderId === order.orderId ? order : one)) });
  }

  #keep(placed: PlacedOrders): void {
    const isOver = placed.orders.every(hasEnded);
    for (const key of placed.orders.map(keyOf)) {
      if (!isOver) this.#open.set(key, placed);
      else {
        this.#open.delete(key);
        this.#ended.set(key, placed);
      }
    }
    if (this.#ended.size <= endedKept) return;
    this.#hasForgotten ||= this.#endedBefore.size > 0;
    this.#endedBefore = this.#ended;
    this.#ended = new Map();
  }
}
