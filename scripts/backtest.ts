/** `npm run backtest -- <strategy> --data <folder> --params <file>`: plays a strategy through recorded data. */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { StrategyDefinition } from '../core/contract/strategy.ts';
import { SystemClock } from '../server/clock.ts';
import { createLogger } from '../server/logger.ts';
import { RecordingFiles } from '../server/market/recordings/recording-files.ts';
import { installedStrategy, strategyPlugin } from '../server/plugins/installed-strategy.ts';
import { BacktestImpossible } from '../server/runtime/backtest/backtest-impossible.ts';
import { type BacktestJob, BacktestRunner } from '../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../server/runtime/backtest/feeds/feed-source.ts';
import { recordedMarkets } from '../server/runtime/backtest/feeds/recorded-markets.ts';
import { findLookAhead } from '../server/runtime/backtest/look-ahead.ts';
import { partsOf } from '../server/runtime/backtest/perform-run.ts';
import type { RunResult } from '../server/runtime/backtest/run-backtest.ts';
import { drawnFrom, gridOf, ranked, type SweepPoint, sweep } from '../server/runtime/backtest/sweep.ts';
import { SweepLanes } from '../server/runtime/backtest/sweep-lanes.ts';
import { walkForward } from '../server/runtime/backtest/walk-forward.ts';
import { executors } from '../server/runtime/executors/index.ts';
import { type BacktestCall, readCall, readListing, refuseUnknownFields, UsageError, usage } from './backtest/options.ts';
import { foldsText, lookAheadText, recordingsText, resultText, sweepText } from './backtest/print.ts';
import { shareResult } from './backtest/share.ts';
import { StepLines } from './backtest/step-lines.ts';
import { StrategyTexts } from './backtest/strategy-texts.ts';
import { firstLine } from './plugin-pack/bundle-error.ts';

const stop = new AbortController();
/** Of the strategy that runs. */
let texts = new StrategyTexts('');
process.once('SIGINT', () => stop.abort());

try {
  const args = process.argv.slice(2);
  const asksHow = args.includes('--help');
  const listed = asksHow ? null : readListing(args);
  if (asksHow) console.log(usage);
  else if (listed !== null) console.log(recordingsText(await recordedMarkets(new RecordingFiles(listed))));
  else await run(readCall(args));
} catch (error) {
  if (stop.signal.aborted) console.error('canceled');
  else if (error instanceof UsageError) console.error(`${error.message}\n\nnpm run backtest -- --help says what there is.`);
  else if (error instanceof BacktestImpossible && error.reason.key === 'notRecorded') {
    console.error(`${error.message}; --list says which there are`);
  } else if (error instanceof BacktestImpossible) console.error(texts.reason(error.reason));
  else if (error instanceof RangeError) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}

async function run(call: BacktestCall): Promise<void> {
  texts = new StrategyTexts(await strategyPlugin(call.strategy));
  const result = call.axes.length === 0 ? await runOnce(call) : await runMany(call);
  if (call.out !== null) writeFileSync(call.out, `${JSON.stringify(result, null, 2)}\n`);
}

async function runOnce(call: BacktestCall): Promise<unknown> {
  const { strategy, folder, job, looksAhead } = call;
  const runner = await runnerOf(strategy, folder);
  const steps = call.steps === null ? null : new StepLines(call.steps);
  let result: RunResult;
  try {
    result = await runner.run(job, { onProgress: progress, signal: stop.signal, ...(steps === null ? {} : { steps }) });
  } finally {
    steps?.close();
  }
  clear();
  console.log(resultText(result, texts));
  await shareResult(call, result);
  if (!looksAhead) return { job, result };
  const lookAhead = await findLookAhead(runner, job, result, { signal: stop.signal });
  console.log(lookAheadText(lookAhead));
  if (lookAhead.difference !== null) process.exitCode = 1;
  return { job, result, lookAhead };
}

async function runMany(call: BacktestCall): Promise<unknown> {
  const { strategy, folder, job, axes, drawn, objective, folds } = call;
  refuseUnknownFields(axes, (await loadedStrategy(strategy)).params);
  const input = {
    strategy: { pluginId: await strategyPlugin(strategy), strategyId: null, moduleUrl: null },
    data: { origin: 'recorded', folder },
  } as const;
  const pool = new SweepLanes(availableParallelism(), input, new SystemClock(createLogger('error')));
  const combinations = drawn === null ? gridOf(axes) : drawnFrom(axes, drawn, job.seed);
  const rowsOf = (part: BacktestJob): Promise<readonly SweepPoint[]> =>
    sweep(combinations, pool.lanesFor(part, axes), { onProgress: (done, of) => progress(done / of), signal: stop.signal });
  try {
    if (folds !== null) {
      const done = await walkForward(job, axes, await partsOf(pool, job, folds), objective, {
        train: rowsOf,
        test: (part) => pool.test(part),
      });
      clear();
      console.log(foldsText(axes, done, texts));
      await shareResult(call, done);
      return { job, axes, folds: done.folds, joined: done.joined };
    }
    const rows = ranked(await rowsOf(job), objective);
    clear();
    console.log(sweepText(axes, rows, texts));
    return { job, axes, rows };
  } finally {
    await pool.close();
  }
}

async function runnerOf(strategy: string, folder: string): Promise<BacktestRunner> {
  return new BacktestRunner({ definition: await loadedStrategy(strategy), executors }, recordedSource(new RecordingFiles(folder)));
}

/** Code with a slip in it is the caller's, not ours. */
async function loadedStrategy(strategy: string): Promise<StrategyDefinition> {
  try {
    return await installedStrategy(strategy);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new UsageError(`the strategy ${strategy} does not load: ${firstLine(error instanceof Error ? error.message : String(error))}`);
  }
}

function progress(fraction: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${(fraction * 100).toFixed(0)} %  `);
}

function clear(): void {
  if (process.stderr.isTTY) process.stderr.write('\r        \r');
}
