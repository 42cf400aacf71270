import type { Picture } from '../../../core/ui/picture/echart.ts';
import { percentText } from '../figure-text.ts';
import { coneShares } from '../figures/volatility.ts';
import type { VolatilityView } from '../routes.ts';
import type { Palette } from './palette.ts';
import { axisLook, boxLines, tooltipLook } from './parts.ts';

export interface ConeWords {
  /** Of each line, by `coneShares`. */
  readonly shares: readonly string[];
  readonly current: string;
  readonly windows: string;
  /** Of each horizon. */
  readonly horizon: (hours: number) => string;
}

/** Lines of what volatility has been over each length of time, and what it is. */
export function conePicture(cone: VolatilityView['cone'], words: ConeWords, palette: Palette): Picture {
  const known = cone.filter(({ percentiles, current }) => percentiles !== null || current !== null);
  const look = axisLook(palette);
  const at = (share: number): readonly (number | null)[] =>
    known.map(({ percentiles }) => percentiles?.[coneShares.indexOf(share as 0)] ?? null);
  const line = (share: number, width: number, type: string) => ({
    ...{ type: 'line', showSymbol: false, silent: true, data: at(share) },
    lineStyle: { color: palette.muted, width, type },
  });
  // The middle half as an area: a line that is not seen, and what lies above it.
  const [low, high] = [at(0.25), at(0.75)];
  const between = high.map((value, index) => (value === null ? null : value - (low[index] ?? 0)));
  return {
    grid: { left: 56, right: 20, top: 12, bottom: 28 },
    xAxis: { type: 'category', data: known.map(({ hours }) => words.horizon(hours)), ...look },
    yAxis: {
      type: 'value',
      scale: true,
      ...look,
      axisLabel: { ...look.axisLabel, formatter: (value: number) => percentText(value, { decimals: 0 }) },
    },
    axisPointer: { lineStyle: { color: palette.muted, type: 'dashed' } },
    tooltip: {
      ...tooltipLook(palette),
      trigger: 'axis',
      formatter: (items: unknown) => {
        const point = known[(items as readonly { readonly dataIndex: number }[])[0]?.dataIndex ?? -1];
        if (point === undefined) return '';
        const shares = words.shares.map((name, share) => [name, percentText(point.percentiles?.[share] ?? null)] as const);
        return boxLines(words.horizon(point.hours), [
          [words.current, percentText(point.current)],
          ...shares.toReversed(),
          [words.windows, String(point.windows)],
        ]);
      },
    },
    series: [
      { type: 'line', stack: 'half', showSymbol: false, silent: true, data: low, lineStyle: { opacity: 0 } },
      {
        ...{ type: 'line', stack: 'half', showSymbol: false, silent: true, data: between, lineStyle: { opacity: 0 } },
        areaStyle: { color: palette.muted, opacity: 0.18 },
      },
      ...[line(0, 1, 'dotted'), line(0.1, 1, 'dashed'), line(0.5, 1.5, 'solid'), line(0.9, 1, 'dashed'), line(1, 1, 'dotted')],
      {
        type: 'line',
        symbolSize: 8,
        data: known.map(({ current }) => current),
        lineStyle: { color: palette.accent, width: 2 },
        itemStyle: { color: palette.accent },
        label: {
          show: true,
          position: 'top',
          color: palette.text,
          fontSize: 11,
          formatter: ({ value }: { readonly value: number }) => percentText(value),
        },
      },
    ],
  } as Picture;
}
