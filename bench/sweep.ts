import { availableParallelism } from 'node:os';
import { SystemClock } from '../server/clock.ts';
import { createLogger } from '../server/logger.ts';
import type { BacktestJob } from '../server/runtime/backtest/backtest-job.ts';
import { gridOf, type SweepAxis, sweep } from '../server/runtime/backtest/sweep.ts';
import { SweepLanes } from '../server/runtime/backtest/sweep-lanes.ts';
import { madeSet } from '../tests/kit/recordings/recorded-sets.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const job: BacktestJob = {
  params: {
    apiId: 1,
    instrumentId: madeSet.book.instrumentId,
    ...madeSet.grid,
    levels: 24,
    orderQty: '0.01',
    sellAtStop: false,
  },
  data: { kind: 'candles', interval: '1m' },
  fees: {},
  balances: { USDT: '100000' },
  seed: 1,
  latencyMs: 0,
  isOptimistic: false,
  range: { fromMs: Date.UTC(2025, 5, 1), toMs: Date.UTC(2025, 6, 1) - 1 },
};
const axes: readonly SweepAxis[] = [
  { field: 'levels', from: 5, to: 44, step: 1, isText: false },
  { field: 'orderQty', from: 0.001, to: 0.025, step: 0.001, isText: true },
];

/** A thousand backtests of the shock grid over a recorded month of minutes, on all cores and on one. */
export async function run(): Promise<Figure[]> {
  console.error(`sweep: on ${madeSet.name}`);
  const cores = availableParallelism();
  const one = await timed(1);
  const all = await timed(cores);
  return [
    figure('sweep: 1,000 backtests of a month of minutes, on all cores', all.wallSeconds, 's', one.wallSeconds),
    figure('sweep: cores that it used', all.cpuSeconds / all.wallSeconds, '', cores),
  ];
}

async function timed(lanes: number): Promise<{ readonly wallSeconds: number; readonly cpuSeconds: number }> {
  const input = {
    strategy: { pluginId: 'strategy-shock-grid', strategyId: null, moduleUrl: null },
    data: { origin: 'recorded', folder: madeSet.folder },
  } as const;
  const pool = new SweepLanes(lanes, input, new SystemClock(createLogger('error')));
  const combinations = gridOf(axes);
  try {
    // The threads are there, and have opened the data.
    await sweep(combinations.slice(0, lanes), pool.lanesFor(job, axes));
    const [cpu, startMs] = [process.cpuUsage(), performance.now()];
    const rows = await sweep(combinations, pool.lanesFor(job, axes));
    const { user, system } = process.cpuUsage(cpu);
    const impossible = rows.find(({ statistics }) => statistics === null);
    if (impossible !== undefined) throw new Error(`a run was impossible: ${JSON.stringify(impossible.reason)}`);
    return { wallSeconds: (performance.now() - startMs) / 1e3, cpuSeconds: (user + system) / 1e6 };
  } finally {
    await pool.close();
  }
}

await printWhenMain(import.meta.url, run);
