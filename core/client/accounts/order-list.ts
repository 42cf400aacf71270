import { makeAutoObservable, observable, observableRef } from 'mobx';
import type { Fill, Order } from '../../contract/client-services.ts';
import { fillKey, hasEnded, isNewer, newestFillFirst, newestFirst, orderKey } from './order-merge.ts';

const keptFills = 500;
const keptEnded = 500;

/** The orders and fills a page knows. An order is either open or ended; an ended one never comes back, whatever arrives late. */
export class OrderList {
  readonly #open = observable.map<string, Order>(undefined, { deep: false });
  readonly #ended = observable.map<string, Order>(undefined, { deep: false });
  #fillKeys = new Set<string>();
  fills: readonly Fill[] = [];

  constructor() {
    makeAutoObservable(this, { fills: observableRef }, { autoBind: true });
  }

  get open(): readonly Order[] {
    return [...this.#open.values()].sort(newestFirst);
  }

  get ended(): readonly Order[] {
    return [...this.#ended.values()].reverse();
  }

  put(order: Order): void {
    const key = orderKey(order);
    if (this.#ended.has(key)) return;
    const known = this.#open.get(key);
    if (known !== undefined && !isNewer(order, known)) return;
    if (!hasEnded(order)) {
      this.#open.set(key, order);
      return;
    }
    this.#open.delete(key);
    this.#ended.set(key, order);
    if (this.#ended.size > keptEnded)
      for (const oldest of [...this.#ended.keys()].slice(0, this.#ended.size - keptEnded)) this.#ended.delete(oldest);
  }

  /** Takes a full list of open orders; gives back those that were open here and are not in it: they ended out of sight. */
  replaceOpen(orders: readonly Order[], askedMs: number): readonly Order[] {
    const listed = new Set(orders.map(orderKey));
    for (const order of orders) this.put(order);
    // An order placed after the list was made is missing from it without having ended.
    const missing = [...this.#open.values()].filter((order) => !listed.has(orderKey(order)) && order.updatedMs < askedMs);
    for (const order of missing) this.#open.delete(orderKey(order));
    return missing;
  }

  addFills(fills: readonly Fill[]): void {
    const unknown = fills.filter((fill) => !this.#fillKeys.has(fillKey(fill)));
    if (unknown.length === 0) return;
    this.fills = [...unknown, ...this.fills].sort(newestFillFirst).slice(0, keptFills);
    this.#fillKeys = new Set(this.fills.map(fillKey));
  }

  /** Forgets what is of other accounts. */
  keepOf(apiIds: ReadonlySet<number>): void {
    for (const orders of [this.#open, this.#ended]) for (const [key, { apiId }] of orders) if (!apiIds.has(apiId)) orders.delete(key);
    if (this.fills.every(({ apiId }) => apiIds.has(apiId))) return;
    this.fills = this.fills.filter(({ apiId }) => apiIds.has(apiId));
    this.#fillKeys = new Set(this.fills.map(fillKey));
  }

  clear(): void {
    this.#open.clear();
    this.#ended.clear();
    this.#fillKeys.clear();
    this.fills = [];
  }
}
