import { beforeAll, describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { resultText } from '../../../scripts/backtest/print.ts';
import { StrategyTexts } from '../../../scripts/backtest/strategy-texts.ts';
import { SystemClock } from '../../../server/clock.ts';
import { createLogger } from '../../../server/logger.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { installedStrategy } from '../../../server/plugins/installed-strategy.ts';
import type { BacktestImpossible } from '../../../server/runtime/backtest/backtest-impossible.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { resultOf } from '../../../server/runtime/backtest/backtest-views.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import { keptRun } from '../../../server/runtime/backtest/kept-run.ts';
import { findLookAhead } from '../../../server/runtime/backtest/look-ahead.ts';
import { drawnFrom, gridOf, jobWith, ranked, type SweepLane, sweep } from '../../../server/runtime/backtest/sweep.ts';
import { SweepLanes } from '../../../server/runtime/backtest/sweep-lanes.ts';
import { testedRun } from '../../../server/runtime/backtest/tested-run.ts';
import { foldsOf, walkForward } from '../../../server/runtime/backtest/walk-forward.ts';
import { madeSet } from '../../kit/recordings/recorded-sets.ts';
import { scripted } from '../../kit/strategy-kit.ts';

const { instrumentId } = madeSet.book;
const job: BacktestJob = {
  params: { apiId: 1, instrumentId, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
  data: { kind: 'candles', interval: '1m' },
  fees: {},
  balances: { USDT: '100000' },
  seed: 1,
  latencyMs: 0,
  isOptimistic: false,
  range: { fromMs: Date.UTC(2025, 5, 10), toMs: Date.UTC(2025, 5, 17) },
};
const recordings = new RecordingFiles(madeSet.folder);
const silent = createLogger('silent');
let grid: StrategyDefinition;
const runnerOf = (definition: StrategyDefinition): BacktestRunner =>
  new BacktestRunner({ definition, executors: {} }, recordedSource(recordings));

beforeAll(async () => {
  grid = await installedStrategy('shock-grid');
});

describe('a backtest of the shock grid on recorded candles', () => {
  it('counts from what the accounts started with, not from their first look', async () => {
    const { equity, prices, statistics } = await runnerOf(grid).run(job);
    expect(equity[0]).toEqual([job.range?.fromMs, 100_000]);
    expect(statistics.startEquity).toBe(100_000);
    const withCoins = await runnerOf(grid).run({ ...job, balances: { USDT: '100000', BTC: '0.5' } });
    const [first] = withCoins.prices[0]?.values ?? [];
    expect(withCoins.equity[0]).toEqual([job.range?.fromMs, 100_000 + 0.5 * (first ?? 0)]);
    expect(prices).toMatchObject([{ instrumentId, values: { length: equity.length } }]);
  });

  it('is refused where a coin that it starts with has no price', async () => {
    const impossible = { reason: { key: 'noPrice', params: { asset: 'DOGE', money: 'USDT' } } };
    await expect(runnerOf(grid).run({ ...job, balances: { USDT: '100', DOGE: '5' } })).rejects.toMatchObject(impossible);
  });

  it('is refused where it starts with less than its ledgers can write', async () => {
    const reason = { key: 'params', params: { field: 'balances.USDT', rule: 'must have at most 8 decimals' } };
    await expect(runnerOf(grid).run({ ...job, balances: { USDT: '0.0000000000000000001' } })).rejects.toMatchObject({ reason });
  });

  it('is stopped by its signal', async () => {
    const stop = new AbortController();
    await expect(runnerOf(grid).run(job, { signal: stop.signal, onProgress: (done) => done > 0.3 && stop.abort() })).rejects.toThrow(
      /abort/i,
    );
  });
});

describe('a look-ahead check', () => {
  it('finds a strategy that knows how its data ends', async () => {
    const runner = runnerOf(grid);
    const cheat: Pick<BacktestRunner, 'run'> = {
      run: async (asked, more) => {
        const result = await runner.run(asked, more);
        const [first, ...rest] = result.log;
        return { ...result, log: [{ ...(first as (typeof rest)[number]), what: `place because of ${asked.range?.toMs}` }, ...rest] };
      },
    };
    const whole = await cheat.run(job);
    expect((await findLookAhead(cheat as BacktestRunner, job, whole, { count: 2 })).difference).toMatchObject({
      whole: { what: expect.stringContaining('place') },
    });
  });

  it.each([
    ['beginning', { fromMs: 0, toMs: Date.UTC(2025, 4, 4) }],
    ['end', { fromMs: Date.UTC(2025, 5, 28), toMs: Number.MAX_SAFE_INTEGER }],
  ])('of a part with an open %s cuts inside the data', async (_, range) => {
    const runner = runnerOf(grid);
    const whole = await runner.run({ ...job, range });
    const { cuts, difference } = await findLookAhead(runner, { ...job, range }, whole, { count: 3 });
    expect(cuts.map((cutMs) => cutMs > whole.range.fromMs && cutMs < whole.range.toMs)).toEqual([true, true, true]);
    expect(difference).toBeNull();
  });
});

describe('a backtest that cannot be simulated', () => {
  it.each<[string, Partial<BacktestJob>, RegExp]>([
    [
      'an unrecorded market',
      { params: { ...(job.params as object), instrumentId: 'replay-aurora/DOGEUSDT/spot' } },
      /no recording of 1m candles for replay-aurora\/DOGEUSDT/,
    ],
    ['an exchange that was not recorded', { params: { ...(job.params as object), instrumentId: 'aurora/BTCUSDT/spot' } }, /no recording/],
    ['a kind of data that was not recorded', { data: { kind: 'trades' } }, /no recording of trades/],
    ['a time before the data', { range: { fromMs: 0, toMs: 1 } }, /the data lies between 2025-05-01 and/],
    ['params off the schema', { params: { ...(job.params as object), levels: 1 } }, /levels: must be >= 2/],
    ['params off the rules', { params: { ...(job.params as object), highPrice: '57000' } }, /highPrice: rules.aboveLow/],
    ['an unknown field', { params: { ...(job.params as object), colour: 'red' } }, /colour/],
  ])('says so for %s', async (_, more, message) => {
    await expect(runnerOf(grid).run({ ...job, ...more })).rejects.toThrow(message);
    await expect(runnerOf(grid).run({ ...job, ...more })).rejects.toMatchObject({ code: 'BACKTEST_IMPOSSIBLE' });
  });

  it('names what a broken strategy did', async () => {
    const broken = scripted({ start: [{ type: 'startExecutor', tag: 'a', kind: 'dance', config: {} }] });
    await expect(runnerOf(broken as StrategyDefinition).run(job)).rejects.toThrow(/there is no executor dance/);
  });
});

describe('a sweep', () => {
  const axes = [
    { field: 'levels', from: 12, to: 24, step: 12, isText: false },
    { field: 'orderQty', values: ['0.01', '0.02'] },
  ] as const;

  it('makes every combination, or draws different ones by a seed', () => {
    expect(gridOf(axes)).toEqual([
      [12, '0.01'],
      [12, '0.02'],
      [24, '0.01'],
      [24, '0.02'],
    ]);
    const many = [{ field: 'a', from: 0, to: 99, step: 1, isText: false }] as const;
    const drawn = drawnFrom(many, 10, 7);
    expect(new Set(drawn.map(String)).size).toBe(10);
    expect(drawnFrom(many, 10, 7)).toEqual(drawn);
    expect(drawnFrom(axes, 10, 7)).toHaveLength(4);
    expect(drawnFrom([{ field: 'a', values: [1, 1, 2, 1] }], 3, 7)).toEqual([[1], [2]]);
    expect(gridOf([{ field: 'a', from: 0.1, to: 0.3, step: 0.1, isText: true }])).toEqual([['0.1'], ['0.2'], ['0.3']]);
  });

  it('runs on two threads like on one, and ranks impossible runs last', async () => {
    const runner = runnerOf(grid);
    const values = [...gridOf(axes), [12, '0.0000001']];
    const alone = await sweep(values, [
      async (one) => {
        try {
          return { values: one, statistics: (await runner.run(jobWith(job, axes, one))).statistics, reason: null };
        } catch (error) {
          return { values: one, statistics: null, reason: (error as BacktestImpossible).reason };
        }
      },
    ]);
    const strategy = { pluginId: 'strategy-shock-grid', strategyId: null, moduleUrl: null };
    const pool = new SweepLanes(2, { strategy, data: { origin: 'recorded', folder: madeSet.folder } }, new SystemClock(silent));
    try {
      expect(await sweep(values, pool.lanesFor(job, axes))).toEqual(alone);
    } finally {
      await pool.close();
    }
    const order = ranked(alone, 'totalReturn');
    expect(order.at(-1)).toMatchObject({ statistics: null, reason: { params: { field: 'orderQty' } } });
    expect(order[0]?.statistics?.totalReturn).toBeGreaterThanOrEqual(order[1]?.statistics?.totalReturn ?? 1);
  });

  it('walks forward: what is chosen on the past is tried on what follows', async () => {
    const range = job.range ?? { fromMs: 0, toMs: 0 };
    const folds = foldsOf(range, 2, 3);
    expect(folds.map(({ train, test }) => test.fromMs - train.toMs)).toEqual([1, 1]);
    expect(folds.at(-1)?.test.toMs).toBe(range.toMs);
    const runner = runnerOf(grid);
    const asked: number[] = [];
    const { folds: done, joined } = await walkForward(job, axes, folds, 'totalReturn', {
      train: async (part) => {
        asked.push(gridOf(axes).length);
        const run: SweepLane = async (one) => ({
          values: one,
          statistics: (await runner.run(jobWith(part, axes, one))).statistics,
          reason: null,
        });
        return sweep(gridOf(axes), [run]);
      },
      test: async (part) => {
        asked.push(1);
        return testedRun(await runner.run(part));
      },
    });
    expect(asked).toEqual([4, 1, 4, 1]);
    expect(joined?.totalReturn).toBeCloseTo(done.reduce((growth, { tested }) => growth * (1 + (tested?.totalReturn ?? 0)), 1) - 1, 12);
    for (const { test, values, trained, tested, curve } of done) {
      expect([values?.length, trained === null, tested?.endEquity]).toEqual([2, false, curve?.equity.at(-1)]);
      expect(curve?.times[0]).toBeGreaterThanOrEqual(test.fromMs);
      expect(curve?.times.at(-1)).toBeLessThanOrEqual(test.toMs);
    }
  });
});

describe('what a run is denied', () => {
  const kept = { ...job, range: { fromMs: Date.UTC(2025, 5, 10), toMs: Date.UTC(2025, 5, 10, 2) } };
  /** Asks at the start for more than it can pay, twice, takes back what it never placed, and too much later moves its order beyond its means. */
  const asking = scripted({
    subscribe: [{ type: 'candle', instrumentId, interval: '1h' }],
    start: [
      { type: 'setTimer', timer: 'order', afterMs: 60_000 },
      { type: 'cancel', tag: 'never' },
    ],
    on: {
      'timer order': ['a', 'b', 'c'].map((tag) => {
        const qty = tag === 'c' ? '0.01' : '50';
        return { type: 'place', tag, intent: { apiId: 1, instrumentId, side: 'BUY', type: 'LIMIT', price: '50000', qty } } as const;
      }),
      'accepted c': [{ type: 'amend', tag: 'c', qty: '40' }],
    },
  });

  it('is counted by reason, changes of orders and tags that never were included, for all who read a result', async () => {
    const result = await runnerOf(asking as StrategyDefinition).run(kept);
    expect(result.denials).toMatchObject([
      { code: 'ORDER_INSUFFICIENT_BALANCE', count: 3, params: { asset: 'USDT' } },
      { code: 'ORDER_TAG_UNKNOWN', count: 1, params: { tag: 'never' } },
    ]);
    expect(result.statistics.denied).toBe(4);
    const text = resultText(result, new StrategyTexts(''));
    expect(text).toMatch(/^denied +4 orders or changes of orders$/m);
    expect(text).toMatch(/^ +3 × Needs [\d,.]+ USDT, [\d,.]+ available; .* would fit \(qty\)$/m);
    expect(text).toContain('1 × No order or executor has had the tag never');
    const { detail } = resultOf({ kept: keptRun(result, [[]], null), rows: [], folds: [], joined: null, denials: [] });
    expect(detail?.denials).toMatchObject([{ count: 3 }, { count: 1 }]);
  });

  it('is nothing while a strategy only warms up', async () => {
    const fromMs = kept.range.fromMs + 3_600_000;
    const result = await runnerOf(asking as StrategyDefinition).run({ ...kept, range: { ...kept.range, fromMs }, warmUp: 3_600_000 });
    expect(result.denials).toEqual([]);
  });
});
