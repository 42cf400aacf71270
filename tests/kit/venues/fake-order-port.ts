import type { Order } from '../../../core/contract/trading.ts';
import type { Denial, EffectOf, KnownOrder, OrderAnswer, OrderPort } from '../../../server/runtime/instances/orders/order-port.ts';

/** A port that notes what it is asked and answers what a test has prepared; without an answer everything is done. */
export class FakeOrderPort implements OrderPort {
  readonly asked: string[] = [];
  /** Given out one by one, whatever is asked. */
  readonly answers: OrderAnswer[] = [];
  readonly known = new Map<string, KnownOrder>();
  /** Client order ids that may have been sent, though nobody finds their orders (yet). */
  readonly unsure = new Set<string>();

  async place({ intent }: EffectOf<'place'>, isRepeat: boolean): Promise<OrderAnswer> {
    return this.#answer(`place ${intent.clientOrderId}${isRepeat ? ' again' : ''}`);
  }

  async withhold({ intent: { clientOrderId } }: EffectOf<'place'>, denial: Denial): Promise<OrderAnswer> {
    const known = this.known.get(clientOrderId);
    if (known !== undefined) return done(known.order);
    return this.unsure.has(clientOrderId) ? { outcome: 'open' } : { outcome: 'denied', ...denial };
  }

  async amend({ clientOrderId }: EffectOf<'amend'>, orderId: string): Promise<OrderAnswer> {
    return this.#answer(`amend ${clientOrderId} ${orderId}`);
  }

  async cancel({ clientOrderId }: EffectOf<'cancel'>, orderId: string): Promise<OrderAnswer> {
    return this.#answer(`cancel ${clientOrderId} ${orderId}`);
  }

  async transfer({ asset }: EffectOf<'transfer'>): Promise<OrderAnswer> {
    return this.#answer(`transfer ${asset}`);
  }

  async lend({ type, asset }: EffectOf<'borrow' | 'repay'>): Promise<OrderAnswer> {
    return this.#answer(`${type} ${asset}`);
  }

  async find({ clientOrderId }: { readonly clientOrderId: string }): Promise<KnownOrder | null> {
    return this.known.get(clientOrderId) ?? null;
  }

  #answer(asked: string): OrderAnswer {
    this.asked.push(asked);
    return this.answers.shift() ?? done();
  }
}

export const done = (...orders: Order[]): OrderAnswer => ({ outcome: 'done', orders });
