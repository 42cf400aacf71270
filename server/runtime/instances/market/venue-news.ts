import type { Fill, Order } from '../../../../core/contract/trading.ts';
import type { Venue, VenueBatch } from '../../../../core/contract/venue.ts';
import { orderStatusTable } from '../../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../../core/domain/state-table.ts';
import type { VenueListener } from '../../../trading/venues/venue-registry.ts';

export interface OrderFollower {
  order(order: Order): void;
  fill(clientOrderId: string, fill: Fill): void;
  /** The exchange is open (again): what happened meanwhile was not told. */
  opened(exchange: string): void;
}

/** Finds the instance behind an order by the id that its driver gave it: `<instanceId>-<number>`. */
export class VenueNews implements VenueListener {
  readonly #followers = new Map<string, OrderFollower>();
  /** `exchange/orderId` → client order id, of open orders of instances. */
  readonly #ids = new Map<string, string>();

  follow(instanceId: string, follower: OrderFollower): () => void {
    this.#followers.set(instanceId, follower);
    return () => {
      this.#followers.delete(instanceId);
    };
  }

  opened({ exchange }: Venue): void {
    for (const follower of this.#followers.values()) follower.opened(exchange);
  }

  /** Orders first: a fill counts once its order does, and both come in one batch. */
  batch({ exchange, events }: VenueBatch): void {
    if (this.#followers.size === 0) return;
    const ended: string[] = [];
    for (const event of events) {
      if (event.type !== 'order') continue;
      const { order } = event;
      const follower = this.#followerOf(order.clientOrderId);
      if (follower === undefined) continue;
      const key = `${exchange}/${order.orderId}`;
      this.#ids.set(key, order.clientOrderId);
      if (isFinal(orderStatusTable, order.status)) ended.push(key);
      follower.order(order);
    }
    for (const event of events) {
      if (event.type !== 'fill') continue;
      const clientOrderId = this.#ids.get(`${exchange}/${event.fill.orderId}`);
      if (clientOrderId !== undefined) this.#followerOf(clientOrderId)?.fill(clientOrderId, event.fill);
    }
    for (const key of ended) this.#ids.delete(key);
  }

  #followerOf(clientOrderId: string): OrderFollower | undefined {
    const end = clientOrderId.lastIndexOf('-');
    return end <= 0 ? undefined : this.#followers.get(clientOrderId.slice(0, end));
  }
}
