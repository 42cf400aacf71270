import { expect, it } from 'vitest';
import type { CandlePart } from '../../simulation/candle-builder.ts';
import { MinuteParts } from './minute-parts.ts';
import { candlesBefore, type RecordedParts } from './past-candles.ts';

const minuteMs = 60_000;
const grid = { priceDecimals: 0, qtyDecimals: 0 } as Parameters<typeof candlesBefore>[1];
const part = (close: number): CandlePart => ({ open: close, high: close + 1, low: close - 1, close, lots: 1, trades: 0 });

/** Bars of one minute at these minutes, closing at their number. */
const minutes = (...all: readonly number[]): RecordedParts => ({
  count: all.length,
  lengthMs: minuteMs,
  openMs: (at) => (all[at] as number) * minuteMs,
  part: (at) => part(all[at] as number),
});
const told = (parts: RecordedParts, interval: '1m' | '5m', count: number, atMs: number): readonly string[] =>
  candlesBefore(parts, grid, { interval, count }, atMs).map(({ openMs, close, volume }) => `${openMs / minuteMs} at ${close}, ${volume}`);

it('gives the newest that have closed, oldest first, and none of what comes later', () => {
  const bars = minutes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  expect(told(bars, '1m', 2, 9 * minuteMs)).toEqual(['7 at 7, 1', '8 at 8, 1']);
  // At the last moment of a bar it has closed.
  expect(told(bars, '1m', 1, 9 * minuteMs - 1)).toEqual(['8 at 8, 1']);
  expect(told(bars, '5m', 9, 11 * minuteMs)).toEqual(['0 at 4, 5', '5 at 9, 5']);
  expect(told(bars, '5m', 1, 11 * minuteMs)).toEqual(['5 at 9, 5']);
  expect(told(bars, '1m', 3, 0)).toEqual([]);
});

it('leaves out times in which nothing is recorded, and counts only what is', () => {
  expect(told(minutes(0, 1, 7, 20), '5m', 2, 30 * minuteMs)).toEqual(['5 at 7, 1', '20 at 20, 1']);
});

it('makes minutes of trades', () => {
  const parts = new MinuteParts();
  for (const [timeMs, ticks, lots] of [
    [10, 5, 1],
    [59_999, 7, 2],
    [60_000, 4, 3],
    [200_000, 9, 1],
  ] as const)
    parts.add(timeMs, ticks, lots);
  expect(candlesBefore(parts, grid, { interval: '1m', count: 10 }, 200_001)).toMatchObject([
    { openMs: 0, open: '5', high: '7', low: '5', close: '7', volume: '3', trades: 2 },
    { openMs: minuteMs, open: '4', high: '4', low: '4', close: '4', volume: '3', trades: 1 },
  ]);
});
