import type { BacktestCurve } from './backtest.ts';

interface Tested {
  readonly curve?: { readonly times: readonly number[]; readonly equity: readonly number[] } | null;
}

/**
 * Net value over the tests of a walk forward as if each had begun with what the one before left. A test that could not run is left out.
 */
export function joinedCurve(folds: readonly Tested[]): BacktestCurve {
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
