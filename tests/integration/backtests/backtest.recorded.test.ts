import { beforeAll, describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { installedStrategy } from '../../../server/plugins/installed-strategy.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import { findLookAhead } from '../../../server/runtime/backtest/look-ahead.ts';
import { recordedSets } from '../../kit/recordings/recorded-sets.ts';

let grid: StrategyDefinition;

beforeAll(async () => {
  grid = await installedStrategy('shock-grid');
});

describe.each(recordedSets)('a backtest of the shock grid on candles: $name', (set) => {
  const { instrumentId } = set.book;
  const job: BacktestJob = {
    params: { apiId: 1, instrumentId, ...set.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
    data: { kind: 'candles', interval: '1m' },
    fees: {},
    balances: { USDT: '100000' },
    seed: 1,
    latencyMs: 0,
    isOptimistic: false,
    range: set.week,
  };
  const runnerOf = (definition: StrategyDefinition): BacktestRunner =>
    new BacktestRunner({ definition, executors: {} }, recordedSource(new RecordingFiles(set.folder)));

  it('trades, and its money adds up to the last unit', async () => {
    const result = await runnerOf(grid).run(job);
    expect(result.fills.length).toBeGreaterThan(20);
    // Balances are what the fills say: nothing comes from elsewhere.
    let [usdt, btc] = [100_000, 0];
    for (const { side, price, qty, fee } of result.fills) {
      const sign = side === 'BUY' ? 1 : -1;
      usdt -= sign * Number(price) * Number(qty) + (side === 'SELL' ? Number(fee) : 0);
      btc += sign * Number(qty) - (side === 'BUY' ? Number(fee) : 0);
    }
    expect(usdt).toBeGreaterThan(0);
    expect(btc).toBeGreaterThanOrEqual(-1e-9);
    const [, lastValue] = result.equity.at(-1) ?? [0, 0];
    // What is not money is coins, at the last price.
    expect((lastValue - usdt) / btc).toBeCloseTo(result.prices[0]?.values.at(-1) ?? 0, 2);
    expect(result.statistics).toMatchObject({ endEquity: lastValue, trades: result.trips.length });
    expect(result.events).toBe(4 * 7 * 24 * 60);
  });

  it('gives the same lines each time, and less with higher fees', async () => {
    const runner = runnerOf(grid);
    const [one, two] = [await runner.run(job), await runner.run(job)];
    expect(one.log).toEqual(two.log);
    const dear = await runner.run({ ...job, fees: { makerFee: '0.002', takerFee: '0.002' } });
    expect(dear.statistics.endEquity).toBeLessThan(one.statistics.endEquity);
    const free = await runner.run({ ...job, fees: { makerFee: '0', takerFee: '0' } });
    expect(free.statistics.fees).toBe(0);
    expect(free.statistics.endEquity).toBeGreaterThan(one.statistics.endEquity);
  });

  it('does not look ahead', async () => {
    const runner = runnerOf(grid);
    expect((await findLookAhead(runner, job, await runner.run(job), { count: 3 })).difference).toBeNull();
  });
});
