import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import type { RunResult } from '../../../server/runtime/backtest/run-backtest.ts';
import { executors } from '../../../server/runtime/executors/index.ts';
import type { RecordedSet } from './recorded-sets.ts';

/** Runs of one strategy over recordings; what was opened once is used again. */
export function recordedRuns<P, S>(
  definition: StrategyDefinition<P, S>,
  { folder }: RecordedSet,
): (job: Partial<BacktestJob>) => Promise<RunResult> {
  const runner = new BacktestRunner(
    { definition: definition as unknown as StrategyDefinition, executors },
    recordedSource(new RecordingFiles(folder)),
  );
  return (job) =>
    runner.run({
      params: {},
      data: { kind: 'book' },
      fees: {},
      balances: {},
      seed: 1,
      latencyMs: 20,
      isOptimistic: false,
      range: null,
      ...job,
    });
}
