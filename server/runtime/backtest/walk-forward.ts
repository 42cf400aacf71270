import { nextIntervalOpenMs } from '../../../core/domain/markets/interval.ts';
import type { BacktestCurve } from '../../../schemas/wire/backtest.ts';
import type { BacktestJob } from './backtest-job.ts';
import type { FeedRange } from './feeds/backtest-feed.ts';
import type { FeedKind } from './feeds/open-feed.ts';
import { type DenialCount, DenialCounter } from './figures/denial-count.ts';
import type { BacktestStatistics } from './figures/statistics.ts';
import { jobWith, type Objective, ranked, type SweepAxis, type SweepPoint } from './sweep.ts';
import { joinTests, type TestedRun } from './tested-run.ts';

/** A training part is this many times as long as its test. */
export const trainRatio = 3;

export interface WalkForwardFold {
  readonly train: FeedRange;
  readonly test: FeedRange;
  /** Best values of the training part; null when none could run. */
  readonly values: SweepPoint['values'] | null;
  readonly trained: BacktestStatistics | null;
  /** The same values on the part that follows, which they have never seen. */
  readonly tested: BacktestStatistics | null;
  /** What the accounts were worth during the test. */
  readonly curve: BacktestCurve | null;
}

/** Folds, and all their tests one after the other. */
export interface WalkedForward {
  readonly folds: readonly WalkForwardFold[];
  /** As if each test had begun with what the one before left; null when none could run. */
  readonly joined: BacktestStatistics | null;
  /** Why orders of the tests were denied, the commonest first. */
  readonly denials: readonly DenialCount[];
}

interface WalkForwardRuns {
  /** All combinations of a training part. */
  readonly train: (job: BacktestJob) => Promise<readonly SweepPoint[]>;
  /** What a job brings when it is run once; null when it cannot. */
  readonly test: (job: BacktestJob) => Promise<TestedRun | null>;
}

/** The interval that each test must have at least, a candle or of trades and books a minute, when the folds do not have it; else null. */
export function lackedByTests({ fromMs, toMs }: FeedRange, count: number, ratio: number, data: FeedKind): string | null {
  const least = data.kind === 'candles' ? data.interval : '1m';
  return Math.floor((toMs - fromMs + 1) / (count + ratio)) < nextIntervalOpenMs(least, 0) ? least : null;
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

/**
 * Chooses values on each training part and tries them on the test that follows it. Both begin warm: a strategy hears what lies
 * before its part, as much as the job says or as it seems to need.
 */
export async function walkForward(
  job: BacktestJob,
  axes: readonly SweepAxis[],
  folds: ReadonlyArray<Pick<WalkForwardFold, 'train' | 'test'>>,
  objective: Objective,
  runs: WalkForwardRuns,
): Promise<WalkedForward> {
  const warm: BacktestJob = { ...job, warmUp: job.warmUp ?? 'auto' };
  const done: WalkForwardFold[] = [];
  const tests: TestedRun[] = [];
  for (const { train, test } of folds) {
    const [best] = ranked(await runs.train({ ...warm, range: train }), objective);
    const values = best?.statistics == null ? null : best.values;
    const tested = values === null ? null : await runs.test({ ...jobWith(warm, axes, values), range: test });
    if (tested !== null) tests.push(tested);
    const { statistics = null, curve = null } = tested ?? {};
    done.push({ train, test, values, trained: best?.statistics ?? null, tested: statistics, curve });
  }
  const denials = new DenialCounter();
  for (const denial of tests.flatMap((one) => one.denials)) denials.add(denial);
  return { folds: done, joined: joinTests(tests, job.period), denials: denials.counts };
}
