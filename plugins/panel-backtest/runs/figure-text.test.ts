import { describe, expect, it } from 'vitest';
import { strengthOf } from '../pictures/sweep-map.tsx';
import { axisTimeText, moneyText, percentText, ratioText, remainingOf, toneOf } from './figure-text.ts';
import { joinedReturn } from './fold-table.tsx';

describe('figures', () => {
  it('say percent, ratios and money with signs that need no colour', () => {
    expect([percentText(0.12345, true), percentText(-0.05), percentText(0, true), percentText(null)]).toEqual([
      '+12.35%',
      '−5.00%',
      '0.00%',
      '–',
    ]);
    expect([ratioText(1.236), moneyText(-1234.5), moneyText(0.001, true)]).toEqual(['1.24', '−1,234.50', '0.00']);
    expect([toneOf(1), toneOf(-1), toneOf(0), toneOf(null)]).toEqual(['up', 'down', 'none', 'none']);
  });

  it('say the time that is left in a unit that fits', () => {
    expect([remainingOf(300), remainingOf(90_000), remainingOf(600_000), remainingOf(8_000_000)]).toEqual([
      { key: 'seconds', count: 1 },
      { key: 'seconds', count: 90 },
      { key: 'minutes', count: 10 },
      { key: 'hours', count: 2 },
    ]);
  });

  it('colour a cell by its distance from neither gain nor loss', () => {
    expect(strengthOf(0.5, [0.5, -1], 'sharpe')).toBe(0.5);
    expect(strengthOf(0.5, [0.5, 2], 'profitFactor')).toBe(-0.5);
    expect(strengthOf(0, [0, 0], 'totalReturn')).toBe(0);
  });

  it('and tell cells apart that all gain, or all lose: the nearest to neither is nearly plain', () => {
    const gains = [5, 5.5, 6];
    expect(gains.map((gain) => strengthOf(gain, gains, 'sharpe'))).toEqual([0.15, 0.575, 1]);
    expect(gains.map((gain) => strengthOf(-gain, [-5, -5.5, -6], 'sharpe'))).toEqual([-0.15, -0.575, -1]);
    expect(strengthOf(5, [5, 5], 'sharpe')).toBe(1);
  });

  it('join the tests of a walk forward by compounding', () => {
    const fold = (totalReturn: number | null) =>
      ({ tested: totalReturn === null ? null : { totalReturn } }) as Parameters<typeof joinedReturn>[0][number];
    expect(joinedReturn([fold(0.1), fold(null), fold(-0.1)])).toBeCloseTo(-0.01, 12);
    expect(joinedReturn([fold(null)])).toBeNull();
  });
});

it.each([
  [86_400_000, '13:45'],
  [30 * 86_400_000, '06-18'],
  [2_000 * 86_400_000, '2025-06'],
  [4 * 86_400_000, '13:45'],
])('writes a time below an axis of %i ms as %s', (spanMs, text) => {
  expect(axisTimeText(Date.UTC(2025, 5, 18, 13, 45), spanMs, 'UTC')).toBe(text);
});
