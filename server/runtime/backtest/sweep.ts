import { SeededRandom } from '../driver/seeded-random.ts';
import type { ImpossibleReason } from './backtest-impossible.ts';
import type { BacktestJob } from './backtest-job.ts';
import type { BacktestStatistics } from './figures/statistics.ts';

/** Values of one field to try: `levels`, or `executor.orderTimeoutS` inside an object. */
export type SweepAxis =
  | { readonly field: string; readonly values: ReadonlyArray<string | number | boolean> }
  /** Whole steps from `from` to `to`; decimals in the params stay texts. */
  | { readonly field: string; readonly from: number; readonly to: number; readonly step: number; readonly isText: boolean };

export interface SweepPoint {
  /** The values tried, in order of the axes. */
  readonly values: ReadonlyArray<string | number | boolean>;
  /** Null when the run was impossible; `reason` says why. */
  readonly statistics: BacktestStatistics | null;
  readonly reason: ImpossibleReason | null;
}

/** The figures by which runs are ranked; more is better. */
export const objectives = ['sharpe', 'totalReturn', 'profitFactor'] as const;
export type Objective = (typeof objectives)[number];

/** Each once: a repeated value would be no combination of its own. */
const valuesOf = (axis: SweepAxis): ReadonlyArray<string | number | boolean> => {
  if ('values' in axis) return [...new Set(axis.values)];
  const count = Math.floor((axis.to - axis.from) / axis.step + 1e-9) + 1;
  const decimals = Math.max(...[axis.from, axis.step].map((value) => (String(value).split('.')[1] ?? '').length));
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const value = (axis.from + at * axis.step).toFixed(decimals);
    return axis.isText ? value : Number(value);
  });
};

/** Every combination, the last axis fastest. */
export function gridOf(axes: readonly SweepAxis[]): ReadonlyArray<SweepPoint['values']> {
  return axes.reduce<ReadonlyArray<SweepPoint['values']>>(
    (rows, axis) => rows.flatMap((row) => valuesOf(axis).map((value) => [...row, value])),
    [[]],
  );
}

/** `count` different combinations drawn by a seed, in the order of drawing; all of them when there are no more. */
export function drawnFrom(axes: readonly SweepAxis[], count: number, seed: number): ReadonlyArray<SweepPoint['values']> {
  const columns = axes.map(valuesOf);
  const all = columns.reduce((product, { length }) => product * length, 1);
  if (all <= count) return gridOf(axes);
  const random = new SeededRandom(seed);
  const drawn = new Map<string, SweepPoint['values']>();
  while (drawn.size < count) {
    const row = columns.map((values) => values[Math.floor(random.next() * values.length)] as string | number | boolean);
    drawn.set(JSON.stringify(row), row);
  }
  return [...drawn.values()];
}

/** The job with these values in its params. Throws RangeError for a field that the params do not have a place for. */
export function jobWith(job: BacktestJob, axes: readonly SweepAxis[], values: SweepPoint['values']): BacktestJob {
  const params = structuredClone(job.params) as Record<string, unknown>;
  axes.forEach(({ field }, at) => {
    const path = field.split('.');
    const name = path.pop() as string;
    let place: unknown = params;
    for (const part of path) place = (place as Record<string, unknown>)?.[part];
    if (typeof place !== 'object' || place === null) throw new RangeError(`the params have no field ${field}`);
    (place as Record<string, unknown>)[name] = values[at];
  });
  return { ...job, params };
}

/** Best first; impossible runs and those without the figure last. */
export function ranked(rows: readonly SweepPoint[], objective: Objective): readonly SweepPoint[] {
  const worth = ({ statistics }: SweepPoint): number => statistics?.[objective] ?? Number.NEGATIVE_INFINITY;
  return [...rows].sort((a, b) => (worth(a) === worth(b) ? 0 : worth(b) - worth(a)));
}

/** Runs one combination at a time. */
export type SweepLane = (values: SweepPoint['values']) => Promise<SweepPoint>;

/** Runs the jobs, as many at a time as there are lanes; rows come in the order of `values`. Stops between runs when the signal aborts. */
export async function sweep(
  values: ReadonlyArray<SweepPoint['values']>,
  lanes: readonly SweepLane[],
  { onProgress, signal }: { readonly onProgress?: (done: number, of: number) => void; readonly signal?: AbortSignal } = {},
): Promise<readonly SweepPoint[]> {
  const rows: SweepPoint[] = [];
  let next = 0;
  let done = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let at = next++; at < values.length; at = next++) {
        signal?.throwIfAborted();
        rows[at] = await lane(values[at] as SweepPoint['values']);
        onProgress?.(++done, values.length);
      }
    }),
  );
  return rows;
}
