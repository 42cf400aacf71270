import type { DepthSnapshot, Level } from '../contract/market.ts';
import type { Balance, Order } from '../contract/trading.ts';
import type { OrderMemory, VenueBatch, VenueEvent } from '../contract/venue.ts';
import { type AccountKey, accountKeyOf, accountOfMarket, formatAccountKey } from '../domain/accounts/account-key.ts';
import type { InstrumentId } from '../domain/markets/instrument.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../domain/numbers/decimal.ts';
import type { OrderSide } from '../domain/orders/order.ts';
import { orderStatusTable } from '../domain/orders/order-status.ts';
import { isFinal } from '../domain/state-table.ts';
import type { AssetAmount } from './order-need.ts';

/** How an exchange stands after the event `sequence` of its feed. */
export interface VenueSnapshot {
  readonly sequence: number;
  readonly timeMs: number;
  /** Those that are open. */
  readonly orders: readonly Order[];
  readonly balances: readonly Balance[];
  readonly books: readonly DepthSnapshot[];
  /** Price of the newest trade by market; markets without one are left out. */
  readonly lastPrices: ReadonlyMap<InstrumentId, string>;
}

interface Book {
  readonly bids: Map<string, string>;
  readonly asks: Map<string, string>;
}

/** Ended orders that are remembered, to answer for their senders' ids. */
const rememberedEnds = 1_000;

/**
 * What is known of an exchange elsewhere, to answer the reads of its venue at once: begun with a snapshot and fed by the batches that
 * the venue tells the house, in their order. It never runs ahead of what was told.
 */
export class VenueReplica {
  #sequence = 0;
  #timeMs = 0;
  readonly #orders = new Map<string, Order>();
  readonly #ended = new Map<string, Order>();
  readonly #balances = new Map<string, Map<string, Balance>>();
  readonly #books = new Map<InstrumentId, Book>();
  readonly #lastPrices = new Map<InstrumentId, string>();
  /** What orders need that are under way, by account and the sender's id. */
  readonly #sent = new Map<string, Map<string, AssetAmount>>();

  get sequence(): number {
    return this.#sequence;
  }

  /** Takes the place of everything known but the ended orders. */
  load({ sequence, timeMs, orders, balances, books, lastPrices }: VenueSnapshot): void {
    this.#orders.clear();
    this.#balances.clear();
    this.#books.clear();
    const events: VenueEvent[] = [
      ...orders.map((order) => ({ type: 'order' as const, order })),
      ...balances.map((balance) => ({ type: 'balance' as const, balance })),
      ...books.map((book) => ({ type: 'book' as const, book })),
    ];
    this.apply({ sequence, timeMs, events });
    for (const [id, price] of lastPrices) this.#lastPrices.set(id, price);
  }

  apply({ sequence, timeMs, events }: Pick<VenueBatch, 'sequence' | 'timeMs' | 'events'>): void {
    this.#sequence = sequence;
    this.#timeMs = Math.max(this.#timeMs, timeMs);
    for (const event of events) this.#take(event);
  }

