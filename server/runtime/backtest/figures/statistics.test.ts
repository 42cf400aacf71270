import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReturnPeriod } from '../../../../core/domain/return-period.ts';
import type { EquityPoint } from './equity-curve.ts';
import { EquityFigures } from './equity-figures.ts';
import { annualReturn, periodEnds, periodFor, sharpeOf } from './return-periods.ts';
import { profitFigures, statisticsOf } from './statistics.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Told at the last millisecond of each day after the start. */
function daily(start: number, ...values: readonly number[]): EquityFigures {
  const figures = new EquityFigures(0, start);
  for (const [at, value] of values.entries()) figures.add((at + 1) * day - 1, value);
  return figures;
}

const figuresOf = (figures: EquityFigures, days: number, period: ReturnPeriod = 'day') =>
  statisticsOf(figures, [], { fromMs: 0, toMs: days * day - 1 }, { period, openProfit: 0, fees: 0, funding: null, fills: 0, denied: 0 });

describe('figures of a run', () => {
  it('measure the deepest fall from a high, and say from when to when it was', () => {
    const figures = daily(100, 120, 90, 130, 117);
    expect(figures.maxDrawdown).toBeCloseTo(0.25, 12);
    expect(figures.fall).toEqual({ high: [day - 1, 120], low: [2 * day - 1, 90] });
    expect([daily(1, 2, 3).maxDrawdown, daily(1, 2, 3).fall]).toEqual([0, null]);
    expect(daily(1, 1.02, 1.01, 1.05, 0.99, 1.03).maxDrawdown).toBeCloseTo(0.057143, 6);
    expect([figures.lowest, figures.highest, figures.end]).toEqual([90, 130, 117]);
  });

  it('annualise the Sharpe ratio of the returns between period ends by the sample deviation and the periods in a year', () => {
    expect(figuresOf(daily(1, 1.02, 1.01, 1.05, 0.99, 1.03), 5).sharpe).toBeCloseTo(3.07662, 5);
    // Returns 10 %, -5 %, 10 %: mean 0.05, deviation 0.0866025.
    expect(figuresOf(daily(100, 110, 104.5, 114.95), 3).sharpe).toBeCloseTo((0.05 / 0.08660254) * Math.sqrt(365), 4);
  });

  it('have no Sharpe ratio with less than two returns, without variation, or once everything is lost', () => {
    expect(figuresOf(daily(100), 1).sharpe).toBeNull();
    expect(figuresOf(daily(100, 110), 1).sharpe).toBeNull();
    expect(figuresOf(daily(100, 100, 100), 2).sharpe).toBeNull();
    // The same return each day, but for the last bit of a double.
    expect(figuresOf(daily(100, 110, 121, 133.1, 146.41), 4).sharpe).toBeNull();
    expect(figuresOf(daily(100, 0, 0, 100), 3).sharpe).toBeNull();
  });

  it('sample the last value at or before each whole period end, and carry it over periods without one', () => {
    const points: readonly EquityPoint[] = [
      [5 * hour, 100],
      [day - 1, 110],
      [day, 50],
      [2 * day + hour, 120],
      [4 * day - 1, 130],
      [4 * day + hour, 999],
    ];
    expect(periodEnds(points, 4 * day + 2 * hour, 'day')).toEqual([
      [5 * hour, 100],
      [day - 1, 110],
      [2 * day - 1, 50],
      [3 * day - 1, 120],
      [4 * day - 1, 130],
    ]);
  });

  it.each<[ReturnPeriod, readonly string[]]>([
    ['week', ['2025-01-05T23:59:59.999Z', '2025-01-12T23:59:59.999Z', '2025-01-19T23:59:59.999Z']],
    ['month', ['2024-12-31T23:59:59.999Z']],
    ['year', ['2024-12-31T23:59:59.999Z']],
  ])('end a %s where a calendar does, weeks on Sunday', (period, ends) => {
    const [fromMs, toMs] = [Date.UTC(2024, 11, 31), Date.UTC(2025, 0, 20) - 1];
    expect(
      periodEnds([[fromMs, 1]], toMs, period)
        .slice(1)
        .map(([timeMs]) => new Date(timeMs).toISOString()),
    ).toEqual(ends);
  });

  it('are of days, of hours for less than a week', () => {
    expect(periodFor({ fromMs: 0, toMs: 7 * day - 1 })).toBe('day');
    expect(periodFor({ fromMs: 0, toMs: 7 * day - 2 })).toBe('hour');
  });

  it('say the growth of a year at the same pace, and none for less than a day', () => {
    expect(annualReturn(100, 112, { fromMs: 0, toMs: 180 * day - 1 })).toBeCloseTo(0.258355, 6);
    expect(annualReturn(100, 112, { fromMs: 0, toMs: day - 2 })).toBeNull();
    expect(annualReturn(100, -1, { fromMs: 0, toMs: day - 1 })).toBeNull();
  });

  it('count a trip that brings nothing as none that gained', () => {
    expect(profitFigures([120, -50, 0, 30, -10])).toEqual({ trades: 5, winRate: 0.4, profitFactor: 2.5 });
    expect(profitFigures([])).toEqual({ trades: 0, winRate: null, profitFactor: null });
  });

  it('do not change when all values are scaled', () => {
    // On a grid: values that differ by their last bit alone are the same once they are scaled.
    const values = fc.array(
      fc.integer({ min: 5_000, max: 15_000 }).map((cents) => cents / 100),
      { minLength: 3, maxLength: 50 },
    );
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1_000, noNaN: true }), ([first = 1, ...rest], factor) => {
        const plain = figuresOf(daily(first, ...rest), rest.length);
        const scaled = figuresOf(daily(first * factor, ...rest.map((value) => value * factor)), rest.length);
        expect(scaled.maxDrawdown).toBeCloseTo(plain.maxDrawdown, 9);
        if (plain.sharpe !== null && Math.abs(plain.sharpe) < 1e4) expect(scaled.sharpe).toBeCloseTo(plain.sharpe, 4);
      }),
    );
  });

  it('see every value of an hour, and keep only the last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 * hour }), fc.integer({ min: 1, max: 1_000 })), { maxLength: 80 }),
        (moves) => {
          let timeMs = 0;
          const points: EquityPoint[] = [[0, 500]];
          for (const [step, value] of moves) {
            timeMs += step;
            points.push([timeMs, value]);
          }
          const figures = new EquityFigures(0, 500);
          for (const [at, value] of points.slice(1)) figures.add(at, value);
          for (const period of ['hour', 'day'] as const)
            expect(periodEnds(figures.hours, timeMs, period)).toEqual(periodEnds(points, timeMs, period));
          expect(sharpeOf(periodEnds(figures.hours, timeMs, 'hour'), 'hour')).toBe(sharpeOf(periodEnds(points, timeMs, 'hour'), 'hour'));
        },
      ),
    );
  });
});
