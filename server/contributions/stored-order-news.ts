import type { OrderListener, OrderNews } from '../../core/contract/order-news.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ApiId, Order } from '../../core/contract/trading.ts';
import type { VenueBatch } from '../../core/contract/venue.ts';
import { storedOrder } from '../store/orders/order-code.gen.ts';
import type { OrderRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';

interface OrderNewsParts {
  readonly store: Pick<Store, 'orders'>;
  readonly room: Pick<TradingRoom, 'venues' | 'stored' | 'accounts'>;
}

/** News of orders for plugins: live from the exchanges, and from the store what nobody listened to. */
export class StoredOrderNews implements OrderNews {
  readonly #parts: OrderNewsParts;
  /** Who waits for {@link begin}; null: it has begun. */
  #waiting: Set<() => void> | null = new Set();

  constructor(parts: OrderNewsParts) {
    this.#parts = parts;
  }

  follow(listener: OrderListener): Disposer {
    let stop: Disposer = () => undefined;
    if (this.#waiting === null) stop = this.#listen(listener);
    else {
      const waiting = this.#waiting;
      const begin = (): void => {
        stop = this.#listen(listener);
      };
      waiting.add(begin);
      stop = () => void waiting.delete(begin);
    }
    return () => stop();
  }

  async since(apiId: ApiId, fromMs: number, limit: number): Promise<readonly Order[]> {
    const { store, room } = this.#parts;
    const account = room.accounts.get(apiId);
    if (account !== null) await room.stored([account.exchange]);
    const { items } = await store.orders.page({ apiIds: [apiId], fromMs, limit });
    return takenOrders(items).reverse();
  }

  async named(exchange: string, orderIds: readonly string[]): Promise<readonly Order[]> {
    const { store, room } = this.#parts;
    if (orderIds.length === 0) return [];
    await room.stored([exchange]);
    return takenOrders(await store.orders.named(exchange, orderIds));
  }

  /** Who may trade where is known by now: whoever hears of an order can act on it. */
  begin(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const begin of waiting) begin();
  }

  #listen(listener: OrderListener): Disposer {
    const tell = ({ exchange, events }: VenueBatch): void => {
      let orders: Order[] | null = null;
      for (const event of events) {
        if (event.type !== 'order' || !listener.hears(event.order.apiId)) continue;
        orders ??= [];
        orders.push(event.order);
      }
      if (orders !== null) listener.orders(exchange, orders);
    };
    return this.#parts.room.venues.addListener({ opened: ({ exchange }) => listener.opened(exchange), batch: tell });
  }
}

const takenOrders = (records: readonly OrderRecord[]): Order[] =>
  records.filter(({ status }) => status !== 'DENIED' && status !== 'FAILURE').map(storedOrder);
