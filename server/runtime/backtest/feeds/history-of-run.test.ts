import { expect, it } from 'vitest';
import { defineStrategy, type StrategyAction } from '../../../../core/contract/strategy.ts';
import type { Interval } from '../../../../core/domain/markets/interval.ts';
import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { noLimits } from '../../driver/account/trading-limits.ts';
import { runBacktest } from '../run-backtest.ts';
import { BarFeed } from './bar-feed.ts';

const minuteMs = 60_000;
const grid = { priceDecimals: 2, tickDecimals: 2, qtyDecimals: 5, lotDecimals: 5 };

/** Bars of a minute that close at a hundred and their number. */
function minutes(count: number): BarSeries {
  const prices = Float64Array.from({ length: count }, (_, at) => 10_000 + at * 100);
  return {
    lengthMs: minuteMs,
    grid,
    openMs: Float64Array.from(prices, (_, at) => at * minuteMs),
    ...{ open: prices, high: prices, low: prices, close: prices, lots: Float64Array.from(prices, () => 1) },
  };
}

/** Notes every candle that it hears of, and every history as a whole. */
const remembering = (interval: Interval, history: number) =>
  defineStrategy<unknown, number>({
    params: {},
    start: () => ({ state: 0, subscribe: [{ type: 'candle', instrumentId: testInstrument.id, interval, history }] }),
    onMarket: (_context, state, event) => {
      const candles = event.type === 'history' ? event.candles : event.type === 'candle' ? [event.candle] : [];
      const text = candles.map(({ openMs, close }) => `${openMs / minuteMs} at ${close}`).join(', ');
      const actions: readonly StrategyAction[] = [{ type: 'note', key: event.type, params: { text } }];
      return { state: state + 1, actions };
    },
    onOrder: (_context, state) => ({ state, actions: [] }),
    onTimer: (_context, state) => ({ state, actions: [] }),
    onStop: (_context, state) => ({ state, actions: [] }),
  });

async function told(interval: Interval, history: number, fromMinute: number): Promise<readonly string[]> {
  const { notes } = await runBacktest({
    ...{ definition: remembering(interval, history), executors: {}, params: {}, seed: 1, limits: noLimits },
    feed: new BarFeed([{ part: { instrument: testInstrument, grid, kind: 'bars' }, series: minutes(40) }]),
    accounts: [{ apiId: 1, exchange: testInstrument.exchange, balances: { USDT: '1000' } }],
    ...{ latencyMs: 0, isOptimistic: false, range: { fromMs: fromMinute * minuteMs, toMs: 40 * minuteMs } },
  });
  return notes.slice(0, 3).map(({ key, params }) => `${key}: ${params.text}`);
}

it('a run begins with the candles before its range, then hears of those that close in it, none twice and none left out', async () => {
  expect(await told('1m', 3, 20)).toEqual(['history: 17 at 117, 18 at 118, 19 at 119', 'candle: 20 at 120', 'candle: 21 at 121']);
});

it('candles of more than a bar are made of bars that had ended', async () => {
  expect(await told('5m', 2, 20)).toEqual(['history: 10 at 114, 15 at 119', 'candle: 20 at 124', 'candle: 25 at 129']);
});

it('a run from the beginning of what is recorded has an empty history', async () => {
  expect(await told('1m', 3, 0)).toEqual(['history: ', 'candle: 0 at 100', 'candle: 1 at 101']);
});
