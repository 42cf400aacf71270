import type { Instances, PlotPoint } from '../../../store/strategies/instance-store.ts';
import { thinnedByTime } from '../../backtest/figures/thin.ts';

/** Points of one line, and marks of one kind, that are kept of an instance on one market; more come together until they are thinned. */
const mostPoints = 2_000;
const mostMarks = 200;

/** Of a line those that keep its shape, of marks the newest. */
export function keptPoints(points: readonly PlotPoint[]): readonly PlotPoint[] {
  if (points[0]?.kind === 'mark') return points.slice(-mostMarks);
  const drawn = points.map(({ timeMs, value }) => [timeMs, Number(value)] as const);
  return thinnedByTime(drawn, mostPoints).map((at) => points[at] as PlotPoint);
}

/** Thins long lines and takes away old marks; gives how many points went. */
export async function thinPlots(instances: Pick<Instances, 'longPlots' | 'plotPoints' | 'deletePlotPoints'>): Promise<number> {
  let gone = 0;
  for (const series of await instances.longPlots({ plot: mostPoints, mark: mostMarks })) {
    const points = await instances.plotPoints(series);
    const kept = new Set(keptPoints(points));
    const surplus = points.filter((point) => !kept.has(point));
    if (surplus.length > 0)
      await instances.deletePlotPoints(
        series,
        surplus.map(({ timeMs }) => timeMs),
      );
    gone += surplus.length;
  }
  return gone;
}
