import type { Clock } from '../../../core/contract/server-services.ts';
import { type TopicHub, userKey } from './topic-hub.ts';
import { encodeMessage } from './topic-messages.ts';

/** Topics that say only that something has changed: what it is now is read by a call. */
export type NewsTopic = 'accounts' | 'layouts';

/** Users whose last news are remembered; of the others the oldest forgotten ones count. */
const mostRemembered = 10_000;

/**
 * Tells a user's pages what has changed for them. News that came between a page's call and its subscription, or while its line was lost or
 * slow, are told by nobody: so a subscription begins with how long there were none, from which the page sees whether what it has read still stands.
 */
export class UserNews {
  readonly #hub: Pick<TopicHub, 'publish'>;
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  /** Moments of the last news by hub key, the oldest first. */
  readonly #lastMs = new Map<string, number>();
  /** Before it nothing is known of those who are not in the map. */
  #knownMs: number;

  constructor(hub: Pick<TopicHub, 'publish'>, clock: Pick<Clock, 'elapsedMs'>) {
    this.#hub = hub;
    this.#clock = clock;
    this.#knownMs = clock.elapsedMs();
  }

  tell(topic: NewsTopic, userId: string, payload: unknown): void {
    const key = userKey(topic, userId);
    this.#lastMs.delete(key);
    this.#lastMs.set(key, this.#clock.elapsedMs());
    const [oldest] = this.#lastMs;
    if (this.#lastMs.size > mostRemembered && oldest !== undefined) {
      this.#lastMs.delete(oldest[0]);
      this.#knownMs = oldest[1];
    }
    this.#hub.publish(key, 'event', payload);
  }

  /** The topic's snapshot: for how many ms at least there were no news for the user. */
  snapshot(topic: NewsTopic, userId: string): string {
    const sinceMs = this.#lastMs.get(userKey(topic, userId)) ?? this.#knownMs;
    return encodeMessage(topic, 'snapshot', Math.floor(this.#clock.elapsedMs() - sinceMs));
  }
}
