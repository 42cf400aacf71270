import type { PublicTrade } from '../../../core/contract/market.ts';
import type { TopicMessageKind } from '../../../core/contract/server-contributions.ts';
import type { TradeWatch } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { TopicPublisher } from '../topic-publisher.ts';

const tradesPrefix = 'trades:';

/** Stands between the market hub and its topics and passes every trade on, once, to those who watch its market. */
export class TradeTap implements TopicPublisher {
  readonly #next: TopicPublisher;
  readonly #watches = new Set<TradeWatch>();

  constructor(next: TopicPublisher) {
    this.#next = next;
  }

  connect(watch: TradeWatch): Disposer {
    this.#watches.add(watch);
    return () => {
      this.#watches.delete(watch);
    };
  }

  hasSubscribers(topic: string): boolean {
    return this.#next.hasSubscribers(topic) || this.#watchedBy(topic).length > 0;
  }

  publish(topic: string, kind: TopicMessageKind, payload: unknown, sequence?: number): void {
    this.#next.publish(topic, kind, payload, sequence);
    const watches = this.#watchedBy(topic);
    if (watches.length === 0) return;
    const prices = (payload as readonly PublicTrade[]).map(({ price }) => price);
    for (const watch of watches) watch.prices(topic.slice(tradesPrefix.length), prices);
  }

  #watchedBy(topic: string): readonly TradeWatch[] {
    if (this.#watches.size === 0 || !topic.startsWith(tradesPrefix)) return [];
    const id = topic.slice(tradesPrefix.length);
    return [...this.#watches].filter((watch) => watch.watches(id));
  }
}
