import { describe, expect, it } from 'vitest';
import { defineStrategy, type StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { drawdownOf } from '../../../core/report/curve.ts';
import marketMaker from '../../../plugins/strategy-market-maker/example.json' with { type: 'json' };
import smartExecute from '../../../plugins/strategy-smart-execute/example.json' with { type: 'json' };
import spreadArbitrage from '../../../plugins/strategy-spread-arbitrage/example.json' with { type: 'json' };
import type { BacktestDetail } from '../../../schemas/wire/backtest.ts';
import { joinedCurve } from '../../../schemas/wire/joined-curve.ts';
import { foldsText } from '../../../scripts/backtest/print.ts';
import { StrategyTexts } from '../../../scripts/backtest/strategy-texts.ts';
import { installedStrategy } from '../../../server/plugins/installed-strategy.ts';
import { type BacktestJob, BacktestRunner } from '../../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../../server/runtime/backtest/feeds/feed-source.ts';
import { keptRun, mostPeriods } from '../../../server/runtime/backtest/kept-run.ts';
import type { RunResult } from '../../../server/runtime/backtest/run-backtest.ts';
import { type TestedRun, testedRun } from '../../../server/runtime/backtest/tested-run.ts';
import { foldsOf, walkForward } from '../../../server/runtime/backtest/walk-forward.ts';
import { executors } from '../../../server/runtime/executors/index.ts';
import { candlesOf, wanderingRecordings, wanderStartMs } from '../../kit/recordings/random-recordings.ts';
import { WrittenRecordings } from '../../kit/recordings/written-recordings.ts';
import { place, scripted } from '../../kit/strategy-kit.ts';

const spot = 'replay-some-spot/BTCUSDT/spot';
const other = 'replay-other-spot/BTCUSDT/spot';
const linear = 'replay-some-linear/BTCUSDT/usdm';
const minuteMs = 60_000;

const job: BacktestJob = {
  params: {},
  data: { kind: 'candles', interval: '1m' },
  fees: {},
  balances: { USDT: '100000', BTC: '20' },
  seed: 1,
  latencyMs: 0,
  isOptimistic: false,
  range: null,
};

const runOn = (recordings: WrittenRecordings, definition: StrategyDefinition, more: Partial<BacktestJob>): Promise<RunResult> =>
  new BacktestRunner({ definition, executors }, recordedSource(recordings)).run({ ...job, ...more });

const profitOf = ({ trips }: RunResult): number => trips.reduce((sum, { profit }) => sum + profit, 0);

describe('the profit of round trips and what is open make the change of the equity', () => {
  const grid = (instrumentId: InstrumentId) => ({
    ...{ apiId: 1, instrumentId, lowPrice: '80', highPrice: '120', levels: 60, orderQty: '0.5', startPosition: '20', sellAtStop: false },
  });
  const legs = { legA: { apiId: 1, instrumentId: spot }, legB: { apiId: 2, instrumentId: linear } };
  const spread = { ...spreadArbitrage, minOpenSpread: '0.01', minCloseSpread: '0.002', baseOrderQty: '5', maxUnhedgedAmount: '100000' };
  const quotes = { ...marketMaker, baseOrderQty: '0.2', minOrderQty: '0.1', maxOrderQty: '1', maxPosition: '5', maxMove: '0.2' };
  const cases: ReadonlyArray<
    readonly [strategy: string, kind: BacktestJob['data']['kind'], params: object, least: number, fees: BacktestJob['fees']]
  > = [
    ['shock-grid', 'candles', grid(spot), 50, {}],
    ['shock-grid', 'candles', grid(linear), 50, {}],
    ['shock-grid', 'trades', grid(spot), 20, {}],
    ['shock-grid', 'trades', grid(linear), 20, {}],
    ['shock-grid', 'book', grid(spot), 5, {}],
    ['shock-grid', 'book', grid(linear), 5, {}],
    [
      'market-maker',
      'book',
      { ...quotes, instrumentId: spot, minOpenSpread: '0.0012', priceInterval: '0.001' },
      10,
      { makerFee: '0.0002', takerFee: '0.0005' },
    ],
    ['smart-execute', 'book', { ...smartExecute, instrumentId: spot }, 3, {}],
    ['smart-execute', 'trades', { ...smartExecute, instrumentId: spot, side: 'SELL' }, 3, {}],
    ['smart-execute', 'candles', { ...smartExecute, instrumentId: linear, side: 'SELL', mode: 'VWAP' }, 3, {}],
    ['spread-arbitrage', 'candles', { ...spread, legB: { apiId: 2, instrumentId: other }, legA: legs.legA }, 4, {}],
    ['spread-arbitrage', 'candles', { ...spread, ...legs }, 4, {}],
    ['spread-arbitrage', 'book', { ...spread, legB: { apiId: 2, instrumentId: other }, legA: legs.legA }, 4, {}],
  ];

  it.each(cases)('for %s over %s', { timeout: 60_000 }, async (strategy, kind, params, least, fees) => {
    const definition = await installedStrategy(strategy);
    let fills = 0;
    for (const seed of [1, 2]) {
      const recordings = wanderingRecordings(seed, { minutes: 2_000, seconds: 1_000 });
      const data = kind === 'candles' ? ({ kind, interval: '1m' } as const) : { kind };
      const result = await runOn(recordings, definition, { params, data, fees, leverage: 2 });
      const { startEquity, endEquity, openProfit } = result.statistics;
      fills += result.fills.length;
      expect(profitOf(result) + openProfit).toBeCloseTo(endEquity - startEquity, 5);
      expect(result.trips.every(({ qty }) => qty > 1e-7)).toBe(true);
    }
    expect(fills).toBeGreaterThanOrEqual(least);
  });
});

it('keeps what a strategy plots, of bounded size and with its peak, and trades the same without it', async () => {
  const recordings = new WrittenRecordings({ 'candles/some_spot/1m/BTCUSDT.csv.gz': candlesOf(3, 6_000) });
  const params = { apiId: 1, instrumentId: spot };
  const closes = (draws: boolean) =>
    defineStrategy<object, null>({
      params: {},
      start: () => ({
        state: null,
        subscribe: [{ type: 'candle', instrumentId: spot, interval: '1m' }],
        actions: [place('in', { instrumentId: spot, type: 'MARKET', qty: '1' })],
      }),
      onMarket: (_context, state, event) => {
        if (!draws || event.type !== 'candle') return { state, actions: [] };
        return {
          state,
          actions: [
            { type: 'plot', instrumentId: spot, series: 'close', value: event.candle.close },
            { type: 'mark', instrumentId: spot, key: 'mark.close', params: {}, side: 'SELL' },
          ],
        };
      },
      onOrder: (_context, state) => ({ state, actions: [] }),
      onTimer: (_context, state) => ({ state, actions: [] }),
      onStop: (_context, state) => ({ state, actions: [] }),
    }) as StrategyDefinition;
  const [drawn, plain] = [await runOn(recordings, closes(true), { params }), await runOn(recordings, closes(false), { params })];
  expect({ ...drawn, plots: [] }).toEqual(plain);
  const [market] = (JSON.parse(keptRun(drawn, [], null).detail) as BacktestDetail).markets;
  const points = market?.plots?.lines[0]?.points ?? [];
  const highest = Math.max(
    ...candlesOf(3, 6_000)
      .slice(1)
      .map((row) => Number(row.split(',')[4])),
  );
  expect(market?.plots?.lines.map(({ series }) => series)).toEqual(['close']);
  expect([points.length > 500, points.length <= 1_000]).toEqual([true, true]);
  expect(Math.max(...points.map(([, value]) => value))).toBe(highest);
  expect(market?.plots?.marks.length).toBeLessThanOrEqual(500);
  expect(market?.plots?.marks[0]).toMatchObject({ key: 'mark.close', side: 'SELL', price: null });
  expect(JSON.parse(keptRun(plain, [], null).detail).markets[0]).not.toHaveProperty('plots');
});

it('keeps the periods of its returns, and of more than it keeps only the curve', async () => {
  const result = await runOn(wanderingRecordings(3, { minutes: 600, seconds: 0 }), scripted({}) as StrategyDefinition, {
    params: { apiId: 1, instrumentId: spot },
  });
  const { periods } = JSON.parse(keptRun(result, [], null).detail) as BacktestDetail;
  expect(periods?.equity).toEqual(result.periodEnds.map(([, value]) => value));
  const endless = Array.from({ length: mostPeriods + 1 }, (_, at) => [at * 3_600_000, 1] as const);
  const kept = JSON.parse(keptRun({ ...result, periodEnds: endless }, [], null).detail) as BacktestDetail;
  expect(kept).not.toHaveProperty('periods');
  expect(kept.curve.times.length).toBeGreaterThan(1);
});

describe('the drawdown of a run', () => {
  const hold = (id: InstrumentId, qty: string) =>
    scripted({ start: [place('in', { instrumentId: id, type: 'MARKET', qty })] }) as StrategyDefinition;
  const listening = (id: InstrumentId, qty: string) =>
    scripted({
      subscribe: [{ type: 'candle', instrumentId: id, interval: '1m' }],
      start: [place('in', { instrumentId: id, type: 'MARKET', qty })],
    }) as StrategyDefinition;

  /** By hand: coins and money after the first open, at every close. */
  function deepestOf(rows: readonly string[], equity: (close: number) => number): number {
    const values = rows.slice(1).map((row) => equity(Number(row.split(',')[4])));
    let [high, deepest] = [equity(Number.NaN) || 0, 0];
    for (const value of values) {
      high = Math.max(high, value);
      deepest = Math.max(deepest, 1 - value / high);
    }
    return deepest;
  }

  it.each([
    ['sleeps while its bars are passed', hold],
    ['hears every bar', listening],
  ])('of a strategy that %s is the deepest fall between any two closes', async (_, made) => {
    // 6,000 bars in a picture of 2,000 points: one bar in three is between them.
    const rows = candlesOf(7, 6_000);
    const dip = rows.map((row, at) =>
      at === 3_002
        ? row
            .split(',')
            .map((cell, column) => (column === 3 || column === 4 ? '40.0' : cell))
            .join(',')
        : row,
    );
    const recordings = new WrittenRecordings({ 'candles/some_spot/1m/BTCUSDT.csv.gz': dip });
    const result = await runOn(recordings, made(spot, '10'), { params: { apiId: 1, instrumentId: spot }, balances: { USDT: '2000' } });
    const [, open = ''] = rows[1]?.split(',') ?? [];
    const coins = 10 - Number(result.fills[0]?.fee);
    const byHand = deepestOf(dip, (close) => 2_000 - 10 * Number(open) + coins * close);
    expect(result.statistics.maxDrawdown).toBeCloseTo(byHand, 12);
    expect(result.statistics.maxDrawdown).toBeGreaterThan(0.3);
    // The picture has the fall too.
    const values = result.equity.map(([, value]) => value);
    expect(Math.min(...values)).toBeCloseTo(result.figures.lowest, 12);
  });

  it('of two markets that hedge each other is nothing, although one of them tells its bar first', async () => {
    const rows = candlesOf(9, 3_000);
    const recordings = new WrittenRecordings({
      'candles/some_spot/1m/BTCUSDT.csv.gz': rows,
      'candles/some_linear/1m/BTCUSDT.csv.gz': rows,
      'funding/some_linear/BTCUSDT.csv.gz': [
        'funding_time,rate',
        ...[0, 8, 16, 24, 32, 40, 48, 56].map((hour) => `${wanderStartMs + hour * 60 * minuteMs},0`),
      ],
    });
    const pair = scripted({
      start: [
        place('a', { instrumentId: spot, type: 'MARKET', qty: '10' }),
        place('b', { instrumentId: linear, apiId: 2, side: 'SELL', type: 'MARKET', qty: '10' }),
      ],
    }) as StrategyDefinition;
    const params = { legA: { apiId: 1, instrumentId: spot }, legB: { apiId: 2, instrumentId: linear } };
    const { statistics } = await runOn(recordings, pair, { params, balances: { USDT: '20000' }, fees: { makerFee: '0', takerFee: '0' } });
    expect(statistics.maxDrawdown).toBeLessThan(1e-9);
  });
});

describe('the Sharpe ratio of a run', () => {
  it('is of daily returns at UTC midnight, whatever the length of its bars or the picture of it', async () => {
    const days = 20;
    const rows = candlesOf(11, days * 1_440, 20);
    const recordings = new WrittenRecordings({ 'candles/some_spot/1m/BTCUSDT.csv.gz': rows });
    const buy = scripted({ start: [place('in', { instrumentId: spot, type: 'MARKET', qty: '10' })] }) as StrategyDefinition;
    const { statistics, periodEnds } = await runOn(recordings, buy, {
      params: { apiId: 1, instrumentId: spot },
      balances: { USDT: '2000' },
      fees: { makerFee: '0', takerFee: '0' },
    });
    const [, open = ''] = rows[1]?.split(',') ?? [];
    const navs = Array.from({ length: days }, (_, day) => 2_000 + 10 * (Number(rows[(day + 1) * 1_440]?.split(',')[4]) - Number(open)));
    const returns = navs.map((nav, at) => nav / (navs[at - 1] ?? 2_000) - 1);
    const mean = returns.reduce((sum, one) => sum + one, 0) / days;
    const deviation = Math.sqrt(returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (days - 1));
    expect(statistics.period).toBe('day');
    expect(statistics.sharpe).toBeCloseTo((mean / deviation) * Math.sqrt(365), 8);
    expect(periodEnds).toHaveLength(days + 1);
    expect(periodEnds.at(-1)?.[1]).toBeCloseTo(navs.at(-1) ?? 0, 8);
  });

  it('is of hourly returns for a run of less than a week', async () => {
    const recordings = new WrittenRecordings({ 'candles/some_spot/1m/BTCUSDT.csv.gz': candlesOf(12, 2 * 1_440) });
    const buy = scripted({ start: [place('in', { instrumentId: spot, type: 'MARKET', qty: '10' })] }) as StrategyDefinition;
    const { statistics, periodEnds } = await runOn(recordings, buy, {
      params: { apiId: 1, instrumentId: spot },
      balances: { USDT: '2000' },
    });
    expect([statistics.period, periodEnds.length]).toEqual(['hour', 49]);
  });
});

describe('a part of a run that begins warm', () => {
  interface Average {
    readonly closes: readonly number[];
    readonly isIn: boolean;
  }
  /** Buys above the average of the last four hundred closes, sells below it; a denial tells it that it holds nothing. */
  const average = defineStrategy<unknown, Average>({
    params: {},
    start: () => ({ state: { closes: [], isIn: false }, subscribe: [{ type: 'candle', instrumentId: spot, interval: '1m' }] }),
    onMarket: (_context, { closes, isIn }, event) => {
      const close = event.type === 'candle' ? Number(event.candle.close) : 0;
      const known = [...closes, close].slice(-400);
      const isAbove = known.length === 400 && close > known.reduce((sum, one) => sum + one, 0) / 400;
      if (known.length < 400 || isAbove === isIn) return { state: { closes: known, isIn }, actions: [] };
      const order = place('order', { instrumentId: spot, side: isAbove ? 'BUY' : 'SELL', type: 'MARKET', qty: '1' });
      return { state: { closes: known, isIn: isAbove }, actions: [order] };
    },
    onOrder: (_context, state, event) => ({ state: event.type === 'denied' ? { ...state, isIn: false } : state, actions: [] }),
    onTimer: (_context, state) => ({ state, actions: [] }),
    onStop: (_context, state) => ({ state, actions: [] }),
  }) as StrategyDefinition;
  const rows = candlesOf(21, 2_000);
  const recordings = new WrittenRecordings({ 'candles/some_spot/1m/BTCUSDT.csv.gz': rows });
  const params = { apiId: 1, instrumentId: spot };
  const part = { fromMs: wanderStartMs + 900 * minuteMs, toMs: wanderStartMs + 1_300 * minuteMs - 1 };
  const runPart = (more: Partial<BacktestJob>) => runOn(recordings, average, { params, range: part, ...more });

  it('trades from its first bar as a run that came from before would, and hears of nothing before that', async () => {
    const cold = await runPart({});
    const warm = await runPart({ warmUp: 'auto' });
    expect(cold.fills).toHaveLength(0);
    expect(warm.fills.length).toBeGreaterThan(4);
    const continuous = await runOn(recordings, average, { params });
    const first = continuous.fills.find(({ timeMs, side }) => side === 'BUY' && timeMs > (warm.fills[0]?.timeMs ?? 0));
    expect(warm.fills.map(({ timeMs }) => timeMs)).toContain(first?.timeMs);
    expect([...warm.fills, ...warm.log, ...warm.notes].every(({ timeMs }) => timeMs >= part.fromMs && timeMs <= part.toMs)).toBe(true);
    const firstOpen = Number(rows[901]?.split(',')[1]);
    expect([warm.range, warm.equity[0]?.[0], warm.statistics.startEquity]).toEqual([part, part.fromMs, 100_000 + 20 * firstOpen]);
  });

  it('is as warm as it is told', async () => {
    expect((await runPart({ warmUp: 100 * minuteMs })).fills.length).toBeLessThan((await runPart({ warmUp: 400 * minuteMs })).fills.length);
    // More than there is.
    expect((await runPart({ warmUp: 10_000 * minuteMs })).fills).toEqual((await runPart({ warmUp: 900 * minuteMs })).fills);
  });

  it('begins cold when it acts at once, for its start is its start', async () => {
    const grid = await installedStrategy('shock-grid');
    const own = { ...params, lowPrice: '80', highPrice: '120', levels: 60, orderQty: '0.5', startPosition: '20', sellAtStop: false };
    const [cold, warm] = await Promise.all(
      [undefined, 'auto' as const].map((warmUp) =>
        runOn(recordings, grid, { params: own, range: part, ...(warmUp === undefined ? {} : { warmUp }) }),
      ),
    );
    expect(warm?.log).toEqual(cold?.log);
    expect(warm?.fills.length).toBeGreaterThan(0);
  });

  it('is what walk forward trains and tests on, and its tests join to one result', async () => {
    const runner = new BacktestRunner({ definition: average, executors }, recordedSource(recordings));
    const asked: BacktestJob[] = [];
    const walkJob = { ...job, params: { ...params, qty: '1' }, period: 'hour' } as const;
    const folds = foldsOf({ fromMs: wanderStartMs, toMs: wanderStartMs + 2_000 * minuteMs - 1 }, 3, 2);
    const tests: TestedRun[] = [];
    const walked = await walkForward(walkJob, [{ field: 'qty', values: ['1'] }], folds, 'totalReturn', {
      train: async (one) => {
        asked.push(one);
        return [{ values: ['1'], statistics: (await runner.run(one)).statistics, reason: null }];
      },
      test: async (one) => {
        asked.push(one);
        tests.push(testedRun(await runner.run(one)));
        return tests.at(-1) ?? null;
      },
    });
    expect(asked.map(({ warmUp }) => warmUp)).toEqual(Array.from({ length: 6 }, () => 'auto'));
    expect(walked.folds.every(({ tested }) => (tested?.fills ?? 0) > 0)).toBe(true);
    const denied = walked.denials.reduce((sum, { count }) => sum + count, 0);
    expect(denied, 'with its reasons').toBe(walked.joined?.denied);
    // By hand: every hour's end of every test, each scaled to what the one before left.
    let [worth, high, deepest] = [walked.joined?.startEquity ?? 0, 0, 0];
    for (const { hours, statistics } of tests) {
      for (const [, value] of hours) {
        high = Math.max(high, (worth * value) / statistics.startEquity);
        deepest = Math.max(deepest, 1 - (worth * value) / statistics.startEquity / high);
      }
      worth *= 1 + statistics.totalReturn;
    }
    expect(walked.joined?.endEquity).toBeCloseTo(worth, 8);
    expect(walked.joined?.maxDrawdown).toBeGreaterThanOrEqual(deepest - 1e-12);
    expect(walked.joined?.maxDrawdown).toBeLessThan(deepest * 2);
    expect(walked.joined).toMatchObject({ period: 'hour', fills: tests.reduce((sum, { statistics }) => sum + statistics.fills, 0) });
    expect(walked.joined?.sharpe).not.toBeNull();
    expect(foldsText([{ field: 'qty', values: ['1'] }], walked, new StrategyTexts(''))).toMatch(
      /all tests one after the other\nequity .*\n.*\ndrawdown/,
    );
  });

  it.each(
    Array.from({ length: 12 }, (_, at) => at + 1),
  )('has one deepest fall, in its figures and in its picture: prices of seed %i', async (seed) => {
    const [header = '', ...minutes] = candlesOf(seed, 400, 30);
    // The same path, an hour a bar: its picture has a point every few minutes.
    const hours = minutes.map((row, at) => row.replace(/^\d+/, String(wanderStartMs + at * 60 * minuteMs)));
    const held = new WrittenRecordings({ 'candles/some_spot/1h/BTCUSDT.csv.gz': [header, ...hours] });
    const watching = scripted({ subscribe: [{ type: 'candle', instrumentId: spot, interval: '1h' }] }) as StrategyDefinition;
    const runner = new BacktestRunner({ definition: watching, executors }, recordedSource(held));
    const hourly: BacktestJob = { ...job, params, data: { kind: 'candles', interval: '1h' } };
    const folds = foldsOf({ fromMs: wanderStartMs, toMs: wanderStartMs + 400 * 60 * minuteMs - 1 }, 4, 1);
    const walked = await walkForward(hourly, [{ field: 'qty', values: ['1'] }], folds, 'totalReturn', {
      train: async (one) => [{ values: ['1'], statistics: (await runner.run(one)).statistics, reason: null }],
      test: async (one) => testedRun(await runner.run(one)),
    });
    const fallOf = (equity: readonly number[]): number => -Math.min(...drawdownOf(equity));
    expect(fallOf(joinedCurve(walked.folds).equity)).toBeCloseTo(walked.joined?.maxDrawdown ?? -1, 10);
    for (const { curve, tested } of walked.folds) expect(fallOf(curve?.equity ?? [])).toBeCloseTo(tested?.maxDrawdown ?? -1, 10);
    const whole = await runner.run(hourly);
    expect(fallOf(whole.equity.map(([, value]) => value))).toBeCloseTo(whole.statistics.maxDrawdown, 10);
  });
});
