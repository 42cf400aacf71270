import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { ExecutorRun } from '../../../tests/kit/executor-run.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { executors } from './index.ts';

type Act = readonly ['fill' | 'end' | 'deny' | 'book' | 'trade' | 'wait' | 'restart' | 'stop', number];

const acts = fc.array(
  fc.tuple(
    fc.constantFrom('fill', 'fill', 'fill', 'end', 'end', 'deny', 'book', 'trade', 'wait', 'wait', 'restart', 'stop' as const),
    fc.nat(1_000),
  ),
  { maxLength: 80 },
) as fc.Arbitrary<readonly Act[]>;

const configs = fc.record({
  kind: fc.constantFrom('twap', 'vwap', 'iceberg', 'pov', 'chase'),
  side: fc.constantFrom('BUY', 'SELL'),
  lots: fc.integer({ min: 1, max: 2_000_000 }),
  baseSplitOrders: fc.integer({ min: 1, max: 20 }),
  maxSplitOrders: fc.integer({ min: 1, max: 40 }),
  minLots: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: null }),
  timeoutTakerAction: fc.constantFrom('MARKET_REST', 'CANCEL_REST', 'CONTINUE'),
  seed: fc.nat(),
});

const qtyOf = (lots: number): string => addDecimals((lots / 100_000).toFixed(5), '0');

function play(run: ExecutorRun, [what, size]: Act): void {
  const order = run.open[size % Math.max(1, run.open.length)];
  if (what === 'book') run.book(String(100 + (size % 7)), String(108 + (size % 5)));
  else if (what === 'trade') run.trade('100', String(size / 10));
  else if (what === 'wait') run.advance(run.nowMs + size * 1_000);
  else if (what === 'restart') run.restart();
  else if (what === 'stop' && size % 10 === 0) run.stop();
  else if (order === undefined) return;
  else if (what === 'fill') run.fill(order, size % 3 === 0 ? undefined : qtyOf(size + 1));
  else if (what === 'end') run.end(order);
  else if (what === 'deny' && order.filledQty === '0') run.deny(order);
}

describe('every sliced parent, under fills, cancels, denials, delays and restarts in any order', () => {
  it('never has more filled and open than its quantity, never two children, and counts what it has', () => {
    fc.assert(
      fc.property(configs, acts, ({ kind, lots, minLots, seed, ...settings }, played) => {
        const qty = qtyOf(lots);
        const run = new ExecutorRun(
          executors[kind] as (typeof executors)[string],
          {
            ...settings,
            ...(minLots === null ? {} : { minOrderQty: qtyOf(minLots) }),
            apiId: 1,
            instrumentId: testInstrument.id,
            qty,
            durationSeconds: 600,
            participationRate: '0.2',
            orderTimeoutSeconds: 60,
            totalTimeoutSeconds: 900,
          },
          { seed },
        );
        run.book('100', '110');
        const known = new Map<string, string>();
        for (const act of played) {
          for (const { clientOrderId } of run.open) known.set(clientOrderId, '0');
          const before = run.open[0];
          play(run, act);
          if (before !== undefined) known.set(before.clientOrderId, before.filledQty);
          expect(run.open.length).toBeLessThanOrEqual(1);
          const filled = [...known.values()].reduce(addDecimals, '0');
          const [open] = run.open;
          const atStake = open === undefined ? '0' : addDecimals(open.qty ?? '0', `-${open.filledQty}`.replace(/^-0$/, '0'));
          expect(compareDecimals(addDecimals(filled, atStake), qty)).toBeLessThanOrEqual(0);
          if (run.ended === null) continue;
          expect(run.open).toEqual([]);
          expect(run.ended.filledQty).toBe(filled);
          expect(run.ended.status === 'EXECUTED').toBe(filled === qty);
          break;
        }
      }),
      { numRuns: 400 },
    );
  });
});
