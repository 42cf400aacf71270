import { describe, expect, it } from 'vitest';
import { normalDecimal, stepDecimal, typedDecimal } from './decimal-text.ts';

describe('typing', () => {
  it('takes digits and one point, and a comma for a point', () => {
    expect(typedDecimal('12,5')).toBe('12.5');
    expect(typedDecimal('12.')).toBe('12.');
    expect(typedDecimal('')).toBe('');
  });

  it('refuses signs, exponents, letters and a second point', () => {
    for (const text of ['-1', '1e5', 'abc', '1.2.3']) expect(typedDecimal(text)).toBeNull();
  });

  it('takes a minus where the field has one', () => {
    expect([typedDecimal('-', true), typedDecimal('-0,5', true), typedDecimal('1-', true)]).toEqual(['-', '-0.5', null]);
    expect(['-.5', '-0', '-'].map(normalDecimal)).toEqual(['-0.5', '0', '']);
    expect([stepDecimal('0', '0.01', -1, true), stepDecimal('-0.015', '0.01', 1, true)]).toEqual(['-0.01', '-0.01']);
  });

  it('becomes plain notation', () => {
    expect(['.5', '007.', '0.10', '.', ''].map(normalDecimal)).toEqual(['0.5', '7', '0.10', '', '']);
  });
});

describe('steps', () => {
  it.each([
    ['100', '0.01', 1, '100.01'],
    ['100', '0.01', -10, '99.90'],
    ['', '0.5', 1, '0.5'],
    ['0.01', '0.01', -5, '0.00'],
    ['100.005', '0.01', 1, '100.01'],
    ['100.005', '0.01', -1, '100.00'],
  ])('%s moved by %s × %i is %s', (value, step, by, moved) => {
    expect(stepDecimal(value, step, by)).toBe(moved);
  });
});
