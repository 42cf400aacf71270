import { describe, expect, it } from 'vitest';
import { changePercent, formatCompact, formatDecimal, formatDigits, formatNumber, formatPercent, withPlus } from './number-text.ts';

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

  it('is none of what was below zero: a share of a debt says nothing of gain or loss', () => {
    expect([changePercent('-1000', '0'), changePercent('-0.5', '-1'), changePercent('-0', '1')]).toEqual([null, null, null]);
  });
});

describe('doubles', () => {
  it('are rounded, with their thousands apart and a minus as wide as a digit', () => {
    expect([formatNumber(1234.567, 2), formatNumber(-1234.5, 1), formatNumber(-0.001, 2)]).toEqual(['1,234.57', '−1,234.5', '0.00']);
    expect([formatDigits(61234.56, 8), formatDigits(0.1 + 0.2, 8)]).toEqual(['61,234.56', '0.3']);
  });

  it('are shares of one as percentages', () => {
    expect([formatPercent(0.12345), formatPercent(-12.3, 1), formatPercent(0.5, 0)]).toEqual(['12.35%', '−1,230.0%', '50%']);
  });
});

it('puts a plus before what is above nothing', () => {
  expect(['1.00', '0.00', '−1.00', '–'].map(withPlus)).toEqual(['+1.00', '0.00', '−1.00', '–']);
});
