import { describe, expect, it } from 'vitest';
import { changePercent, formatCompact, formatDecimal, formatStamp, formatTime, shortenId } from './format.ts';

describe('formatDecimal', () => {
  it.each([
    ['0', 2, '0.00'],
    ['1234.5', 2, '1,234.50'],
    ['61234.567', 2, '61,234.56'],
    ['-1000000', 0, '−1,000,000'],
    ['-0.001', 2, '0.00'],
    ['12345678901234567890.12345678901234567890', 20, '12,345,678,901,234,567,890.12345678901234567890'],
  ])('shows %s with %i decimals as %s', (text, decimals, shown) => {
    expect(formatDecimal(text, decimals)).toBe(shown);
  });

  it('keeps the digits as they are without a number of decimals', () => {
    expect(formatDecimal('1234.5')).toBe('1,234.5');
  });
});

describe('formatCompact', () => {
  it.each([
    ['0', '0.00'],
    ['12.345', '12.34'],
    ['999.99', '999.9'],
    ['1234567.8', '1.23M'],
    ['123456', '123K'],
    ['98765432100', '98.7B'],
  ])('shortens %s to %s', (text, shown) => {
    expect(formatCompact(text)).toBe(shown);
  });
});

describe('changePercent', () => {
  it('rounds to hundredths and carries the sign', () => {
    expect(changePercent('100', '101.235')).toEqual({ text: '+1.24%', sign: 1 });
    expect(changePercent('100', '99')).toEqual({ text: '−1.00%', sign: -1 });
    expect(changePercent('100', '100.001')).toEqual({ text: '0.00%', sign: 0 });
  });

  it('is unknown without a start', () => {
    expect(changePercent('0', '1')).toBeNull();
    expect(changePercent(null, '1')).toBeNull();
  });
});

describe('times', () => {
  const noon = Date.UTC(2026, 10, 20, 12, 3, 4, 56);

  it('shows the day only when it is another one', () => {
    expect(formatTime(noon, noon, 'UTC')).toBe('12:03:04');
    expect(formatTime(noon - 86_400_000, noon, 'UTC')).toBe('11-19 12:03:04');
    expect(formatTime(noon - 366 * 86_400_000, noon, 'UTC')).toBe('2025-11-19 12:03:04');
  });

  it('gives the full stamp in the zone of the user', () => {
    expect(formatStamp(noon, 'Asia/Hong_Kong')).toBe('2026-11-20 20:03:04.056');
  });
});

it('shortens long ids in the middle', () => {
  expect(shortenId('10293847568841')).toBe('1029…8841');
  expect(shortenId('12345')).toBe('12345');
});
