import type { Level } from '../../../core/contract/market.ts';
import type { Balance, Order } from '../../../core/contract/trading.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import { orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import type { InstrumentGrid } from '../checks/instrument-grid.ts';

interface AccountState {
  readonly orders: Map<string, Order>;
  readonly balances: Map<string, Balance>;
}

interface EndedOrder {
  readonly account: number;
  readonly order: Order;
}

interface BookState {
  /** Lots by price in ticks. */
  readonly BUY: Map<number, number>;
  readonly SELL: Map<number, number>;
  /** Ticks; 0 before the first trade. */
  last: number;
}

/** Ended orders that can still be given to someone who repeats a command: at least so many, at most twice. */
const endedKept = 10_000;

/** What a venue's durable commands have made so far; the engine itself may be some commands ahead. Accounts are the engine's indices. */
export class CommittedState {
  sequence = 0;
  timeMs = 0;
  readonly #accounts: (AccountState | undefined)[] = [];
  readonly #books: BookState[] = [];
  #ended = new Map<string, EndedOrder>();
  #endedBefore = new Map<string, EndedOrder>();

  setOrder(account: number, order: Order): void {
    const { orders } = this.#account(account);
    if (!isFinal(orderStatusTable, order.status)) {
      orders.set(order.orderId, order);
      return;
    }
    orders.delete(order.orderId);
    this.#ended.set(order.orderId, { account, order });
    // Two generations: deleting the oldest entry of one map for each new order costs more the longer the map lives.
    if (this.#ended.size <= endedKept) return;
    this.#endedBefore = this.#ended;
    this.#ended = new Map();
  }

  setBalance(account: number, balance: Balance): void {
    this.#account(account).balances.set(balance.asset, balance);
  }

  setLevel(instrument: number, side: OrderSide, ticks: number, lots: number): void {
    const levels = this.#book(instrument)[side];
    if (lots === 0) levels.delete(ticks);
    else levels.set(ticks, lots);
  }

  setLast(instrument: number, ticks: number): void {
    this.#book(instrument).last = ticks;
  }

  /** An open order or one that ended lately. */
  order(account: number, orderId: string): Order | null {
    const open = this.#accounts[account]?.orders.get(orderId);
    if (open !== undefined) return open;
    const ended = this.#ended.get(orderId) ?? this.#endedBefore.get(orderId);
    return ended?.account === account ? ended.order : null;
  }

  openOrders(account: number): readonly Order[] {
    return [...(this.#accounts[account]?.orders.values() ?? [])];
  }

  /** In order of asset codes. */
  balances(account: number): readonly Balance[] {
    return [...(this.#accounts[account]?.balances.values() ?? [])].sort((a, b) => (a.asset < b.asset ? -1 : 1));
  }

  /** Ticks; 0 before the first trade. */
  last(instrument: number): number {
    return this.#books[instrument]?.last ?? 0;
  }

  /** Best first. */
  levels(instrument: number, side: OrderSide, count: number, grid: InstrumentGrid): readonly Level[] {
    const levels = [...(this.#books[instrument]?.[side] ?? [])];
    levels.sort(side === 'BUY' ? ([a], [b]) => b - a : ([a], [b]) => a - b);
    return levels.slice(0, count).map(([ticks, lots]) => [grid.price(ticks), grid.qty(lots)] as const);
  }

  #account(index: number): AccountState {
    const known = this.#accounts[index];
    if (known !== undefined) return known;
    const account: AccountState = { orders: new Map(), balances: new Map() };
    this.#accounts[index] = account;
    return account;
  }

  #book(instrument: number): BookState {
    const known = this.#books[instrument];
    if (known !== undefined) return known;
    const book: BookState = { BUY: new Map(), SELL: new Map(), last: 0 };
    this.#books[instrument] = book;
    return book;
  }
}
