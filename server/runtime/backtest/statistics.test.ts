import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { fillOf } from '../../../tests/kit/strategy-kit.ts';
import type { EquityPoint } from './equity-curve.ts';
import { RoundTrips } from './round-trips.ts';
import { maxDrawdown, sharpe, statisticsOf } from './statistics.ts';

const day = 86_400_000;
const daily = (...values: readonly number[]): readonly EquityPoint[] => values.map((value, at) => [at * day, value]);

describe('figures of a run', () => {
  it('measure the deepest fall from a high', () => {
    expect(maxDrawdown(daily(100, 120, 90, 130, 117))).toBeCloseTo(0.25, 12);
    expect(maxDrawdown(daily(1, 2, 3))).toBe(0);
  });

  it('annualise the Sharpe ratio by the distance of the points', () => {
    // Returns 10 %, -5 %, 10 %: mean 0.05, deviation 0.0866025.
    const points = daily(100, 110, 104.5, 114.95);
    expect(sharpe(points)).toBeCloseTo((0.05 / 0.08660254) * Math.sqrt(365), 4);
    expect(sharpe(daily(100, 100, 100))).toBeNull();
    expect(sharpe(daily(100))).toBeNull();
    expect(sharpe(daily(100, 0, 0, 100))).toBeNull();
  });

  it('do not change when all values are scaled', () => {
    // On a grid: values that differ by their last bit alone are the same once they are scaled.
    const values = fc.array(
      fc.integer({ min: 5_000, max: 15_000 }).map((cents) => cents / 100),
      { minLength: 3, maxLength: 50 },
    );
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1_000, noNaN: true }), (equity, factor) => {
        const scaled = daily(...equity.map((value) => value * factor));
        const plain = daily(...equity);
        expect(maxDrawdown(scaled)).toBeCloseTo(maxDrawdown(plain), 9);
        const [a, b] = [sharpe(scaled), sharpe(plain)];
        if (b !== null && Math.abs(b) < 1e4 && new Set(equity).size > 1) expect(a).toBeCloseTo(b, 4);
      }),
    );
  });

  it('pair fills by average cost with the fees of both ways', () => {
    const trips = new RoundTrips([testInstrument]);
    trips.add(fillOf({ price: '45000', qty: '1', fee: '0.001', feeAsset: 'BTC' }));
    trips.add(fillOf({ side: 'SELL', price: '46000', qty: '1', fee: '46', feeAsset: 'USDT' }));
    expect(trips.trips).toMatchObject([{ qty: 1, exitPrice: 46_000 }]);
    expect(trips.trips[0]?.profit).toBeCloseTo(909, 9);
    expect(trips.fees).toBe(91);
    trips.add(fillOf({ side: 'SELL', price: '100', qty: '2' }));
    trips.add(fillOf({ side: 'BUY', price: '110', qty: '1' }));
    expect(trips.trips[1]?.profit).toBeCloseTo(-10, 9);
    const figures = statisticsOf(daily(1000, 1100), trips.trips, { fees: trips.fees, funding: 0, fills: 4 });
    expect(figures).toMatchObject({ trades: 2, winRate: 0.5, startEquity: 1000, endEquity: 1100, fills: 4 });
    expect(figures.profitFactor).toBeCloseTo(90.9, 9);
    expect(figures.totalReturn).toBeCloseTo(0.1, 12);
  });
});
