import type { PublicTrade } from '../../core/contract/market.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { TopicMessageKind, TopicPublisher } from '../market/topic-publisher.ts';

export interface TradeListener {
  watches(id: InstrumentId): boolean;
  prices(id: InstrumentId, prices: readonly string[]): void;
}

const tradesPrefix = 'trades:';

/** Stands between the market hub and its topics and passes every trade of a watched instrument on, once. */
export class TradeTap implements TopicPublisher {
  readonly #next: TopicPublisher;
  #listener: TradeListener | null = null;

  constructor(next: TopicPublisher) {
    this.#next = next;
  }

  connect(listener: TradeListener): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = null;
    };
  }

  hasSubscribers(topic: string): boolean {
    return this.#next.hasSubscribers(topic) || this.#watched(topic) !== null;
  }

  publish(topic: string, kind: TopicMessageKind, payload: unknown, sequence?: number): void {
    this.#next.publish(topic, kind, payload, sequence);
    const id = this.#watched(topic);
    if (id !== null) {
      this.#listener?.prices(
        id,
        (payload as readonly PublicTrade[]).map(({ price }) => price),
      );
    }
  }

  #watched(topic: string): InstrumentId | null {
    if (this.#listener === null || !topic.startsWith(tradesPrefix)) return null;
    const id = topic.slice(tradesPrefix.length);
    return this.#listener.watches(id) ? id : null;
  }
}
