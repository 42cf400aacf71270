import { grouped } from '../../../core/domain/grouped.ts';
import type { PlotMarkView, PlotView } from '../../../schemas/wire/strategy-plots.ts';
import type { KeptMark } from '../../runtime/instances/history/plot-point.ts';
import { keptPoints } from '../../runtime/instances/history/plot-retention.ts';
import type { PlotPoint } from '../../store/strategies/instance-store.ts';

/** Points as they are kept: by kind, market and name. */
export function plotViews(plugin: string, points: readonly PlotPoint[]): PlotView[] {
  const markets = grouped(points, ({ instrumentId }) => instrumentId);
  return [...markets].map(([instrument, here]) => {
    const named = [...grouped(here, ({ kind, name }) => `${kind} ${name}`).values()].map(keptPoints);
    const lines = named.filter(([first]) => first?.kind === 'plot');
    const marks = named.filter(([first]) => first?.kind === 'mark').flat();
    return { plugin, instrument, lines: lines.map(lineView), marks: marks.map(markView).sort((a, b) => a.time - b.time) };
  });
}

const lineView = (points: readonly PlotPoint[]): PlotView['lines'][number] => ({
  series: points[0]?.name ?? '',
  points: points.map(({ timeMs, value }) => [timeMs, Number(value)]),
});

function markView({ name, timeMs, value }: PlotPoint): PlotMarkView {
  const { params, side = null, price } = JSON.parse(value) as KeptMark;
  return { time: timeMs, key: name, params: { ...params }, side, price: price === undefined ? null : Number(price) };
}
