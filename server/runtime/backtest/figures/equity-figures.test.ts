import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exposedAt } from './equity-curve.ts';
import { EquityFigures } from './equity-figures.ts';

const hourMs = 3_600_000;

const told = (figures: EquityFigures) => {
  const { start, end, lowest, highest, maxDrawdown, fall, extremes, hours } = figures;
  return { start, end, lowest, highest, maxDrawdown, fall, extremes, hours };
};

describe('the figures of a net value', () => {
  it('are the same bar by bar and in one go, for straight and turned exposures and for values that fall below nothing', () => {
    const bar = fc.record({ gapMs: fc.integer({ min: 1, max: hourMs }), close: fc.integer({ min: 1, max: 50 }) });
    const amount = fc.integer({ min: -30, max: 30 });
    fc.assert(
      fc.property(fc.array(bar, { maxLength: 60 }), amount, amount, amount, fc.nat(60), (path, straight, turned, rest, cut) => {
        const lengthMs = 60_000;
        const openMs = new Float64Array(path.length);
        path.forEach(({ gapMs }, at) => {
          openMs[at] = (openMs[at - 1] ?? 0) + gapMs;
        });
        const close = Float64Array.from(path, (one) => one.close);
        const [exposure, bars] = [
          { straight, turned },
          { openMs, lengthMs, close },
        ];
        const [single, joined] = [new EquityFigures(0, rest), new EquityFigures(0, rest)];
        close.forEach((price, at) => {
          single.add((openMs[at] as number) + lengthMs - 1, rest + exposedAt(exposure, price));
        });
        const half = Math.min(cut, close.length);
        joined.addBars({ bars, exposure, rest }, 0, half);
        joined.addBars({ bars, exposure, rest }, half, close.length);
        expect(told(joined)).toEqual(told(single));
      }),
    );
  });
});
