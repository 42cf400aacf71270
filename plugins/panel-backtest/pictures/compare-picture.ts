import { growthOf } from '../../../core/report/curve.ts';
import type { Picture } from '../../../core/ui/picture/echart.ts';
import { axisTimeText, percentText } from '../runs/figure-text.ts';
import type { ComparedRun } from '../runs/runs-store.ts';
import { type ChartPalette, comparedColours } from './chart-palette.ts';

/** Growth of several runs over the time since each began, so that runs of different weeks lie over each other. `names` are those of the runs, in order. */
export function comparePicture(runs: readonly ComparedRun[], names: readonly string[], timeZone: string, palette: ChartPalette): Picture {
  const starts = new Set(runs.flatMap(({ curve }) => curve?.times[0] ?? []));
  const isSameTime = starts.size === 1;
  const dayMs = 86_400_000;
  const spanMs = Math.max(0, ...runs.map(({ curve }) => (curve?.times.at(-1) ?? 0) - (curve?.times[0] ?? 0)));
  return {
    animation: false,
    grid: { left: 12, right: 60, top: 10, bottom: 24 },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 11 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? percentText(value, true) : '–'),
    },
    dataZoom: [{ type: 'inside' }],
    xAxis: {
      type: isSameTime ? 'time' : 'value',
      min: 'dataMin',
      max: 'dataMax',
      splitLine: { show: false },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette.line } },
      axisPointer: { label: { show: false } },
      axisLabel: {
        color: palette.muted,
        fontSize: 11,
        hideOverlap: true,
        formatter: (value: number) => (isSameTime ? axisTimeText(value, spanMs, timeZone) : `+${Math.round((value / dayMs) * 10) / 10} d`),
      },
    },
    yAxis: {
      type: 'value',
      scale: true,
      position: 'right',
      splitLine: { lineStyle: { color: palette.line } },
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: palette.muted, fontSize: 11, formatter: (value: number) => percentText(value) },
    },
    series: runs.flatMap(({ run, curve }, at) => {
      if (curve === null) return [];
      const color = palette[comparedColours[at % comparedColours.length] ?? 'accent'];
      const first = isSameTime ? 0 : (curve.times[0] ?? 0);
      const data = growthOf(curve.equity).map((value, index) => [(curve.times[index] as number) - first, value]);
      return [
        {
          type: 'line' as const,
          name: escaped(names[at] ?? run.name),
          symbol: 'none',
          animation: false,
          data,
          lineStyle: { color, width: 1.5 },
          itemStyle: { color },
        },
      ];
    }),
  };
}

/** The library writes names into its box as HTML. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
