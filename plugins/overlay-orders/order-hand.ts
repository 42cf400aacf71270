import { observable, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { Order } from '../../core/contract/client-services.ts';
import type { Services } from './requires.ts';

/** A price of an order that its line stands for. */
export type OrderPrice = 'price' | 'triggerPrice';

/** What was asked of an order and has no answer yet; `prices` are those that were asked for. */
export interface Pending {
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
    return this.#ask(order, { [field]: price }, () => this.#services.accounts.amend(order, { [field]: price }));
  }

  cancel(order: Order): Promise<void> {
    return this.#ask(order, {}, () => this.#services.accounts.cancel(order));
  }

  /** One thing at a time: what is asked of a pending order is dropped, its line shows that. */
  async #ask(order: Order, prices: Pending['prices'], ask: () => Promise<Outcome<Order>>): Promise<void> {
    if (this.#pending.has(order.orderId)) return;
    runInAction(() => this.#pending.set(order.orderId, { prices }));
    const answer = await ask();
    runInAction(() => this.#pending.delete(order.orderId));
    if (!answer.ok) this.#services.notices.error(answer.error);
  }
}
