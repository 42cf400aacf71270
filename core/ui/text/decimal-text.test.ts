import { describe, expect, it } from 'vitest';
import { isHalfGrouped, normalDecimal, stepDecimal, typedDecimal } from './decimal-text.ts';

describe('typing', () => {
  it('takes digits and one point', () => {
    for (const text of ['12.5', '12.', '']) expect(typedDecimal(text)).toBe(text);
  });

  it('takes the commas that stand between thousands, as numbers are shown, and a comma behind nothing or 0 for a point', () => {
    expect(['1,000', '600,000', '61,203.32', '1,234,567.'].map((text) => typedDecimal(text))).toEqual([
      '1000',
      '600000',
      '61203.32',
      '1234567.',
    ]);
    expect([typedDecimal('0,5'), typedDecimal(',5')]).toEqual(['0.5', '.5']);
  });

  it('takes blanks between thousands, as some read numbers', () => {
    expect(['1 000', '1\u{202f}234\u{202f}567.8'].map((text) => typedDecimal(text))).toEqual(['1000', '1234567.8']);
    for (const text of ['1 00', '1 000,000', '12 34']) expect(typedDecimal(text)).toBeNull();
  });

  it('never guesses what another comma means', () => {
    for (const text of ['1,5', '1,', '12,50', '1,0000', '1,000,0', '1.5,000']) expect(typedDecimal(text)).toBeNull();
    expect(['1,5', '1,', '1,000,0'].map((text) => isHalfGrouped(text))).toEqual([true, true, true]);
    expect(['1,000', '0,5', 'abc', '1.2.3'].map((text) => isHalfGrouped(text))).toEqual([false, false, false, false]);
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
