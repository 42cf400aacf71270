import type { TopicMessageKind } from '../../../core/contract/server-contributions.ts';
import type { TopicPublisher } from '../../market/topic-publisher.ts';

export interface TopicListener {
  wants(topic: string): boolean;
  take(topic: string, payload: unknown): void;
}

/** Stands between the market hub and its topics: strategies hear what the hub publishes, at its pace, and nothing it need not make. */
export class StrategyTap implements TopicPublisher {
  readonly #next: TopicPublisher;
  #listener: TopicListener | null = null;

  constructor(next: TopicPublisher) {
    this.#next = next;
  }

  connect(listener: TopicListener): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = null;
    };
  }

  hasSubscribers(topic: string): boolean {
    return this.#next.hasSubscribers(topic) || this.#listener?.wants(topic) === true;
  }

  publish(topic: string, kind: TopicMessageKind, payload: unknown, sequence?: number): void {
    this.#next.publish(topic, kind, payload, sequence);
    if (this.#listener?.wants(topic) === true) this.#listener.take(topic, payload);
  }
}
