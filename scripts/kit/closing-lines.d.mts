interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** `recordings`: the folder of those of the world; absent or empty: there were only those made here. */
export function closingLines(totals: Totals, recordings: string | undefined): readonly [recordings: string, counts: string];
