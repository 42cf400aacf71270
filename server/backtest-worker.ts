import { parentPort, workerData } from 'node:worker_threads';
import { RecordingFiles } from './market/recordings/recording-files.ts';
import { strategiesOf } from './plugins/strategy-code.ts';
import { impossibleOf } from './runtime/backtest/backtest-impossible.ts';
import { type BacktestJob, BacktestRunner } from './runtime/backtest/backtest-job.ts';
import { houseSource, recordedSource } from './runtime/backtest/feeds/feed-source.ts';
import { recordedMarkets } from './runtime/backtest/feeds/recorded-markets.ts';
import { keptRun } from './runtime/backtest/kept-run.ts';
import { findLookAhead } from './runtime/backtest/look-ahead.ts';
import { ReplayCalledOff, StepBook } from './runtime/backtest/steps/step-book.ts';
import { testedRun } from './runtime/backtest/tested-run.ts';
import type {
  BacktestAnswer,
  BacktestReply,
  BacktestRequest,
  BacktestThreadInput,
  StrategyAddress,
} from './runtime/backtest/thread-protocol.ts';
import { executors } from './runtime/executors/index.ts';
import { GuestEngine } from './runtime/isolated/guest-engine.ts';
import { IsolatedShelf } from './runtime/isolated/isolated-shelf.ts';

/** The entry file of a thread that runs backtests, one after the other (dist/server/backtest-worker.js in a build). */
const port = parentPort;
if (port === null) throw new Error('the backtest thread has no parent');
const reply = (message: BacktestReply): void => port.postMessage(message);
const signOfLife = (fraction: number): void => reply({ kind: 'progress', fraction });
// Loading this code, and then the strategy's, takes seconds on a busy machine, and is no stall.
signOfLife(0);
const { strategy, data, calledOff } = workerData as BacktestThreadInput;
const source = data.origin === 'house' ? houseSource(data.bars) : recordedSource(new RecordingFiles(data.folder));
const runner = strategy === null ? null : new BacktestRunner({ definition: await definitionOf(strategy), executors }, source);
let book: StepBook | null = null;

port.on('message', async (request: BacktestRequest) => {
  signOfLife(0);
  try {
    reply(await answer(request));
  } catch (error) {
    if (error instanceof ReplayCalledOff) return reply({ kind: 'called-off' });
    const impossible = impossibleOf(error);
    if (impossible === null) throw error;
    reply({ kind: 'impossible', reason: impossible.reason });
  }
});

async function answer(request: BacktestRequest): Promise<BacktestAnswer> {
  if (request.kind === 'survey') return { kind: 'survey', markets: data.origin === 'house' ? [] : await surveyed(data.folder) };
  if (runner === null) throw new Error('this thread was started without a strategy');
  switch (request.kind) {
    case 'run':
      return { kind: 'run', kept: await runWhole(runner, request.job, request.cuts) };
    case 'figures':
      return { kind: 'figures', statistics: (await runner.run(request.job, { onProgress: signsOfLife() })).statistics };
    case 'test':
      return { kind: 'test', tested: testedRun(await runner.run(request.job, { onProgress: signsOfLife() })) };
    case 'replay': {
      const { book: opened, proof } = await StepBook.open(runner, request.job, request.keptFills, signOfLife);
      book = opened;
      return { kind: 'replay', proof };
    }
    case 'steps':
      if (book === null) throw new Error('nothing was replayed');
      return { kind: 'steps', page: await book.read(request.ask, isCalledOff) };
    case 'range':
      return { kind: 'range', range: await runner.range(request.job) };
  }
}

const isCalledOff = (): boolean => calledOff !== undefined && Atomics.load(calledOff, 0) !== 0;

/** Who runs thousands of jobs wants no progress of each, but has to know one that is slow from one that is stuck. */
function signsOfLife(): (fraction: number) => void {
  let next = 0;
  return (fraction) => {
    if (fraction < next) return;
    next = fraction + 0.1;
    reply({ kind: 'progress', fraction });
  };
}

/** A look-ahead check plays about half of the data for every cut. */
async function runWhole(of: BacktestRunner, job: BacktestJob, cuts: number) {
  const share = 1 / (1 + cuts / 2);
  const result = await of.run(job, { onProgress: (done) => reply({ kind: 'progress', fraction: done * share }) });
  const candles = await of.candles(job, result.range);
  if (cuts === 0) return keptRun(result, candles, null);
  const onProgress = (done: number): void => reply({ kind: 'progress', fraction: share + done * (1 - share) });
  return keptRun(result, candles, await findLookAhead(of, job, result, { count: cuts, onProgress }));
}

const surveyed = (folder: string) => recordedMarkets(new RecordingFiles(folder));

async function definitionOf({ pluginId, strategyId, moduleUrl = null, code = null }: StrategyAddress) {
  if (code !== null) return isolatedDefinition(code, pluginId, strategyId ?? '');
  const strategies = await strategiesOf(pluginId, moduleUrl);
  const definition = strategyId === null ? Object.values(strategies)[0] : strategies[strategyId];
  if (definition === undefined) throw new Error(`the plugin ${pluginId} has no strategy ${strategyId ?? ''}`);
  return definition;
}

/** A package's strategy is as isolated over recorded data as it is on live markets. */
async function isolatedDefinition(code: string, pluginId: string, strategyId: string) {
  const strategy = new IsolatedShelf(await GuestEngine.start(), code, executors).open(strategyId);
  if (strategy === null) throw new Error(`the package ${pluginId} has no strategy ${strategyId}`);
  return strategy.definition;
}
