import type { Fill } from '../../../core/contract/trading.ts';
import type { AccountMessage, AccountPublisher } from '../../trading/accounts/account-publisher.ts';
import { orderView } from '../views/order-code.gen.ts';
import { balanceView, fillView } from '../views/wire-mapping.ts';
import { accountTopicKey, type TopicHub } from './topic-hub.ts';

/** Fills kept per account for those who join later; older ones are in the store. */
const keptFills = 100;

/** Takes account news to the owner's topics. */
export class AccountFeed implements AccountPublisher {
  readonly #hub: TopicHub;
  readonly #fills = new Map<number, Fill[]>();

  constructor(hub: TopicHub) {
    this.#hub = hub;
  }

  publish(apiId: number, message: AccountMessage): void {
    if (message.type === 'order') this.#send('orders', apiId, () => orderView(message.order));
    else if (message.type === 'balance') this.#send('balances', apiId, () => balanceView(message.balance));
    else {
      this.#keep(apiId, message.fill);
      this.#send('fills', apiId, () => fillView(message.fill));
    }
  }

  /** Oldest first, each once, also when a venue that was opened again has told it twice. */
  recentFills(apiIds: readonly number[]): readonly Fill[] {
    const kept = apiIds.flatMap((apiId) => this.#fills.get(apiId) ?? []);
    const fills = new Map(kept.map((fill) => [`${fill.instrumentId}/${fill.tradeId}/${fill.orderId}`, fill]));
    return [...fills.values()].sort((a, b) => a.timeMs - b.timeMs);
  }

  #send(topic: string, apiId: number, view: () => unknown): void {
    const key = accountTopicKey(topic, apiId);
    if (this.#hub.hasSubscribers(key)) this.#hub.publish(key, 'delta', [view()]);
  }

  #keep(apiId: number, fill: Fill): void {
    const kept = this.#fills.get(apiId) ?? [];
    kept.push(fill);
    this.#fills.set(apiId, kept.length > 2 * keptFills ? kept.slice(-keptFills) : kept);
  }
}
