import type { BacktestCurve, FoldView } from '../../schemas/wire/backtest.ts';

/** Fall from the highest value so far, as a fraction of it: 0 or negative, one for each value. */
export function drawdownOf(equity: readonly number[]): readonly number[] {
  let high = 0;
  return equity.map((value) => {
    high = Math.max(high, value);
    return high > 0 ? value / high - 1 : 0;
  });
}

/** Growth since the first value, as a fraction: curves of different sizes become comparable. */
export function growthOf(equity: readonly number[]): readonly number[] {
  const first = equity[0] ?? 0;
  return equity.map((value) => (first === 0 ? 0 : value / first - 1));
}

/**
 * Net value over the tests of a walk forward as if each had begun with what the one before left. A test that could not run is left out.
 */
export function joinedCurve(folds: ReadonlyArray<Pick<FoldView, 'curve'>>): BacktestCurve {
  const times: number[] = [];
  const equity: number[] = [];
  for (const { curve } of folds) {
    const first = curve?.equity[0];
    if (curve == null || first === undefined || first === 0) continue;
    const factor = (equity.at(-1) ?? first) / first;
    times.push(...curve.times);
    equity.push(...curve.equity.map((value) => value * factor));
  }
  return { times, equity };
}

/** Index of the deepest fall; null without values. */
export function deepestAt(equity: readonly number[]): number | null {
  const falls = drawdownOf(equity);
  return falls.length === 0 ? null : falls.reduce((deepest, fall, at) => (fall < (falls[deepest] as number) ? at : deepest), 0);
}
