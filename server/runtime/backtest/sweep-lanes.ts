import type { Clock } from '../../../core/contract/server-services.ts';
import type { BacktestDetail } from '../../../schemas/wire/backtest.ts';
import { BacktestImpossible } from './backtest-impossible.ts';
import type { BacktestJob } from './backtest-job.ts';
import { BacktestThread, type BacktestThreadLimits } from './backtest-thread.ts';
import { jobWith, type SweepAxis, type SweepLane } from './sweep.ts';
import { thinnedIndexes } from './thin.ts';
import type { BacktestThreadInput } from './thread-protocol.ts';
import type { TestedRun } from './walk-forward.ts';

/** Of the curve of one test; a walk has several. */
const mostTestPoints = 200;

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
      const { kept } = await this.first.ask<'run'>({ kind: 'run', job, cuts: 0 });
      const { times, equity } = (JSON.parse(kept.detail) as BacktestDetail).curve;
      const shown = thinnedIndexes(equity, mostTestPoints);
      const at = (list: readonly number[]): number[] => shown.map((index) => list[index] as number);
      return { statistics: kept.statistics, curve: { times: at(times), equity: at(equity) } };
    } catch (error) {
      if (error instanceof BacktestImpossible) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
