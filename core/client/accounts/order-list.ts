import { makeAutoObservable, observable, observableRef } from 'mobx';
import type { FillView, OrderView } from '../../../schemas/wire/order.ts';
import { fillKey, hasEnded, isNewer, newestFillFirst, newestFirst, orderKey } from './order-merge.ts';

const keptFills = 500;
const keptEnded = 500;

/** The orders and fills a page knows. An order is either open or ended; an ended one never comes back, whatever arrives late. */
export class OrderList {
  readonly #open = observable.map<string, OrderView>(undefined, { deep: false });
  readonly #ended = observable.map<string, OrderView>(undefined, { deep: false });
  #fillKeys = new Set<string>();
  fills: readonly FillView[] = [];

  constructor() {
    makeAutoObservable(this, { fills: observableRef }, { autoBind: true });
  }

  get open(): readonly OrderView[] {
    return [...this.#open.values()].sort(newestFirst);
  }

  get ended(): readonly OrderView[] {
    return [...this.#ended.values()].reverse();
  }

  put(order: OrderView): void {
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
  replaceOpen(orders: readonly OrderView[], askedMs: number): readonly OrderView[] {
    const listed = new Set(orders.map(orderKey));
    for (const order of orders) this.put(order);
    // An order placed after the list was made is missing from it without having ended.
    const missing = [...this.#open.values()].filter((order) => !listed.has(orderKey(order)) && order.update_time < askedMs);
    for (const order of missing) this.#open.delete(orderKey(order));
    return missing;
  }

  addFills(fills: readonly FillView[]): void {
    const unknown = fills.filter((fill) => !this.#fillKeys.has(fillKey(fill)));
    if (unknown.length === 0) return;
    this.fills = [...unknown, ...this.fills].sort(newestFillFirst).slice(0, keptFills);
    this.#fillKeys = new Set(this.fills.map(fillKey));
  }

  /** Forgets what is of other accounts. */
  keepOf(apiIds: ReadonlySet<number>): void {
    for (const orders of [this.#open, this.#ended]) for (const [key, { api_id }] of orders) if (!apiIds.has(api_id)) orders.delete(key);
    if (this.fills.every(({ api_id }) => apiIds.has(api_id))) return;
    this.fills = this.fills.filter(({ api_id }) => apiIds.has(api_id));
    this.#fillKeys = new Set(this.fills.map(fillKey));
  }

  clear(): void {
    this.#open.clear();
    this.#ended.clear();
    this.#fillKeys.clear();
    this.fills = [];
  }
}
