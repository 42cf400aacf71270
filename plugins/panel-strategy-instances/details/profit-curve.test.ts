import { expect, it } from 'vitest';
import type { InstanceMarkView } from '../../../schemas/wire/strategy.ts';
import { profitCurve } from './profit-curve.ts';

const mark = (event_id: number, profit: string | null): InstanceMarkView => ({
  event_id,
  order_id: '1',
  trade_id: String(event_id),
  instrument: 'aurora/BTCUSDT/spot',
  side: 'BUY',
  price: '100',
  qty: '1',
  time: event_id * 1_000,
  profit,
});
const marks = [mark(3, '4.5'), mark(2, null), mark(1, '-1')];

it('goes through the profit as it was told after each fill and ends at the one that is shown, now or when it ended', () => {
  const seen = [
    { timeMs: 1_000, value: -1 },
    { timeMs: 3_000, value: 4.5 },
  ];
  expect(profitCurve(marks, { profit: '6.15', stop_time: null }, 9_000)).toEqual([...seen, { timeMs: 9_000, value: 6.15 }]);
  expect(profitCurve(marks, { profit: '2.1', stop_time: 7_000 }, 9_000)).toEqual([...seen, { timeMs: 7_000, value: 2.1 }]);
});

it('ends at its last fill while the profit of now is not known, and is none before the first fill', () => {
  expect(profitCurve(marks, { profit: null, stop_time: null }, 9_000).at(-1)).toEqual({ timeMs: 3_000, value: 4.5 });
  expect(profitCurve([], { profit: '0', stop_time: null }, 9_000)).toEqual([]);
});
