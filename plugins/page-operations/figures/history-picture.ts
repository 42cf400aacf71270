import type { FigureUnit } from '../../../core/domain/operation-words.ts';
import { formatStamp } from '../../../core/ui/index.ts';
import type { Picture } from '../../../core/ui/picture/echart.ts';
import type { PictureColours } from '../../../core/ui/picture/use-picture.ts';
import type { OperationsHistory } from '../../../schemas/wire/operations.ts';
import { axisStep, axisTime, figureText } from '../figure-text.ts';

export const historyTokens = {
  line: 'line',
  muted: 'muted',
  text: 'text',
  surface: 'surface',
  accent: 'accent',
  orange: 'link-orange',
} as const;
export type HistoryPalette = PictureColours<keyof typeof historyTokens>;

interface HistoryOptions {
  readonly history: OperationsHistory;
  readonly unit: FigureUnit;
  readonly timeZone: string;
  /** Names of the two lines. */
  readonly mean: string;
  readonly most: string;
}

type Points = OperationsHistory['points'];
type Spot = readonly [timeMs: number, value: number | null];

const minuteMs = 60_000;

/** With a gap wherever the server did not run. An hour may begin with the minutes that a server before left, which are wider apart than looks. */
export function withGaps(points: Points, stepMs: number, of: (point: Points[number]) => number): readonly Spot[] {
  const longestMs = 2.5 * Math.max(stepMs, minuteMs);
  return points.flatMap((point, at): readonly Spot[] => {
    const before = points[at - 1]?.at ?? point.at;
    const spot = [point.at, of(point)] as const;
    return point.at - before > longestMs ? [[before + stepMs, null], spot] : [spot];
  });
}

/** Mean and highest look over time. */
export function historyPicture({ history, unit, timeZone, mean, most }: HistoryOptions, palette: HistoryPalette): Picture {
  const { line, muted, text, surface, accent, orange } = palette;
  const { points, step_ms: stepMs, from, until } = history;
  const isDays = until - from > 48 * 60 * minuteMs;
  const step = axisStep(Math.max(0, ...points.map((point) => point.most)), unit);
  const look = {
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
    axisLabel: { color: muted, fontSize: 11, hideOverlap: true },
  };
  const series = (name: string, colour: string, width: number, of: (point: Points[number]) => number) => ({
    ...{ type: 'line', name, showSymbol: points.length < 3, connectNulls: false, animation: false },
    lineStyle: { color: colour, width },
    itemStyle: { color: colour },
    data: withGaps(points, stepMs, of),
  });
  return {
    grid: { left: 8, right: 16, top: 12, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...{ confine: true, trigger: 'axis', backgroundColor: surface, borderColor: line, textStyle: { color: text, fontSize: 11 } },
      axisPointer: { type: 'line', lineStyle: { color: muted } },
      formatter: (items: unknown) => boxOf(items as readonly HoveredSpot[], unit, timeZone),
    },
    xAxis: {
      ...{ type: 'time', min: from, max: until, ...look, splitLine: { show: false } },
      axisLabel: { ...look.axisLabel, formatter: (timeMs: number) => axisTime(timeMs, timeZone, isDays) },
    },
    yAxis: {
      ...{ type: 'value', min: 0, ...(step === null ? {} : { interval: step }), ...look, splitLine: { lineStyle: { color: line } } },
      axisLabel: { ...look.axisLabel, formatter: (value: number) => figureText(value, unit) },
    },
    series: [series(most, orange, 1, (point) => point.most), series(mean, accent, 2, (point) => point.mean)],
  } as Picture;
}

interface HoveredSpot {
  readonly seriesName: string;
  readonly value: Spot;
}

/** Words of ours alone: names of the lines, figures and a time. */
function boxOf(items: readonly HoveredSpot[], unit: FigureUnit, timeZone: string): string {
  const [first] = items;
  if (first === undefined) return '';
  const rows = items.map(
    ({ seriesName, value: [, value] }) => `${seriesName} <b style="font-variant-numeric:tabular-nums">${figureText(value, unit)}</b>`,
  );
  return [formatStamp(first.value[0], timeZone).slice(0, 19), ...rows].join('<br>');
}
