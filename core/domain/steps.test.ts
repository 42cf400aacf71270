import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, toUnits } from './decimal.ts';
import { onGrid, stepGrid, stepsOf, textOfSteps } from './steps.ts';

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
});
