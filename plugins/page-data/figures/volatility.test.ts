import { describe, expect, it } from 'vitest';
import { horizons, hoursOfWeek, volatilityCone } from './volatility.ts';

const year = Math.sqrt(365 * 24);

describe('the cone', () => {
  it('of a market that moves one per cent every hour is flat at 93.6 %', () => {
    for (const { percentiles, current } of volatilityCone(Array.from({ length: 800 }, (_, at) => (at % 2 === 0 ? 0.01 : -0.01)))) {
      expect([...(percentiles ?? []), current].every((one) => Math.abs((one as number) - 0.01 * year) < 1e-9)).toBe(true);
    }
  });

  it('has the calm days below and the wild ones above, and the last one apart', () => {
    const [day] = volatilityCone([...Array.from({ length: 100 }, () => 0.01), ...Array.from({ length: 24 }, () => 0.03)]);
    expect([day?.percentiles?.[0], day?.percentiles?.at(-1), day?.current].map((one) => ((one as number) / year).toFixed(4))).toEqual([
      '0.0100',
      '0.0300',
      '0.0300',
    ]);
    expect(day?.windows).toBe(101);
  });

  it('has no percentiles of fewer than thirty windows, and counts none that lacks an hour', () => {
    const [day, three] = volatilityCone([...Array.from({ length: 60 }, () => 0.01), null, ...Array.from({ length: 30 }, () => 0.01)]);
    expect([day?.windows, day?.percentiles === null]).toEqual([44, false]);
    expect([three?.windows, three?.percentiles, three?.current]).toEqual([0, null, null]);
    expect(horizons[1]).toBe(72);
  });
});

describe('the hours of the week', () => {
  const monday = Date.UTC(2026, 10, 23);
  const placeOf = (timeMs: number): number => ((timeMs - monday) / 3_600_000) % 168;

  it('each have the returns of their own hour', () => {
    const returns = Array.from({ length: 4 * 168 }, (_, at) => (at % 168 === 25 ? 0.02 : 0.01));
    const cells = hoursOfWeek(monday, returns, placeOf);
    expect(cells[25]).toMatchObject({ weekday: 1, hour: 1, returns: 4 });
    expect(cells[25]?.volatility).toBeCloseTo(0.02 * year, 12);
    expect(cells[26]?.volatility).toBeCloseTo(0.01 * year, 12);
  });

  it('say nothing of fewer than four', () => {
    expect(hoursOfWeek(monday, [0.01, null], placeOf).filter(({ volatility }) => volatility !== null)).toEqual([]);
  });
});
