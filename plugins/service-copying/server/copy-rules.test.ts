import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import { baseFor, isAmount, isRatio, onTick, shareOf } from './copy-rules.ts';

const share = { syncRatio: '100', ratio: '50', most: null, step: '0.001' };

describe('the share of a follower', () => {
  it('is its part of the whole, down to what its market counts in', () => {
    expect(shareOf('1', share)).toBe('0.5');
    expect(shareOf('0.0099', { ...share, ratio: '33.33' })).toBe('0.003');
    expect(shareOf('0.001', share)).toBe('0');
    expect(shareOf('1', { ...share, ratio: '1000' })).toBe('10');
  });

  it('is scaled for all at once by the ratio of the main account', () => {
    expect(shareOf('1', { ...share, syncRatio: '10' })).toBe('0.05');
    expect(shareOf('1', { ...share, syncRatio: '200' })).toBe('1');
  });

  it('ends at its most', () => {
    expect(shareOf('1', { ...share, most: '0.2505' })).toBe('0.25');
    expect(shareOf('1', { ...share, most: '2' })).toBe('0.5');
  });

  it('never is more than its part, nor a step less, whatever the numbers', () => {
    const decimal = (most: number) => fc.integer({ min: 1, max: most }).map((units) => String(units / 100));
    fc.assert(
      fc.property(decimal(10_000_000), decimal(100_000), decimal(100_000), (value, ratio, syncRatio) => {
        const copied = shareOf(value, { ratio, syncRatio, most: null, step: '0.01' });
        const exact = multiplyDecimals(multiplyDecimals(value, multiplyDecimals(ratio, '0.01')), multiplyDecimals(syncRatio, '0.01'));
        expect(compareDecimals(copied, exact)).toBeLessThanOrEqual(0);
        expect(compareDecimals(String(Number(copied) + 0.011), exact)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('what is typed of a share', () => {
  it.each(['1', '0.01', '100', '33.33', '1000'])('may be %s per cent', (text) => expect(isRatio(text)).toBe(true));
  it.each(['', '0', '-1', '0.001', '1000.01', '1e2', ' 5', 'half'])('may not be %j per cent', (text) => expect(isRatio(text)).toBe(false));
  it('may be any amount above nothing', () => {
    expect(['1', '0.5'].map(isAmount)).toEqual([true, true]);
    expect(['0', '0.00', '-1', '', 'x'].map(isAmount)).toEqual([false, false, false, false, false]);
  });
});

it('gives prices to another grid on the side that asks for less', () => {
  expect(onTick('100.07', '0.05', 'BUY')).toBe('100.05');
  expect(onTick('100.07', '0.05', 'SELL')).toBe('100.1');
  expect(onTick('100.05', '0.05', 'SELL')).toBe('100.05');
});

it('says how much an amount buys, rounded down', () => {
  expect(baseFor('100', '30000')).toBe('0.00333333333333333333');
});
