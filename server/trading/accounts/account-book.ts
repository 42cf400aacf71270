import type { ApiId, Balance, Order } from '../../../core/contract/trading.ts';
import type { Venue, VenueBatch, VenueEvent } from '../../../core/contract/venue.ts';
import { orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal, move } from '../../../core/domain/state-table.ts';
import type { VenueListener } from '../venues/venue-registry.ts';
import type { AccountPublisher } from './account-publisher.ts';

interface AccountState {
  readonly exchange: string;
  readonly orders: Map<string, Order>;
  readonly balances: Map<string, Balance>;
}

/**
 * Open orders and balances of all accounts in memory, and the source of account news. Holds durable state only: it is
 * seeded from a venue when that opens and then follows its batches.
 */
export class AccountBook implements VenueListener {
  readonly #accounts = new Map<ApiId, AccountState>();
  readonly #apiIdsOf: (exchange: string) => readonly ApiId[];
  readonly #publisher: AccountPublisher;

  constructor(apiIdsOf: (exchange: string) => readonly ApiId[], publisher: AccountPublisher) {
    this.#apiIdsOf = apiIdsOf;
    this.#publisher = publisher;
  }

  opened(venue: Venue): void {
    for (const [apiId, account] of this.#accounts) if (account.exchange === venue.exchange) this.#accounts.delete(apiId);
    for (const apiId of this.#apiIdsOf(venue.exchange)) {
      const account = this.#account(venue.exchange, apiId);
      for (const key of venue.accounts(apiId)) {
        for (const order of venue.openOrders(key)) account.orders.set(order.orderId, order);
        for (const balance of venue.balances(key)) account.balances.set(balanceKey(balance), balance);
      }
    }
  }

  /** What lies there is still its owner's, and seen; of orders nothing is known until it is open again. */
  closed(exchange: string): void {
    for (const account of this.#accounts.values()) if (account.exchange === exchange) account.orders.clear();
  }

  /** Of an exchange that is not open. */
  keep(balances: readonly Balance[]): void {
    for (const balance of balances) this.#account(balance.exchange, balance.apiId).balances.set(balanceKey(balance), balance);
  }

  /** Tells the owners; the state itself comes with `opened`. */
  missed({ events }: VenueBatch): void {
    for (const event of events) this.#publish(event);
  }

  /** Throws `IllegalTransition` after it has applied everything else: that order stays as it was. */
  batch({ exchange, events }: VenueBatch): void {
    let illegal: unknown = null;
    for (const event of events) {
      try {
        this.#apply(exchange, event);
      } catch (error) {
        illegal ??= error;
      }
    }
    if (illegal !== null) throw illegal;
  }

  /** Newest first. */
  openOrders(apiIds: readonly ApiId[]): readonly Order[] {
    const orders: Order[] = [];
    for (const apiId of apiIds) orders.push(...(this.#accounts.get(apiId)?.orders.values() ?? []));
    return orders.sort((a, b) => b.createdMs - a.createdMs || Number(b.orderId) - Number(a.orderId));
  }

  /** An open order, or null when it ended or never was. */
  openOrder(apiId: ApiId, orderId: string): Order | null {
    return this.#accounts.get(apiId)?.orders.get(orderId) ?? null;
  }

  balances(apiIds: readonly ApiId[]): readonly Balance[] {
    return apiIds.flatMap((apiId) => [...(this.#accounts.get(apiId)?.balances.values() ?? [])]);
  }

  #apply(exchange: string, event: VenueEvent): void {
    if (event.type === 'order') {
      this.#applyOrder(this.#account(exchange, event.order.apiId).orders, event.order);
    } else if (event.type === 'balance') {
      this.#account(exchange, event.balance.apiId).balances.set(balanceKey(event.balance), event.balance);
    }
    this.#publish(event);
  }

  #publish(event: VenueEvent): void {
    if (event.type === 'order') this.#publisher.publish(event.order.apiId, event);
    else if (event.type === 'balance') this.#publisher.publish(event.balance.apiId, event);
    else if (event.type === 'fill') this.#publisher.publish(event.fill.apiId, event);
  }

  #applyOrder(orders: Map<string, Order>, order: Order): void {
    const before = orders.get(order.orderId);
    if (before !== undefined && before.status !== order.status) move(orderStatusTable, before.status, order.status);
    if (isFinal(orderStatusTable, order.status)) orders.delete(order.orderId);
    else orders.set(order.orderId, order);
  }

  #account(exchange: string, apiId: ApiId): AccountState {
    const known = this.#accounts.get(apiId);
    if (known !== undefined) return known;
    const account: AccountState = { exchange, orders: new Map(), balances: new Map() };
    this.#accounts.set(apiId, account);
    return account;
  }
}

const balanceKey = ({ accountType, symbol = '', asset }: Balance): string => `${accountType}/${symbol}/${asset}`;
