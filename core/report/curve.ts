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

/** Index of the deepest fall; null without values. */
export function deepestAt(equity: readonly number[]): number | null {
  const falls = drawdownOf(equity);
  return falls.length === 0 ? null : falls.reduce((deepest, fall, at) => (fall < (falls[deepest] as number) ? at : deepest), 0);
}
