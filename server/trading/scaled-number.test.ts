import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import { formatScaled, formatUnits, malformed, offGrid, parseAmount, parseScaled, tooLarge } from './scaled-number.ts';

const scale = fc.integer({ min: 0, max: 12 });

describe('parseScaled', () => {
  it('reads the same number as the exact decimals, for any text', () => {
    const text = fc.oneof(
      fc.stringMatching(/^(0|[1-9]\d{0,17})(\.\d{1,14})?$/),
      fc.stringMatching(/^[0-9.eE+-]{0,8}$/),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(text, scale, (value, decimals) => {
        const exact = value.startsWith('-') ? null : toUnits(value, decimals);
        const parsed = parseScaled(value, decimals);
        if (exact !== null && exact <= BigInt(Number.MAX_SAFE_INTEGER)) expect(BigInt(parsed)).toBe(exact);
        else expect(parsed).toBeLessThan(0);
      }),
    );
  });

  it.each([
    ['', malformed],
    ['.5', malformed],
    ['5.', malformed],
    ['01', malformed],
    ['1e3', malformed],
    ['-1', malformed],
    ['1.2.3', malformed],
    ['0.123', offGrid],
    ['0.120', 12],
    ['90071992547409.91', 9007199254740991],
    ['90071992547409.92', tooLarge],
    ['99999999999999999999999', tooLarge],
  ])('gives %s as %s with two decimals', (text, expected) => {
    expect(parseScaled(text, 2)).toBe(expected);
  });
});

describe('parseAmount', () => {
  it.each([
    ['90071992547409.91', 9007199254740991n],
    ['90071992547409.92', 9007199254740992n],
    ['99999999999999999999.99', 9999999999999999999999n],
    ['99999999999999999999.999', BigInt(offGrid)],
    ['999999999999999999999', BigInt(tooLarge)],
    ['1e3', BigInt(malformed)],
  ])('gives %s as %s with two decimals, beyond what a number holds', (text, expected) => {
    expect(parseAmount(text, 2)).toBe(expected);
  });
});

describe('formatScaled and formatUnits', () => {
  it('write what the exact decimals write', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), scale, (units, decimals) => {
        expect(formatScaled(units, decimals)).toBe(fromUnits(BigInt(units), decimals));
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }), (units, decimals) => {
        expect(formatUnits(units, decimals)).toBe(fromUnits(units, decimals));
      }),
    );
  });
});
