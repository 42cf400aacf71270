import { observable, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { Order } from '../../core/contract/client-services.ts';
import type { Services } from './requires.ts';

/** A price of an order that its line stands for. */
export type OrderPrice = 'price' | 'triggerPrice';

/** What was asked of an order and has no answer yet; `prices` are those that were asked for. */
interface Pending {
  readonly act: 'amend' | 'cancel';
  readonly prices: Readonly<Partial<Record<OrderPrice, string>>>;
}

/** Amends and cancels orders from the chart. Until the server has answered, an order is pending; a refusal ends that and says why. */
export class OrderHand {
  readonly #services: Pick<Services, 'accounts' | 'notices'>;
  readonly #pending = observable.map<string, Pending>(undefined, { deep: false });

  constructor(services: Pick<Services, 'accounts' | 'notices'>) {
    this.#services = services;
  }

  /** Observable. */
  pendingOf(order: Order): Pending | null {
    return this.#pending.get(order.orderId) ?? null;
  }

  /** Observable. */
  mayAmend({ apiId }: Order): boolean {
    return this.#services.accounts.may('trade', apiId).outcome === 'granted';
  }

  /** Observable: not of accounts that the user only looks at. */
  mayCancel({ apiId }: Order): boolean {
    return this.#services.accounts.may('reduce', apiId).outcome === 'granted';
  }

  amend(order: Order, field: OrderPrice, price: string): Promise<void> {
    if (this.#pending.has(order.orderId)) return Promise.resolve();
    return this.#ask(order, { act: 'amend', prices: { [field]: price } }, () => this.#services.accounts.amend(order, { [field]: price }));
  }

  cancel(order: Order): Promise<void> {
    if (this.#pending.get(order.orderId)?.act === 'cancel') return Promise.resolve();
    return this.#ask(order, { act: 'cancel', prices: {} }, () => this.#services.accounts.cancel(order));
  }

  /** One amendment at a time, and a cancel at any time: what becomes of the amendment before it is told no more. */
  async #ask({ orderId }: Order, pending: Pending, ask: () => Promise<Outcome<Order>>): Promise<void> {
    runInAction(() => this.#pending.set(orderId, pending));
    const answer = await ask();
    if (this.#pending.get(orderId) !== pending) return;
    runInAction(() => this.#pending.delete(orderId));
    if (!answer.ok) this.#services.notices.error(answer.error);
  }
}
