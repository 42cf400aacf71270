import type { BacktestCurve } from '../../../schemas/wire/backtest.ts';
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
  /** What the accounts were worth during the test. */
  readonly curve: BacktestCurve | null;
}

/** What a job brings when it is run once; null when it cannot. */
export interface TestedRun {
  readonly statistics: BacktestStatistics;
  readonly curve: BacktestCurve;
}

export interface WalkForwardRuns {
  /** All combinations of a training part. */
  readonly train: (job: BacktestJob) => Promise<readonly SweepRow[]>;
  readonly test: (job: BacktestJob) => Promise<TestedRun | null>;
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

/** Chooses values on each training part and tries them on the test that follows it. */
export async function walkForward(
  job: BacktestJob,
  axes: readonly SweepAxis[],
  folds: ReadonlyArray<Pick<WalkForwardFold, 'train' | 'test'>>,
  objective: Objective,
  runs: WalkForwardRuns,
): Promise<readonly WalkForwardFold[]> {
  const done: WalkForwardFold[] = [];
  for (const { train, test } of folds) {
    const [best] = ranked(await runs.train({ ...job, range: train }), objective);
    const values = best?.statistics == null ? null : best.values;
    const tested = values === null ? null : await runs.test({ ...jobWith(job, axes, values), range: test });
    const { statistics = null, curve = null } = tested ?? {};
    done.push({ train, test, values, trained: best?.statistics ?? null, tested: statistics, curve });
  }
  return done;
}
