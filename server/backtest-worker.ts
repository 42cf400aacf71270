import { parentPort, workerData } from 'node:worker_threads';
import { RecordingFiles } from './market/recording-files.ts';
import { installedStrategy } from './plugins/installed-strategy.ts';
import { BacktestImpossible } from './runtime/backtest/backtest-impossible.ts';
import { type BacktestJob, BacktestRunner } from './runtime/backtest/backtest-job.ts';
import type { LaneAnswer } from './runtime/backtest/sweep-lanes.ts';
import { executors } from './runtime/executors/index.ts';

/** The entry file of a thread that runs the jobs of a sweep, one after the other. */
const port = parentPort;
if (port === null) throw new Error('the backtest thread has no parent');
const { strategy, folder } = workerData as { readonly strategy: string; readonly folder: string };
const definition = await installedStrategy(strategy);
const runner = new BacktestRunner({ definition, executors }, new RecordingFiles(folder));

port.on('message', async (job: BacktestJob) => {
  port.postMessage(await answer(job));
});

async function answer(job: BacktestJob): Promise<LaneAnswer> {
  try {
    return { statistics: (await runner.run(job)).statistics, reason: null };
  } catch (error) {
    if (error instanceof BacktestImpossible) return { statistics: null, reason: error.message };
    return { statistics: null, reason: String(error) };
  }
}
