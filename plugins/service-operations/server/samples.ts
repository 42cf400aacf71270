/** What figures were over a stretch of time. */

/** Mean, largest value, and of how many looks. */
export type Sum = readonly [mean: number, most: number, looks: number];
/** By key of the figure. */
export type Sums = Readonly<Record<string, Sum>>;

export interface Sample {
  /** When the stretch begins, ms. */
  readonly atMs: number;
  readonly sums: Sums;
}

export interface HistoryPoint {
  readonly atMs: number;
  readonly mean: number;
  readonly most: number;
}

/** One stretch out of several, each counted by its looks. */
export function joined(all: readonly Sums[]): Sums {
  const sums: Record<string, Sum> = {};
  for (const one of all)
    for (const [key, [mean, most, looks]] of Object.entries(one)) {
      const [mean0, most0, looks0] = sums[key] ?? [0, Number.NEGATIVE_INFINITY, 0];
      const together = looks0 + looks;
      sums[key] = [mean0 + ((mean - mean0) * looks) / together, Math.max(most0, most), together];
    }
  return sums;
}

/** Where the stretch begins that a moment belongs to. */
export const beginOf = (timeMs: number, stepMs: number): number => timeMs - (timeMs % stepMs);
