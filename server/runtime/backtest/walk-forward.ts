import type { FeedRange } from './backtest-feed.ts';
import type { BacktestJob } from './backtest-job.ts';
import type { BacktestStatistics } from './statistics.ts';
import { jobWith, type Objective, ranked, type SweepAxis, type SweepRow } from './sweep.ts';

export interface WalkForwardFold {
  readonly train: FeedRange;
  readonly test: FeedRange;
  /** Best values of the training part; null when none could run. */
  readonly values: SweepRow['values'] | null;
  readonly trained: BacktestStatistics | null;
  /** The same values on the part that follows, which they have never seen. */
  readonly tested: BacktestStatistics | null;
}

/** `count` folds of equal tests one after the other; each trains on what lies before its test, `ratio` times as long. */
export function foldsOf({ fromMs, toMs }: FeedRange, count: number, ratio: number): ReadonlyArray<Pick<WalkForwardFold, 'train' | 'test'>> {
  const testMs = Math.floor((toMs - fromMs + 1) / (count + ratio));
  const trainMs = Math.floor(testMs * ratio);
  return Array.from({ length: count }, (_, at) => {
    const startMs = fromMs + at * testMs;
    const endMs = at === count - 1 ? toMs : startMs + trainMs + testMs - 1;
    return { train: { fromMs: startMs, toMs: startMs + trainMs - 1 }, test: { fromMs: startMs + trainMs, toMs: endMs } };
  });
}

/** Chooses values on each training part and tries them on the test that follows it. `rowsOf` runs a sweep of a job. */
export async function walkForward(
  job: BacktestJob,
  axes: readonly SweepAxis[],
  folds: ReadonlyArray<Pick<WalkForwardFold, 'train' | 'test'>>,
  objective: Objective,
  rowsOf: (job: BacktestJob, values: ReadonlyArray<SweepRow['values']> | null) => Promise<readonly SweepRow[]>,
): Promise<readonly WalkForwardFold[]> {
  const done: WalkForwardFold[] = [];
  for (const { train, test } of folds) {
    const [best] = ranked(await rowsOf({ ...job, range: train }, null), objective);
    const values = best?.statistics == null ? null : best.values;
    const [tested] = values === null ? [] : await rowsOf({ ...jobWith(job, axes, values), range: test }, [values]);
    done.push({ train, test, values, trained: best?.statistics ?? null, tested: tested?.statistics ?? null });
  }
  return done;
}
