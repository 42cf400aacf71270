import { describe, expect, it } from 'vitest';
import { joinedCurve } from '../../schemas/wire/joined-curve.ts';
import { deepestAt, drawdownOf, growthOf } from './curve.ts';

describe('a curve', () => {
  it('falls from its highest value so far, and is deepest somewhere', () => {
    expect(drawdownOf([100, 120, 90, 130])).toEqual([0, 0, -0.25, 0]);
    expect([deepestAt([100, 120, 90, 130]), deepestAt([])]).toEqual([2, null]);
  });

  it('joins the tests of a walk forward, each beginning with what the one before left', () => {
    const fold = (times: number[], equity: number[]) => ({ curve: { times, equity } });
    const folds = [fold([1, 2], [100, 110]), { curve: null }, fold([3, 4], [100, 90]), {}];
    expect(joinedCurve(folds)).toEqual({ times: [1, 2, 3, 4], equity: [100, 110, 110.00000000000001, 99.00000000000001] });
    expect(joinedCurve([])).toEqual({ times: [], equity: [] });
  });

  it('grows from its first value', () => {
    expect(growthOf([200, 220, 100])).toEqual([0, 220 / 200 - 1, -0.5]);
  });
});
