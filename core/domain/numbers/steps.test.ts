import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, compareDecimals, fromUnits, multiplyDecimals, toUnits } from './decimal.ts';
import { onGrid, onStep, stepGrid, stepsOf, textOfSteps } from './steps.ts';

describe('steps', () => {
  it('are what exact decimals say, for every plain decimal', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        (units, scale, decimals) => {
          const text = fromUnits(units, scale);
          const exact = toUnits(text, decimals);
          const expected = exact === null || !Number.isSafeInteger(Number(exact)) ? null : Number(exact);
          expect(stepsOf(text, decimals)).toBe(expected);
          if (expected !== null) expect(toUnits(textOfSteps(expected, decimals), decimals)).toBe(exact);
        },
      ),
    );
  });

  it.each(['', '.', '1.', '.5', '1e5', '01', '1..2', ' 1', '-', 'x'])('do not exist for %j', (text) => {
    expect(stepsOf(text, 2)).toBe(toUnits(text, 2) === null ? null : Number(toUnits(text, 2)));
  });

  it('drop zeros beyond the step and nothing else', () => {
    expect([stepsOf('1.2500', 2), stepsOf('1.2501', 2)]).toEqual([125, null]);
  });

  it('round to a grid', () => {
    const tick = stepGrid('0.05');
    expect(tick).toEqual({ decimals: 2, size: 5 });
    expect([onGrid(tick, 12, 'down'), onGrid(tick, 12, 'up'), onGrid(tick, 15, 'up')]).toEqual([10, 15, 15]);
  });

  it.each([
    [1.2399, '0.05', 'down', '1.2'],
    [1.2001, '0.05', 'up', '1.25'],
    // In doubles the first is a hair above 0.3, the second a hair below 29.
    [0.1 + 0.2, '0.1', 'up', '0.3'],
    [0.29 * 100, '1', 'down', '29'],
    [0.004, '0.01', 'down', '0'],
    [-1, '0.01', 'up', '0'],
  ] as const)('take what doubles have planned: %d on %s is, %s, %s', (value, step, towards, text) => {
    expect(onStep(value, step, towards)).toBe(text);
  });
});

describe('short decimals', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
    .map(([units, scale]) => fromUnits(units, scale));

  it('add, multiply and compare to what big integers say', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [x, y] = [toUnits(a, 20) ?? 0n, toUnits(b, 20) ?? 0n];
        expect(addDecimals(a, b)).toBe(fromUnits(x + y, 20));
        expect(multiplyDecimals(a, b)).toBe(fromUnits(x * y, 40));
        expect(Math.sign(compareDecimals(a, b))).toBe(x < y ? -1 : x > y ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', 'x', '1e3', '01', '.5', '5.', '--1', '1.-2'])('are refused like long ones: %j', (text) => {
    for (const count of [addDecimals, multiplyDecimals, compareDecimals]) expect(() => count(text, '1')).toThrow(RangeError);
  });

  it('write zero without a sign', () => {
    expect([addDecimals('-1', '1'), multiplyDecimals('-1', '0'), addDecimals('-0.5', '0.25')]).toEqual(['0', '0', '-0.25']);
  });
});
