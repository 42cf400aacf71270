import type { Clock } from '../../../core/contract/server-services.ts';
import { BacktestImpossible } from './backtest-impossible.ts';
import type { BacktestJob } from './backtest-job.ts';
import { BacktestThread, type BacktestThreadLimits } from './backtest-thread.ts';
import { jobWith, type SweepAxis, type SweepLane } from './sweep.ts';
import type { TestedRun } from './tested-run.ts';
import type { BacktestThreadInput } from './thread-protocol.ts';

/** Threads that run jobs side by side; each opens the data once. */
export class SweepLanes {
  readonly #threads: readonly BacktestThread[];

  constructor(count: number, input: BacktestThreadInput, clock: Pick<Clock, 'after'>, limits?: BacktestThreadLimits) {
    this.#threads = Array.from({ length: count }, () => new BacktestThread(input, clock, limits));
  }

  /** The first of them, for what is not done side by side. */
  get first(): BacktestThread {
    return this.#threads[0] as BacktestThread;
  }

  /** One function a thread; it must not be called again before its promise has settled. */
  lanesFor(job: BacktestJob, axes: readonly SweepAxis[]): readonly SweepLane[] {
    return this.#threads.map((thread) => async (values) => {
      try {
        const { statistics } = await thread.ask<'figures'>({ kind: 'figures', job: jobWith(job, axes, values) });
        return { values, statistics, reason: null };
      } catch (error) {
        if (!(error instanceof BacktestImpossible)) throw error;
        return { values, statistics: null, reason: error.reason };
      }
    });
  }

  /** Runs a job by itself; null when it cannot run. */
  async test(job: BacktestJob): Promise<TestedRun | null> {
    try {
      return (await this.first.ask<'test'>({ kind: 'test', job })).tested;
    } catch (error) {
      if (error instanceof BacktestImpossible) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
