import type { Topic } from '../../../core/contract/server-contributions.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { BacktestView } from '../../../schemas/wire/backtest.ts';
import type { BacktestRuns } from './backtest-runs.ts';

/** A run tells its progress hundreds of times a second; a bar that moves four times a second is smooth. */
const tellEveryMs = 250;

/** The topic `backtests`: runs of a user that wait or go on; one that has ended is told once. */
export class BacktestNews {
  readonly #runs: Pick<BacktestRuns, 'onChange'>;
  readonly #topic: Topic<[userId: string]>;
  readonly #clock: Clock;
  readonly #changed = new Map<string, { readonly userId: string; readonly run: BacktestView }>();

  constructor(runs: Pick<BacktestRuns, 'onChange'>, topic: Topic<[userId: string]>, clock: Clock) {
    this.#runs = runs;
    this.#topic = topic;
    this.#clock = clock;
  }

  start(): Disposer {
    const stopListening = this.#runs.onChange((userId, run) => {
      if (this.#topic.hasSubscribers(userId)) this.#changed.set(run.run_id, { userId, run });
    });
    const stopTelling = this.#clock.every(tellEveryMs, () => this.#tell());
    return async () => {
      await stopListening();
      stopTelling();
    };
  }

  #tell(): void {
    const byUser = new Map<string, BacktestView[]>();
    for (const { userId, run } of this.#changed.values()) byUser.set(userId, [...(byUser.get(userId) ?? []), run]);
    this.#changed.clear();
    for (const [userId, runs] of byUser) this.#topic.publish(userId, 'delta', runs);
  }
}
