import { type Disposer, type Token, token } from './token.ts';
import type { ApiId, Order } from './trading.ts';

/** Who hears what becomes of orders. */
export interface OrderListener {
  /** Asked for each order that is told, so it must cost nothing. */
  hears(apiId: ApiId): boolean;
  /** What one durable batch says of such accounts' orders: one of them may be told in several states, and what was told once may come again. */
  orders(exchange: string, orders: readonly Order[]): void;
  /** The exchange is open (again), also when it was open already: what happened meanwhile was not told. */
  opened(exchange: string): void;
}

/** Orders of every account as they become durable, whoever has sent them. For services alone. */
export interface OrderNews {
  /** Begins once it is known who may trade where; `opened` is told then of every exchange that is open. */
  follow(listener: OrderListener): Disposer;
  /** Orders of an account that came at `fromMs` or later, as the store has them by now, refused ones left out; oldest first, the newest `limit` of them. */
  since(apiId: ApiId, fromMs: number, limit: number): Promise<readonly Order[]>;
  /** These orders of an exchange likewise, whenever they came; those that it does not have are left out. */
  named(exchange: string, orderIds: readonly string[]): Promise<readonly Order[]>;
}
export const ORDER_NEWS: Token<OrderNews> = token<OrderNews>('tessera.order-news', 'What becomes of the orders of all accounts');
