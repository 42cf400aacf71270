import { observable, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { OrderView } from '../../core/contract/client-services.ts';
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
  pendingOf(order: OrderView): Pending | null {
    return this.#pending.get(order.order_id) ?? null;
  }

  /** Observable. */
  mayAmend({ api_id }: OrderView): boolean {
    return this.#services.accounts.may('trade', api_id).outcome === 'granted';
  }

  /** Observable: not of accounts that the user only looks at. */
  mayCancel({ api_id }: OrderView): boolean {
    return this.#services.accounts.may('reduce', api_id).outcome === 'granted';
  }

  amend(order: OrderView, field: OrderPrice, price: string): Promise<void> {
    return this.#ask(order, { [field]: price }, () => this.#services.accounts.amend(order, { [field]: price }));
  }

  cancel(order: OrderView): Promise<void> {
    return this.#ask(order, {}, () => this.#services.accounts.cancel(order));
  }

  /** One thing at a time: what is asked of a pending order is dropped, its line shows that. */
  async #ask(order: OrderView, prices: Pending['prices'], ask: () => Promise<Outcome<OrderView>>): Promise<void> {
    if (this.#pending.has(order.order_id)) return;
    runInAction(() => this.#pending.set(order.order_id, { prices }));
    const answer = await ask();
    runInAction(() => this.#pending.delete(order.order_id));
    if (!answer.ok) this.#services.notices.error(answer.error);
  }
}
