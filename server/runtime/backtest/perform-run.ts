import { BacktestImpossible } from './backtest-impossible.ts';
import type { BacktestJob } from './backtest-job.ts';
import type { DenialCount } from './figures/denial-count.ts';
import type { BacktestStatistics } from './figures/statistics.ts';
import type { KeptRun } from './kept-run.ts';
import { partOf } from './run-backtest.ts';
import { drawnFrom, gridOf, jobWith, type Objective, ranked, type SweepAxis, type SweepPoint, sweep } from './sweep.ts';
import type { SweepLanes } from './sweep-lanes.ts';
import { foldsOf, lackedByTests, trainRatio, type WalkedForward, type WalkForwardFold, walkForward } from './walk-forward.ts';

/** What is to be done with a job. */
export interface RunPlan {
  readonly job: BacktestJob;
  /** How often the future is cut off to see whether somebody looked at it. */
  readonly cuts: number;
  readonly sweep: { readonly axes: readonly SweepAxis[]; readonly drawn: number | null; readonly objective: Objective } | null;
  /** Folds of a walk forward over the sweep. */
  readonly folds: number | null;
}

/** Of a sweep the best run is kept; of a walk forward only its folds. */
export interface RunOutcome {
  readonly kept: KeptRun | null;
  /** Best first. */
  readonly rows: readonly SweepPoint[];
  readonly folds: readonly WalkForwardFold[];
  /** All tests of a walk forward one after the other. */
  readonly joined: BacktestStatistics | null;
  /** Why orders of those tests were denied, the commonest first. */
  readonly denials: readonly DenialCount[];
}

/** Does a plan on threads. Rejects with BacktestImpossible when nothing of it can be simulated. */
export async function performRun(plan: RunPlan, lanes: SweepLanes, onProgress: (fraction: number) => void): Promise<RunOutcome> {
  const { job, cuts } = plan;
  if (plan.sweep === null) return { kept: await runWhole(lanes, job, cuts, onProgress), rows: [], folds: [], joined: null, denials: [] };
  const { axes, drawn, objective } = plan.sweep;
  const combinations = drawn === null ? gridOf(axes) : drawnFrom(axes, drawn, job.seed);
  if (plan.folds !== null) return { kept: null, rows: [], ...(await walk(plan.folds, combinations)) };
  const total = combinations.length + 1;
  const rows = ranked(await sweep(combinations, lanes.lanesFor(job, axes), { onProgress: (done) => onProgress(done / total) }), objective);
  const best = (rows[0] as SweepPoint).values;
  // When none of them could run, the first says why.
  const kept = await runWhole(lanes, jobWith(job, axes, best), 0, (done) => onProgress((total - 1 + done) / total));
  return { kept, rows, folds: [], joined: null, denials: [] };

  async function walk(count: number, values: ReadonlyArray<SweepPoint['values']>): Promise<WalkedForward> {
    const parts = await partsOf(lanes, job, count);
    const all = count * (values.length + 1);
    let before = 0;
    return walkForward(job, axes, parts, objective, {
      train: async (part) => {
        const rows = await sweep(values, lanes.lanesFor(part, axes), { onProgress: (done) => onProgress((before + done) / all) });
        before += values.length;
        return rows;
      },
      test: async (part) => {
        const tested = await lanes.test(part);
        before += 1;
        onProgress(before / all);
        return tested;
      },
    });
  }
}

async function runWhole(lanes: SweepLanes, job: BacktestJob, cuts: number, onProgress: (fraction: number) => void): Promise<KeptRun> {
  return (await lanes.first.ask<'run'>({ kind: 'run', job, cuts }, onProgress)).kept;
}

/** Training and test parts of a walk forward over what a job plays. Rejects with BacktestImpossible when it is too short for them. */
export async function partsOf(lanes: SweepLanes, job: BacktestJob, count: number): Promise<ReturnType<typeof foldsOf>> {
  const { range } = await lanes.first.ask<'range'>({ kind: 'range', job });
  const played = job.range === null ? range : partOf(range, job.range);
  const least = lackedByTests(played, count, trainRatio, job.data);
  if (least !== null) throw new BacktestImpossible('tooShort', { folds: count, least });
  return foldsOf(played, count, trainRatio);
}
