import type { Instance, InstanceMark } from '../../../core/contract/strategies.ts';

interface CurvePoint {
  readonly timeMs: number;
  /** In the asset of the instance's valuation. */
  readonly value: number;
}

type Now = Pick<Instance, 'profit' | 'stoppedMs'>;

/**
 * The profit as it was told after each fill, and last as it stands: the same figure as everywhere. Fills of a time in which it was not
 * kept or not known have no point. Doubles: it is drawn, not booked. `marks` are newest first.
 */
export function profitCurve(marks: readonly InstanceMark[], { profit, stoppedMs }: Now, nowMs: number): readonly CurvePoint[] {
  const points = marks.flatMap((mark) => (mark.profit === null ? [] : [{ timeMs: mark.timeMs, value: Number(mark.profit) }])).reverse();
  const last = points.at(-1);
  if (last === undefined || profit === null) return points;
  return [...points, { timeMs: Math.max(stoppedMs ?? nowMs, last.timeMs), value: Number(profit) }];
}
