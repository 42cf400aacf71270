import { Worker } from 'node:worker_threads';
import type { BacktestJob } from './backtest-job.ts';
import type { BacktestStatistics } from './statistics.ts';
import type { SweepRow } from './sweep.ts';

export type LaneAnswer = Pick<SweepRow, 'statistics' | 'reason'> & { readonly statistics: BacktestStatistics | null };

/** Threads that run jobs side by side; each opens the data once. */
export class SweepLanes {
  readonly #workers: readonly Worker[];

  /** `file` is the thread's entry; `strategy` a plugin's id, `folder` where the recordings are. */
  constructor(file: string | URL, count: number, input: { readonly strategy: string; readonly folder: string }) {
    this.#workers = Array.from({ length: count }, () => new Worker(file, { workerData: input }));
  }

  /** One function a thread; it must not be called again before its promise has settled. */
  get lanes(): ReadonlyArray<(job: BacktestJob) => Promise<LaneAnswer>> {
    return this.#workers.map((worker) => (job) => ask(worker, job));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function ask(worker: Worker, job: BacktestJob): Promise<LaneAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      worker.off('message', answered).off('error', failed).off('exit', left);
      done();
    };
    const answered = (answer: LaneAnswer): void => settle(() => resolve(answer));
    const failed = (error: Error): void => settle(() => reject(error));
    const left = (code: number): void => settle(() => reject(new Error(`the thread of a sweep has ended with code ${code}`)));
    worker.on('message', answered).on('error', failed).on('exit', left);
    worker.postMessage(job);
  });
}