  /** Every open order, whoever it belongs to. */
  allOpen(): readonly Order[] {
    return [...this.#orders.values()];
  }

  /** The oldest first. */
  openOrders(account: AccountKey): readonly Order[] {
    const key = formatAccountKey(account);
    return this.allOpen()
      .filter((order) => accountTextOf(order) === key)
      .sort((a, b) => a.createdMs - b.createdMs || compareDecimals(a.orderId, b.orderId));
  }

  balances(account: AccountKey): readonly Balance[] {
    return [...(this.#balances.get(formatAccountKey(account))?.values() ?? [])];
  }

  /** What is free as the exchange has told it, without what orders under way may need. */
  available(account: AccountKey, asset: string): string {
    const key = formatAccountKey(account);
    const balance = this.#balances.get(key)?.get(asset);
    let free = balance === undefined ? '0' : addDecimals(balance.total, negateDecimal(balance.held));
    for (const need of this.#sent.get(key)?.values() ?? []) if (need.asset === asset) free = addDecimals(free, negateDecimal(need.amount));
    return free.startsWith('-') ? '0' : free;
  }

  /** An order has been sent that needs so much; until the exchange tells of it, or it is {@link settled}. */
  sent(account: AccountKey, clientOrderId: string, need: AssetAmount): void {
    const key = formatAccountKey(account);
    this.#sent.set(key, (this.#sent.get(key) ?? new Map<string, AssetAmount>()).set(clientOrderId, need));
  }

  /** It came to nothing, and never will; harmless for one that is not under way. */
  settled(account: AccountKey, clientOrderId: string): void {
    this.#sent.get(formatAccountKey(account))?.delete(clientOrderId);
  }

  /** The order, or UNSURE: one that ended long ago is not remembered. */
  recall(account: AccountKey, clientOrderId: string): OrderMemory {
    const key = formatAccountKey(account);
    for (const orders of [this.#orders, this.#ended]) {
      for (const order of orders.values()) if (order.clientOrderId === clientOrderId && accountTextOf(order) === key) return order;
    }
    return 'UNSURE';
  }

  depth(instrumentId: InstrumentId, levels: number): DepthSnapshot | null {
    const book = this.#books.get(instrumentId);
    if (book === undefined) return null;
    const side = (of: ReadonlyMap<string, string>, sign: 1 | -1): readonly Level[] =>
      [...of].sort(([a], [b]) => sign * compareDecimals(a, b)).slice(0, levels);
    return { instrumentId, sequence: this.#sequence, bids: side(book.bids, -1), asks: side(book.asks, 1), timeMs: this.#timeMs };
  }

  /** Nobody watches the market any more: what is known of its book is not the book of now. */
  forget(id: InstrumentId): void {
    this.#books.delete(id);
  }

  lastPrice(id: InstrumentId): string | null {
    return this.#lastPrices.get(id) ?? null;
  }

  #take(event: VenueEvent): void {
    switch (event.type) {
      case 'order':
        this.#order(event.order);
        return;
      case 'balance':
        this.#balance(event.balance);
        return;
      case 'trade':
        this.#lastPrices.set(event.trade.instrumentId, event.trade.price);
        return;
      case 'level':
        this.#level(event.instrumentId, event.side, event.price, event.qty);
        return;
      case 'book':
        this.#books.set(event.book.instrumentId, { bids: new Map(event.book.bids), asks: new Map(event.book.asks) });
        return;
      default:
        return;
    }
  }

  #order(order: Order): void {
    this.settled(accountOfMarket(order.apiId, order.instrumentId), order.clientOrderId);
    if (!isFinal(orderStatusTable, order.status)) {
      this.#orders.set(order.orderId, order);
      return;
    }
    this.#orders.delete(order.orderId);
    this.#ended.set(order.orderId, order);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > rememberedEnds && oldest !== undefined) this.#ended.delete(oldest);
  }

  #balance(balance: Balance): void {
    const account = accountKeyOf(balance.apiId, balance.accountType, balance.symbol);
    if (account === null) return;
    const key = formatAccountKey(account);
    const assets = this.#balances.get(key) ?? new Map<string, Balance>();
    this.#balances.set(key, assets.set(balance.asset, balance));
  }

  #level(id: InstrumentId, side: OrderSide, price: string, qty: string): void {
    const book = this.#books.get(id);
    // On its way as the book was forgotten, or as it was lost: a whole one comes first.
    if (book === undefined) return;
    const levels = side === 'BUY' ? book.bids : book.asks;
    if (compareDecimals(qty, '0') === 0) levels.delete(price);
    else levels.set(price, qty);
  }
}

const accountTextOf = ({ apiId, instrumentId }: Order): string => formatAccountKey(accountOfMarket(apiId, instrumentId));
