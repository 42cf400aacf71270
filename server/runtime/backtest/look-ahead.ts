import type { OrderLogLine } from '../simulation/order-log.ts';
import type { BacktestJob, BacktestRunner } from './backtest-job.ts';
import type { RunResult } from './run-backtest.ts';

export interface LookAhead {
  /** Moments at which the future was cut off. */
  readonly cuts: readonly number[];
  /** The first line that differs from the whole run's although it lies before its cut; null when nobody saw the future. */
  readonly difference: { readonly cutMs: number; readonly whole: OrderLogLine | null; readonly cut: OrderLogLine | null } | null;
}

interface LookAheadOptions {
  /** How often the future is cut off; 5 by default. */
  readonly count?: number;
  readonly signal?: AbortSignal;
  /** Told between 0 and 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** Runs again with the future cut off at several moments: what `whole` did before a cut must be the same. */
export async function findLookAhead(
  runner: BacktestRunner,
  job: BacktestJob,
  whole: RunResult,
  { count = 5, signal, onProgress }: LookAheadOptions = {},
): Promise<LookAhead> {
  const { range } = whole;
  const cuts = Array.from({ length: count }, (_, at) => Math.floor(range.fromMs + ((range.toMs - range.fromMs) * (at + 1)) / (count + 1)));
  for (const [done, cutMs] of cuts.entries()) {
    const more = { onProgress: (part: number) => onProgress?.((done + part) / count), ...(signal === undefined ? {} : { signal }) };
    const cut = await runner.run({ ...job, range: { fromMs: range.fromMs, toMs: cutMs } }, more);
    const until = ({ timeMs }: OrderLogLine): boolean => timeMs < cut.lastMs;
    const [expected, found] = [whole.log.filter(until), cut.log.filter(until)];
    const at = Array.from({ length: Math.max(expected.length, found.length) }).findIndex((_, line) => !isSame(expected[line], found[line]));
    if (at >= 0) return { cuts, difference: { cutMs, whole: expected[at] ?? null, cut: found[at] ?? null } };
  }
  return { cuts, difference: null };
}

const isSame = (a: OrderLogLine | undefined, b: OrderLogLine | undefined): boolean =>
  a?.timeMs === b?.timeMs && a?.clientOrderId === b?.clientOrderId && a?.what === b?.what;
