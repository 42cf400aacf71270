import { expect, it } from 'vitest';
import { fillsByBar } from './fills-by-bar.ts';

const fill = (side: 'BUY' | 'SELL', timeMs: number, price: string, qty: string) => ({
  ...{ side, timeMs, price, qty, orderId: `o${qty}`, tradeId: String(timeMs) },
});

it('sums fills up by bar and side, with the average price to so many decimals', () => {
  const fills = [
    fill('BUY', 60_000, '100', '1'),
    fill('BUY', 119_999, '101', '2'),
    fill('SELL', 61_000, '103', '1'),
    fill('BUY', 120_000, '99', '1'),
  ];
  expect(fillsByBar(fills, '1m', 2)).toEqual([
    { timeMs: 60_000, side: 'BUY', qty: '3', price: '100.67', fills: ['o1 60000', 'o2 119999'] },
    { timeMs: 60_000, side: 'SELL', qty: '1', price: '103', fills: ['o1 61000'] },
    { timeMs: 120_000, side: 'BUY', qty: '1', price: '99', fills: ['o1 120000'] },
  ]);
  expect(fillsByBar([], '1m', 2)).toEqual([]);
});
