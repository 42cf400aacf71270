import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Candle } from '../../../core/contract/market.ts';
import { intervalOpenMs, intervals } from '../../../core/domain/markets/interval.ts';
import { compareDecimals, fromUnits, toUnits } from '../../../core/domain/numbers/decimal.ts';
import { marketUnits } from './candle-bar.ts';
import { mergeCandles } from './candle-pages.ts';
import { CandleSeries, type SeriesMark, type StoredSeries } from './candle-series.ts';
import { rebuiltCandles } from './rebuilt-candles.ts';

interface Trade {
  readonly timeMs: number;
  readonly price: string;
  readonly qty: string;
}

/** Gaps from nothing to two months, so that every interval ends now and then. */
const tradesArbitrary = fc
  .array(
    fc.record({
      gapMs: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 5_000_000_000 })),
      price: fc.integer({ min: 1, max: 10_000_000 }),
      qty: fc.integer({ min: 1, max: 100_000_000 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps) => {
    let timeMs = Date.UTC(2024, 1, 27);
    return steps.map(({ gapMs, price, qty }): Trade => {
      timeMs += gapMs;
      return { timeMs, price: fromUnits(BigInt(price), 2), qty: fromUnits(BigInt(qty), 8) };
    });
  });

function bruteForce(trades: readonly Trade[], interval: (typeof intervals)[number]): Candle[] {
  const groups = new Map<number, Trade[]>();
  for (const trade of trades) {
    const openMs = intervalOpenMs(interval, trade.timeMs);
    groups.set(openMs, [...(groups.get(openMs) ?? []), trade]);
  }
  return [...groups].map(([openMs, group]) => {
    const prices = group.map((trade) => trade.price).sort(compareDecimals);
    let volume = 0n;
    let quoteVolume = 0n;
    for (const trade of group) {
      const qty = toUnits(trade.qty, 8) ?? 0n;
      volume += qty;
      quoteVolume += qty * (toUnits(trade.price, 2) ?? 0n);
    }
    return {
      openMs,
      open: group[0]?.price ?? '',
      high: prices.at(-1) ?? '',
      low: prices[0] ?? '',
      close: group.at(-1)?.price ?? '',
      volume: fromUnits(volume, 8),
      quoteVolume: fromUnits(quoteVolume, 10),
      trades: group.length,
    };
  });
}

/** As a store would give it back. */
function storedOf({ candles, wholeUntilMs = null }: SeriesMark): StoredSeries {
  const stored = new Map(candles.map(({ interval, candle }) => [interval, candle]));
  const minute = stored.get('1m');
  if (wholeUntilMs === null || minute === undefined) return { newest: stored, before: null, wholeUntilMs };
  return { ...rebuiltCandles(stored, [minute]), wholeUntilMs };
}

const feed = (series: CandleSeries, trades: readonly Trade[]): void => {
  for (const trade of trades) series.add(trade.timeMs, marketUnits(trade.price), marketUnits(trade.qty));
};

test('candles of every interval equal those computed from the trades alone', () => {
  fc.assert(
    fc.property(tradesArbitrary, (trades) => {
      const series = new CandleSeries();
      feed(series, trades);
      for (const interval of intervals) expect(series.unsaved(interval)).toEqual(bruteForce(trades, interval));
    }),
    { numRuns: 60 },
  );
});

test('a series that is saved and restored anywhere gives the same candles as one that runs through', () => {
  fc.assert(
    fc.property(tradesArbitrary, fc.nat(40), (trades, cut) => {
      const first = new CandleSeries();
      feed(first, trades.slice(0, cut));
      const mark = first.mark(true);
      const second = new CandleSeries();
      second.restore(storedOf(mark));
      feed(second, trades.slice(cut));
      for (const interval of intervals) {
        const saved = mark.candles.filter((entry) => entry.interval === interval).map((entry) => entry.candle);
        const all = mergeCandles(Number.MAX_SAFE_INTEGER, saved, second.unsaved(interval));
        expect(all).toEqual(bruteForce(trades, interval));
      }
    }),
    { numRuns: 60 },
  );
});

test('a confirmed write keeps candles that finished while it was under way', () => {
  const series = new CandleSeries();
  series.add(0, 1n, 1n);
  series.add(60_000, 2n, 1n);
  const mark = series.mark(true);
  series.add(120_000, 3n, 1n);
  series.confirm(mark);
  expect(series.dirty).toBe(true);
  expect(series.unsaved('1m').map((candle) => candle.openMs)).toEqual([60_000, 120_000]);
});
