import type { ApiId, Order } from '../../contract/trading.ts';
import type { OrderSide } from '../../domain/orders/order.ts';

/** One of our orders that rests in a replayed book. */
export interface RestingOrder {
  readonly orderId: string;
  readonly apiId: ApiId;
  readonly side: OrderSide;
  readonly ticks: number;
  remainingLots: number;
  /** Recorded lots that came before it at its price and have not traded or left yet. */
  aheadLots: number;
  order: Order;
}

interface RestingFill {
  readonly resting: RestingOrder;
  readonly lots: number;
}

const isBetter = (side: OrderSide, ticks: number, than: number): boolean => (side === 'BUY' ? ticks > than : ticks < than);

/** Our resting orders of one market, in order of price and time. */
export class OwnOrders {
  readonly #orders: RestingOrder[] = [];

  add(order: RestingOrder): void {
    const at = this.#orders.findIndex((other) => other.side === order.side && isBetter(order.side, order.ticks, other.ticks));
    if (at < 0) this.#orders.push(order);
    else this.#orders.splice(at, 0, order);
  }

  remove(orderId: string): RestingOrder | null {
    const at = this.#orders.findIndex((order) => order.orderId === orderId);
    return at < 0 ? null : (this.#orders.splice(at, 1)[0] ?? null);
  }

  find(orderId: string): RestingOrder | null {
    return this.#orders.find((order) => order.orderId === orderId) ?? null;
  }

  of(side: OrderSide): readonly RestingOrder[] {
    return this.#orders.filter((order) => order.side === side);
  }

  /** Our taker has used up recorded quantity at a price: the queues of our other orders there are shorter. */
  consumeAhead(side: OrderSide, ticks: number, lots: number): void {
    for (const resting of this.#orders) {
      if (resting.side === side && resting.ticks === ticks) resting.aheadLots = Math.max(0, resting.aheadLots - lots);
    }
  }

  get all(): readonly RestingOrder[] {
    return this.#orders;
  }

  /**
   * What a recorded trade gives to our orders on the maker's side: it went through better prices first, so those fill
   * outright; at its own price the queue ahead comes first. Never more than the trade's own lots.
   */
  fillsOfTrade(makerSide: OrderSide, ticks: number, tradedLots: number): RestingFill[] {
    const fills: RestingFill[] = [];
    let left = tradedLots;
    /** Lots of the trade that went to the recording's own queue at this price. */
    let toQueue = 0;
    const atPrice: RestingOrder[] = [];
    for (const resting of this.of(makerSide)) {
      if (isBetter(makerSide, ticks, resting.ticks)) break;
      if (resting.ticks === ticks) {
        atPrice.push(resting);
        const waits = Math.min(left, Math.max(0, resting.aheadLots - toQueue));
        toQueue += waits;
        left -= waits;
      }
      const lots = Math.min(left, resting.remainingLots);
      if (lots > 0) fills.push({ resting, lots });
      left -= lots;
    }
    for (const resting of atPrice) resting.aheadLots = Math.max(0, resting.aheadLots - toQueue - left);
    return fills;
  }

  /** A level's new recorded quantity: who left from ahead of us is unknown, but no more can be ahead than is there. */
  shrinkQueues(side: OrderSide, ticks: number, externalLots: number): void {
    for (const resting of this.#orders) {
      if (resting.side === side && resting.ticks === ticks) resting.aheadLots = Math.min(resting.aheadLots, externalLots);
    }
  }
}
