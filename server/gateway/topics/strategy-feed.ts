import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { InstanceView } from '../../../schemas/wire/strategy.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import type { InstanceRecord } from '../../store/strategies/instance-store.ts';
import type { StrategyViews } from '../views/strategy-views.ts';
import { type TopicHub, userKey } from './topic-hub.ts';

/** An instance may step many times a second, and its market moves without it; whoever watches it wants its latest state. */
const tellEveryMs = 250;
/** Markets move all the time: results are told at the pace at which they can be read. */
const valueEveryMs = 500;

/** The topic `strategies`: a user's instances as they change, by their steps or by what their markets make of their results. */
export class StrategyFeed {
  readonly #service: InstanceService;
  readonly #views: StrategyViews;
  readonly #hub: TopicHub;
  readonly #clock: Clock;
  readonly #changed = new Map<string, InstanceRecord>();
  /** Results as they were told last, of running instances that somebody watches. */
  #told = new Map<string, string>();

  constructor(service: InstanceService, views: StrategyViews, hub: TopicHub, clock: Clock) {
    this.#service = service;
    this.#views = views;
    this.#hub = hub;
    this.#clock = clock;
  }

  start(): Disposer {
    const stopListening = this.#service.onChange((record) => {
      if (this.#isWatched(record)) this.#changed.set(record.instanceId, record);
    });
    const stopTelling = this.#clock.every(tellEveryMs, () => this.#tell());
    const stopValuing = this.#clock.every(valueEveryMs, () => this.#value());
    return async () => {
      await stopListening();
      stopTelling();
      stopValuing();
    };
  }

  list(userId: string): readonly InstanceView[] {
    return this.#service.running(userId).map((record) => this.#views.instance(record));
  }

  /** Results that the market has moved are told like a step. */
  #value(): void {
    const told = new Map<string, string>();
    for (const record of this.#service.allRunning()) {
      if (!this.#isWatched(record)) continue;
      const result = JSON.stringify(this.#views.result(record));
      told.set(record.instanceId, result);
      if (this.#told.get(record.instanceId) !== result) this.#changed.set(record.instanceId, record);
    }
    this.#told = told;
  }

  #isWatched({ userId }: InstanceRecord): boolean {
    return this.#hub.hasSubscribers(userKey('strategies', userId));
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
