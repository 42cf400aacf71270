import { expect, it } from 'vitest';
import type { BacktestStep } from '../../../core/contract/backtest-runs.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { stepDecimals } from './step-decimals.ts';

const step = (close: number, more: Partial<BacktestStep> = {}): BacktestStep => ({
  ...{ number: 0, timeMs: 0, marked: false, calls: [], moreCalls: 0, fills: [], funding: [], cut: false, equity: null, sheet: null },
  ...{ prices: [close, 0.123456], candles: [[0, close, close, close, close], null] },
  ...more,
});
const page = { markets: ['a/BTC/spot', 'b/X/spot'], steps: [step(100), step(100.25)] };

it('takes the decimals of the market’s grid where the market is known', () => {
  expect(stepDecimals(page, null, 'a/BTC/spot', { tick: '0.010', lot: '0.00001' } as Instrument)).toEqual({ price: 2, qty: 5 });
});

it('takes those of the finest number of the page of a market that is not open, so that no line has fewer than another', () => {
  const order = { tag: 'o', instrument: 'a/BTC/spot', side: 'BUY', price: '99.125', qty: '0.5' } as const;
  const sheet = { state: null, cut: false, executors: [], orders: [order], positions: [] };
  expect(stepDecimals(page, null, 'a/BTC/spot', null)).toEqual({ price: 2, qty: 0 });
  expect(stepDecimals(page, sheet, 'a/BTC/spot', null)).toEqual({ price: 3, qty: 1 });
  expect(stepDecimals(page, sheet, 'b/X/spot', null)).toEqual({ price: 6, qty: 0 });
  expect(stepDecimals({ ...page, steps: [step(0.00000081)] }, null, 'a/BTC/spot', null).price).toBe(8);
});
