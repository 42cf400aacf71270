import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { InstanceView } from '../../schemas/wire/strategy.ts';
import type { InstanceDesk } from '../runtime/instances/instance-desk.ts';
import type { InstanceRecord } from '../store/instance-store.ts';
import type { StrategyViews } from './strategy-views.ts';
import { type TopicHub, userKey } from './topic-hub.ts';

/** An instance may step many times a second; whoever watches it wants its latest state. */
const tellEveryMs = 250;

/** The topic `strategies`: a user's instances as they change. */
export class StrategyFeed {
  readonly #desk: InstanceDesk;
  readonly #views: StrategyViews;
  readonly #hub: TopicHub;
  readonly #clock: Clock;
  readonly #changed = new Map<string, InstanceRecord>();

  constructor(desk: InstanceDesk, views: StrategyViews, hub: TopicHub, clock: Clock) {
    this.#desk = desk;
    this.#views = views;
    this.#hub = hub;
    this.#clock = clock;
  }

  start(): Disposer {
    const stopListening = this.#desk.onChange((record) => {
      if (this.#hub.hasSubscribers(userKey('strategies', record.userId))) this.#changed.set(record.instanceId, record);
    });
    const stopTelling = this.#clock.every(tellEveryMs, () => this.#tell());
    return async () => {
      await stopListening();
      stopTelling();
    };
  }

  list(userId: string): readonly InstanceView[] {
    return this.#desk.running(userId).map((record) => this.#views.instance(record));
  }

  #tell(): void {
    const byUser = new Map<string, InstanceView[]>();
    for (const record of this.#changed.values()) {
      byUser.set(record.userId, [...(byUser.get(record.userId) ?? []), this.#views.instance(record)]);
    }
    this.#changed.clear();
    for (const [userId, changed] of byUser) this.#hub.publish(userKey('strategies', userId), 'delta', changed);
  }
}
