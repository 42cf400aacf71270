import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import marketMakerExample from '../../../plugins/strategy-market-maker/example.json' with { type: 'json' };
import { strategy as marketMaker } from '../../../plugins/strategy-market-maker/strategy.ts';
import { strategy as shockGrid } from '../../../plugins/strategy-shock-grid/strategy.ts';
import smartExample from '../../../plugins/strategy-smart-execute/example.json' with { type: 'json' };
import { strategy as smartExecute } from '../../../plugins/strategy-smart-execute/strategy.ts';
import spreadExample from '../../../plugins/strategy-spread-arbitrage/example.json' with { type: 'json' };
import { strategy as spreadArbitrage } from '../../../plugins/strategy-spread-arbitrage/strategy.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import { findLookAhead } from '../../../server/runtime/backtest/look-ahead.ts';
import { executors } from '../../../server/runtime/executors/index.ts';
import { firstMinutes } from '../../kit/recordings/recorded-prices.ts';
import { recordedSets } from '../../kit/recordings/recorded-sets.ts';

/** What the strategies make of the candles before their start: from the first moment on, other than without, and never by what comes later. */
describe.each(recordedSets)('the history at the start of a run: $name', (set) => {
  const recordings = new RecordingFiles(set.folder);
  const runnerOf = (definition: unknown): BacktestRunner =>
    new BacktestRunner({ definition: definition as StrategyDefinition, executors }, recordedSource(recordings));
  const minutes = { kind: 'candles', interval: '1m' } as const;
  const standard = { fees: { makerFee: '0', takerFee: '0.0005' }, seed: 1, latencyMs: 20, isOptimistic: false };
  const { instrumentId } = set.book;
  const days = (range: { readonly fromMs: number }, count: number) => ({
    fromMs: range.fromMs,
    toMs: range.fromMs + count * 86_400_000 - 1,
  });

  const jobs: readonly [string, unknown, (more: object) => Promise<BacktestJob>, object][] = [
    [
      'shock grid: no lines closer than the hours before go',
      shockGrid,
      async (more) => ({
        ...{ ...standard, data: minutes, balances: { USDT: '100000' }, range: days(set.week, 2) },
        params: { apiId: 1, instrumentId, ...set.grid, levels: 24, orderQty: '0.01', sellAtStop: false, ...more },
      }),
      { stepRanges: '4' },
    ],
    [
      // A recorded book is as short as that: fewer minutes than a range takes leave the spread to the params.
      'market maker: its least spread where too few minutes are known',
      marketMaker,
      async (more) => ({
        ...{ ...standard, data: { kind: 'book' }, balances: { USDT: '1000000', BTC: '10' }, range: await firstMinutes(set, 3) },
        params: { ...marketMakerExample, instrumentId, minOpenSpread: '0.0002', priceInterval: '0.0001', ...more },
      }),
      { spreadRanges: '1' },
    ],
    [
      'smart execute: the volume curve of the days before',
      smartExecute,
      async (more) => ({
        ...{ ...standard, data: minutes, balances: { USDT: '1000000' }, range: days({ fromMs: set.week.fromMs + 86_400_000 }, 1) },
        params: { ...smartExample, instrumentId, mode: 'VWAP', durationSeconds: 36_000, totalTimeoutSeconds: 36_000, ...more },
      }),
      { volumeDays: 1 },
    ],
    [
      'spread arbitrage: mean and deviation of the minutes before',
      spreadArbitrage,
      async (more) => ({
        ...{ ...standard, data: minutes, balances: { USD: '100000', USDT: '100000', BTC: '2' }, range: days(set.spread.apart, 2) },
        params: {
          ...{ ...spreadExample, ...more },
          ...{ legA: { apiId: 1, instrumentId: set.spread.legA }, legB: { apiId: 2, instrumentId: set.spread.legB } },
        },
      }),
      { openDeviations: '3', deviationMinutes: 240 },
    ],
  ];

  it.each(jobs)('%s', async (_, definition, jobWith, more) => {
    const runner = runnerOf(definition);
    const [plain, job] = [await jobWith({}), await jobWith(more)];
    const [without, whole] = [await runner.run(plain), await runner.run(job)];
    expect(whole.log.length).toBeGreaterThan(0);
    expect(isDeepStrictEqual(whole.log, without.log)).toBe(definition === marketMaker);
    expect((await findLookAhead(runner, job, whole, { count: 2 })).difference).toBeNull();
  });
});
