import type { TopicMessageKind } from '../../core/contract/server-contributions.ts';

/** The way out of the hub: the gateway fans every message out to the topic's subscribers. */
export interface TopicPublisher {
  /** `sequence` is given for topics whose deltas build on each other (depth). The payload must not be changed afterwards. */
  publish(topic: string, kind: TopicMessageKind, payload: unknown, sequence?: number): void;
  /** False spares the hub the work of making a message that nobody gets. */
  hasSubscribers(topic: string): boolean;
}

/** What a new subscriber gets first. */
export interface TopicSnapshot {
  readonly payload: unknown;
  readonly sequence: number;
}
