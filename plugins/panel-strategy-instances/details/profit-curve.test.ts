import { expect, it } from 'vitest';
import type { InstanceMark } from '../../../core/contract/strategies.ts';
import { profitCurve } from './profit-curve.ts';

const mark = (eventId: number, profit: string | null): InstanceMark => ({
  eventId,
  orderId: '1',
  tradeId: String(eventId),
  instrument: 'aurora/BTCUSDT/spot',
  side: 'BUY',
  price: '100',
  qty: '1',
  timeMs: eventId * 1_000,
  profit,
});
const marks = [mark(3, '4.5'), mark(2, null), mark(1, '-1')];

it('goes through the profit as it was told after each fill and ends at the one that is shown, now or when it ended', () => {
  const seen = [
    { timeMs: 1_000, value: -1 },
    { timeMs: 3_000, value: 4.5 },
  ];
  expect(profitCurve(marks, { profit: '6.15', stoppedMs: null }, 9_000)).toEqual([...seen, { timeMs: 9_000, value: 6.15 }]);
  expect(profitCurve(marks, { profit: '2.1', stoppedMs: 7_000 }, 9_000)).toEqual([...seen, { timeMs: 7_000, value: 2.1 }]);
});

it('ends at its last fill while the profit of now is not known, and is none before the first fill', () => {
  expect(profitCurve(marks, { profit: null, stoppedMs: null }, 9_000).at(-1)).toEqual({ timeMs: 3_000, value: 4.5 });
  expect(profitCurve([], { profit: '0', stoppedMs: null }, 9_000)).toEqual([]);
});
