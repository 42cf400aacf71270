import { describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../core/contract/strategy.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';
import marketMaker from '../../plugins/strategy-market-maker/example.json' with { type: 'json' };
import smartExecute from '../../plugins/strategy-smart-execute/example.json' with { type: 'json' };
import spreadArbitrage from '../../plugins/strategy-spread-arbitrage/example.json' with { type: 'json' };
import { installedStrategy } from '../../server/plugins/installed-strategy.ts';
import { type BacktestJob, BacktestRunner } from '../../server/runtime/backtest/backtest-job.ts';
import { recordedSource } from '../../server/runtime/backtest/feed-source.ts';
import type { BacktestResult } from '../../server/runtime/backtest/run-backtest.ts';
import { executors } from '../../server/runtime/executors/index.ts';
import { candlesOf, wanderingRecordings, wanderStartMs } from '../kit/random-recordings.ts';
import { place, scripted } from '../kit/strategy-kit.ts';
import { WrittenRecordings } from '../kit/written-recordings.ts';

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

const runOn = (recordings: WrittenRecordings, definition: StrategyDefinition, more: Partial<BacktestJob>): Promise<BacktestResult> =>
  new BacktestRunner({ definition, executors }, recordedSource(recordings)).run({ ...job, ...more });

const profitOf = ({ trips }: BacktestResult): number => trips.reduce((sum, { profit }) => sum + profit, 0);

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
