import * as fc from 'fast-check';
import { expect, test } from 'vitest';
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
