import { expect, it } from 'vitest';
import type { InstanceMarkView } from '../../schemas/wire/strategy.ts';
import { profitCurve } from './profit-curve.ts';

const mark = (
  event_id: number,
  side: 'BUY' | 'SELL',
  price: string,
  qty: string,
  instrument = 'aurora/BTCUSDT/spot',
): InstanceMarkView => ({
  event_id,
  instrument,
  side,
  price,
  qty,
  time: event_id * 1_000,
});

it('counts money and holdings at the last price after each fill, oldest first', () => {
  const marks = [mark(3, 'SELL', '110', '2'), mark(2, 'BUY', '90', '1'), mark(1, 'BUY', '100', '1')];
  expect(profitCurve(marks).map(({ value }) => value)).toEqual([0, -10, 30]);
  expect(profitCurve(marks)[0]?.timeMs).toBe(1_000);
  expect(profitCurve([])).toEqual([]);
});

it('keeps markets apart', () => {
  const dear = mark(1, 'SELL', '50250', '1', 'meridian/BTCUSDT/spot');
  const cheap = mark(2, 'BUY', '50000', '1');
  expect(
    profitCurve([mark(4, 'SELL', '50045', '1'), mark(3, 'BUY', '50060', '1', 'meridian/BTCUSDT/spot'), cheap, dear]).at(-1)?.value,
  ).toBe(235);
});
