import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTrade, barOfTrade, type CandleBar, candleOf } from './candle-bar.ts';
import { RollingDay } from './rolling-day.ts';

const minuteMs = 60_000;

test('the figures of 24 hours equal those computed from all trades of the last 1440 minutes', () => {
  const step = fc.record({
    gapMs: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 40_000_000 })),
    price: fc.bigInt({ min: 1n, max: 1_000_000n }),
    qty: fc.bigInt({ min: 1n, max: 1_000_000n }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 90_000_000 }), (steps, waitMs) => {
      const day = new RollingDay();
      const trades: { timeMs: number; price: bigint; qty: bigint }[] = [];
      let timeMs = 1_700_000_000_000;
      const check = (nowMs: number): void => {
        const seen = trades.filter((trade) => Math.floor(trade.timeMs / minuteMs) > Math.floor(nowMs / minuteMs) - 1440);
        const figures = day.figures();
        if (seen.length === 0) {
          expect(figures).toBeNull();
          return;
        }
        const prices = seen.map((trade) => trade.price);
        expect(figures).toEqual({
          open: prices[0],
          high: prices.reduce((a, b) => (a > b ? a : b)),
          low: prices.reduce((a, b) => (a < b ? a : b)),
          volume: seen.reduce((sum, trade) => sum + trade.qty, 0n),
          quoteVolume: seen.reduce((sum, trade) => sum + trade.qty * trade.price, 0n),
        });
      };
      for (const { gapMs, price, qty } of steps) {
        timeMs += gapMs;
        trades.push({ timeMs, price, qty });
        day.add(timeMs, price, qty);
        check(timeMs);
      }
      day.expire(timeMs + waitMs);
      check(timeMs + waitMs);
    }),
    { numRuns: 60 },
  );
});

test('closes stand at even distances: quiet times repeat the close before them, and nothing is said about the time before the first trade', () => {
  const hourMs = 60 * minuteMs;
  const nowMs = 1_700_006_340_000;
  const day = new RollingDay();
  day.add(nowMs - 10 * hourMs, 100n, 1n);
  day.add(nowMs - 10 * hourMs + minuteMs, 110n, 1n);
  day.add(nowMs - 5 * hourMs, 90n, 1n);
  day.add(nowMs - minuteMs, 120n, 1n);
  const closes = day.closes(24, nowMs);
  expect(closes).toEqual([100n, 110n, 110n, 110n, 110n, 90n, 90n, 90n, 90n, 90n, 120n]);
  expect(day.closes(24, nowMs + 3 * hourMs).slice(-4)).toEqual([120n, 120n, 120n, 120n]);
  expect(new RollingDay().closes(24, nowMs)).toEqual([]);
});

test('a day restored in half hours has the figures of one in minutes, once the half hours at its beginning are refined', () => {
  const halfHourMs = 30 * minuteMs;
  const nowMs = 1_700_006_340_000;
  const step = fc.record({
    minute: fc.integer({ min: 0, max: 1439 }),
    price: fc.bigInt({ min: 1n, max: 10n ** 15n }).map((hundredMillionths) => hundredMillionths * 10_000n),
    qty: fc.bigInt({ min: 1n, max: 10n ** 20n }).map((hundredMillionths) => hundredMillionths * 10_000n),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 80 }), fc.integer({ min: 0, max: 1_500 }), (steps, waitMinutes) => {
      const firstMs = nowMs - (nowMs % minuteMs) - 1439 * minuteMs;
      const bars = (lengthMs: number): readonly CandleBar[] => {
        const byOpen = new Map<number, CandleBar>();
        for (const { minute, price, qty } of steps.toSorted((a, b) => a.minute - b.minute)) {
          const timeMs = firstMs + minute * minuteMs;
          const openMs = timeMs - (timeMs % lengthMs);
          const bar = byOpen.get(openMs);
          if (bar === undefined) byOpen.set(openMs, barOfTrade(openMs, price, qty));
          else addTrade(bar, price, qty);
        }
        return [...byOpen.values()];
      };
      const minutes = bars(minuteMs);
      const [fine, coarse] = [new RollingDay(), new RollingDay()];
      for (const bar of minutes) fine.load(candleOf(bar));
      const isWhole = (openMs: number): boolean => openMs >= firstMs && openMs + halfHourMs <= nowMs;
      const parts = [
        ...minutes.filter(({ openMs }) => !isWhole(openMs - (openMs % halfHourMs))).map((bar) => ({ bar, lengthMs: minuteMs })),
        ...bars(halfHourMs).flatMap((bar) => (isWhole(bar.openMs) ? [{ bar, lengthMs: halfHourMs }] : [])),
      ];
      for (const { bar, lengthMs } of parts.sort((a, b) => a.bar.openMs - b.bar.openMs)) coarse.load(candleOf(bar), lengthMs);
      expect(coarse.figures()).toEqual(fine.figures());
      const laterMs = nowMs + waitMinutes * minuteMs;
      for (let part = coarse.coarsePart(laterMs - 1439 * minuteMs); part !== null; part = coarse.coarsePart(laterMs - 1439 * minuteMs)) {
        const { openMs, lengthMs } = part;
        const within = minutes.filter((bar) => bar.openMs >= openMs && bar.openMs < openMs + lengthMs);
        coarse.refine(part, within.map(candleOf));
      }
      for (const day of [fine, coarse]) day.expire(laterMs);
      expect(coarse.figures()).toEqual(fine.figures());
      for (const day of [fine, coarse]) day.add(laterMs, 5n, 7n);
      expect(coarse.figures()).toEqual(fine.figures());
    }),
    { numRuns: 60 },
  );
});
