import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  decimalsOf,
  divideUp,
  fromUnits,
  multiplyDecimals,
  negateDecimal,
  numberOf,
  toUnits,
  wholeUnits,
} from './decimal.ts';

const units = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const scale = fc.integer({ min: 0, max: 18 });

describe('exact decimals', () => {
  it('keep every digit on the way to units and back', () => {
    fc.assert(
      fc.property(units, scale, (value, digits) => {
        expect(toUnits(fromUnits(value, digits), digits)).toBe(value);
      }),
    );
  });

  it('are shown as the nearest number, whatever their size', () => {
    fc.assert(
      fc.property(fc.oneof(units, fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })), scale, (value, digits) => {
        expect(numberOf(value, digits)).toBe(Number(fromUnits(value, digits)));
      }),
    );
  });

  it('are counted alike whether they fit into a number or not', () => {
    const small = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n });
    fc.assert(
      fc.property(small, fc.integer({ min: 0, max: 8 }), (value, digits) => {
        const text = fromUnits(value, digits);
        // The same value as so many units that no number holds it, and as a text of so many digits.
        expect(fromUnits(value * 10n ** 20n, digits + 20)).toBe(text);
        const long = `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(20 - (text.split('.')[1]?.length ?? 0))}`;
        expect(toUnits(long, digits)).toBe(value);
        expect(toUnits(text, digits)).toBe(value);
        expect(toUnits(text, 20)).toBe(value * 10n ** BigInt(20 - digits));
      }),
    );
  });

  it.each(['', '1.', '.5', '01', '1e3', '+1', ' 1', '1,000', '0x10', 'NaN', 'Infinity', '--1', '1_000'])('refuse %j', (text) => {
    expect(toUnits(text, 8)).toBeNull();
  });

  it('refuse digits beyond the scale, but not zeros', () => {
    expect(toUnits('0.123', 2)).toBeNull();
    expect(toUnits('0.120', 2)).toBe(12n);
  });

  it('leave out what is finer than the scale, where asked to', () => {
    expect(wholeUnits('0.129', 2)).toBe(12n);
    expect(wholeUnits('7.9', 0)).toBe(7n);
    expect(wholeUnits('7', 2)).toBe(700n);
    expect(wholeUnits('seven', 2)).toBeNull();
  });

  it('add, multiply and compare without binary error', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('1', '-1')).toBe('0');
    expect(multiplyDecimals('0.1', '0.1')).toBe('0.01');
    expect(compareDecimals('0.30', '0.3')).toBe(0);
    expect(compareDecimals('-1', '0.0001')).toBeLessThan(0);
  });

  it('add and compare like the integers behind them', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        expect(addDecimals(fromUnits(a, 9), fromUnits(b, 9))).toBe(fromUnits(a + b, 9));
        expect(Math.sign(compareDecimals(fromUnits(a, 9), fromUnits(b, 9)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('divide upwards for what a user pays', () => {
    expect(divideUp(10n, 5n)).toBe(2n);
    expect(divideUp(11n, 5n)).toBe(3n);
    expect(divideUp(0n, 5n)).toBe(0n);
  });

  it('know how many decimals a step needs', () => {
    expect(['0.01', '1', '10', '0.00001000'].map(decimalsOf)).toEqual([2, 0, 0, 5]);
  });

  it('negate without making a negative zero', () => {
    expect([negateDecimal('1.5'), negateDecimal('-1.5'), negateDecimal('0')]).toEqual(['-1.5', '1.5', '0']);
  });
});
