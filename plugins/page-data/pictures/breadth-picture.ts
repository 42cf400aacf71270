import { formatDay } from '../../../core/ui/index.ts';
import type { Picture } from '../../../core/ui/picture/echart.ts';
import { percentText } from '../figure-text.ts';
import type { BreadthView } from '../routes.ts';
import type { Palette } from './palette.ts';
import { axisLook, boxLines, dayAxis, tooltipLook } from './parts.ts';

interface BreadthWords {
  readonly share: string;
  readonly markets: string;
}

/** Share of the pairs above their own average, by the day. */
export function breadthPicture(list: BreadthView['list'], words: BreadthWords, palette: Palette): Picture {
  const look = axisLook(palette);
  return {
    grid: { left: 48, right: 16, top: 12, bottom: 28 },
    dataZoom: [{ type: 'inside' }],
    axisPointer: { lineStyle: { color: palette.muted, type: 'dashed' } },
    xAxis: dayAxis(palette),
    yAxis: {
      type: 'value',
      min: 0,
      max: 1,
      ...look,
      axisLabel: { ...look.axisLabel, formatter: (one: number) => percentText(one, { decimals: 0 }) },
    },
    tooltip: {
      ...tooltipLook(palette),
      trigger: 'axis',
      formatter: (items: unknown) => {
        const point = list[(items as readonly { readonly dataIndex: number }[])[0]?.dataIndex ?? -1];
        if (point === undefined) return '';
        return boxLines(formatDay(point.day, 'UTC'), [
          [words.share, percentText(point.share, { decimals: 0 })],
          [words.markets, String(point.markets)],
        ]);
      },
    },
    series: [
      {
        type: 'line',
        step: 'end',
        showSymbol: false,
        data: list.map(({ day, share }) => [day, share]),
        lineStyle: { color: palette.accent, width: 1.5 },
        itemStyle: { color: palette.accent },
        areaStyle: { color: palette.accent, opacity: 0.12 },
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: palette.muted, type: 'dashed' },
          data: [{ yAxis: 0.5 }],
        },
      },
    ],
  } as Picture;
}
