import { expect, test } from 'vitest';
import type { Candle } from '../../../core/contract/market.ts';
import { candlePage, fillGaps, knownCandles } from './candle-pages.ts';

const minuteMs = 60_000;
const candle = (minute: number, close: string, trades = 1): Candle => ({
  openMs: minute * minuteMs,
  open: '1',
  high: '9',
  low: '1',
  close,
  volume: '1',
  quoteVolume: '1',
  trades,
});
const minutes = (page: readonly Candle[]): number[] => page.map(({ openMs }) => openMs / minuteMs);

test('minutes without a trade repeat the last close with no volume', () => {
  const page = fillGaps([candle(1, '5'), candle(4, '6')], '1m', 6 * minuteMs, 10);
  expect(minutes(page)).toEqual([1, 2, 3, 4, 5]);
  expect(page[2]).toEqual({ openMs: 3 * minuteMs, open: '5', high: '5', low: '5', close: '5', volume: '0', quoteVolume: '0', trades: 0 });
  expect(page[4]?.close).toBe('6');
});

test('a gap of years costs only the page that was asked', () => {
  const page = fillGaps([candle(1, '5')], '1m', 30_000_000 * minuteMs, 3);
  expect(minutes(page)).toEqual([29_999_997, 29_999_998, 29_999_999]);
});

test('weeks and months are filled on their own calendar', () => {
  const openMs = Date.UTC(2024, 0, 1);
  const months = fillGaps([{ ...candle(0, '5'), openMs }], '1M', Date.UTC(2024, 3, 1), 10);
  expect(months.map((row) => new Date(row.openMs).getUTCMonth())).toEqual([0, 1, 2]);
});

test('a page joins venue history, stored and unsaved candles, the later state winning', async () => {
  const asked: number[][] = [];
  const page = await candlePage(
    {
      stored: async () => [candle(11, '2'), candle(12, '3', 1)],
      unsaved: () => [candle(12, '4', 5), candle(13, '5')],
      venueIsSimulated: false,
      venue: async (beforeMs, limit) => {
        asked.push([beforeMs / minuteMs, limit]);
        return [candle(9, '1'), candle(10, '1')];
      },
    },
    '1m',
    Number.MAX_SAFE_INTEGER,
    13.5 * minuteMs,
    6,
  );
  expect(minutes(page)).toEqual([9, 10, 11, 12, 13]);
  expect(page[3]?.close).toBe('4');
  expect(asked).toEqual([[11, 3]]);
});

test('a page never reaches into the future', async () => {
  const sources = { stored: async () => [candle(1, '2')], unsaved: () => [], venue: null, venueIsSimulated: false };
  expect(minutes(await candlePage(sources, '1m', 100 * minuteMs, 3 * minuteMs, 10))).toEqual([1, 2, 3]);
});

const pastOf = (venueIsSimulated: boolean) => ({
  stored: async () => [candle(3, '5'), candle(4, '6')],
  unsaved: () => [candle(8, '7')],
  venue: async (beforeMs: number, limit: number) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
      .map((minute) => candle(minute, 'theirs'))
      .filter(({ openMs }) => openMs < beforeMs)
      .slice(-limit),
  venueIsSimulated,
});
const told = (page: readonly Candle[]): string[] => page.map(({ openMs, close }) => `${openMs / minuteMs} ${close}`);

test('a simulated past ends where the market itself began and stands in for no time in which nobody listened', async () => {
  const page = await knownCandles(pastOf(true), minuteMs, 10 * minuteMs, 10);
  expect(told(page)).toEqual(['1 theirs', '2 theirs', '3 5', '4 6', '8 7']);
  expect(told(await knownCandles(pastOf(true), 5 * minuteMs, 10 * minuteMs, 10))).toEqual(['8 7']);
});

test('a venue that has recorded what was traded stands in wherever the house knows nothing', async () => {
  const page = await knownCandles(pastOf(false), 2 * minuteMs, 9 * minuteMs, 10);
  expect(told(page)).toEqual(['2 theirs', '3 5', '4 6', '5 theirs', '6 theirs', '7 theirs', '8 7']);
});
