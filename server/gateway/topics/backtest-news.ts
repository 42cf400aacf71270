import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { BacktestView } from '../../../schemas/wire/backtest.ts';
import type { BacktestService } from '../../runtime/backtest/backtest-service.ts';
import { type TopicHub, userKey } from './topic-hub.ts';

/** A run tells its progress hundreds of times a second; a bar that moves four times a second is smooth. */
const tellEveryMs = 250;

/** The topic `backtests`: runs of a user that wait or go on; one that has ended is told once. */
export class BacktestNews {
  readonly #service: BacktestService;
  readonly #hub: TopicHub;
  readonly #clock: Clock;
  readonly #changed = new Map<string, { readonly userId: string; readonly run: BacktestView }>();

  constructor(service: BacktestService, hub: TopicHub, clock: Clock) {
    this.#service = service;
    this.#hub = hub;
    this.#clock = clock;
  }

  start(): Disposer {
    const stopListening = this.#service.onChange((userId, run) => {
      if (this.#hub.hasSubscribers(userKey('backtests', userId))) this.#changed.set(run.run_id, { userId, run });
    });
    const stopTelling = this.#clock.every(tellEveryMs, () => this.#tell());
    return async () => {
      await stopListening();
      stopTelling();
    };
  }

  list(userId: string): readonly BacktestView[] {
    return this.#service.running(userId);
  }

  #tell(): void {
    const byUser = new Map<string, BacktestView[]>();
    for (const { userId, run } of this.#changed.values()) byUser.set(userId, [...(byUser.get(userId) ?? []), run]);
    this.#changed.clear();
    for (const [userId, runs] of byUser) this.#hub.publish(userKey('backtests', userId), 'delta', runs);
  }
}
