import { formatDay } from '../../../core/ui/index.ts';
import type { Picture } from '../../../core/ui/picture/echart.ts';
import { numberText, priceText } from '../figure-text.ts';
import { regimeBounds } from '../figures/fear-greed.ts';
import type { FearGreedView } from '../routes.ts';
import { faded, type Palette, regimeColours } from './palette.ts';
import { axisLook, boxLines, dayAxis, tooltipLook } from './parts.ts';

/** Words of the pictures, translated. */
export interface FearGreedWords {
  readonly index: string;
  readonly price: string;
  /** From extreme fear to extreme greed. */
  readonly regimes: readonly string[];
  /** Of the value that is shown. */
  readonly regime: string;
}

const edges = [0, ...regimeBounds, 100];

/** A pointer over the five regimes. */
export function gaugePicture(value: number, { regime }: FearGreedWords, palette: Palette): Picture {
  const bands = regimeColours(palette).map((colour, at) => [(edges[at + 1] ?? 100) / 100, colour]);
  return {
    series: [
      {
        type: 'gauge',
        startAngle: 200,
        endAngle: -20,
        radius: '96%',
        center: ['50%', '62%'],
        min: 0,
        max: 100,
        splitNumber: 5,
        axisLine: { lineStyle: { width: 14, color: bands } },
        axisTick: { show: false },
        splitLine: { length: 14, distance: -14, lineStyle: { color: palette.surface, width: 2 } },
        axisLabel: { distance: 20, color: palette.muted, fontSize: 11 },
        pointer: { length: '58%', width: 4, itemStyle: { color: palette.text } },
        anchor: { show: true, size: 8, itemStyle: { color: palette.text, borderColor: palette.text } },
        title: { offsetCenter: [0, '46%'], color: palette.muted, fontSize: 13 },
        detail: {
          offsetCenter: [0, '26%'],
          color: palette.text,
          fontSize: 28,
          fontWeight: 600,
          formatter: (one: number) => numberText(one),
        },
        data: [{ value, name: regime }],
      },
    ],
  } as Picture;
}

/** The index over its regimes, and BTC's price beside it; the wheel zooms. */
export function historyPicture({ list }: Pick<FearGreedView, 'list'>, words: FearGreedWords, palette: Palette): Picture {
  const colours = regimeColours(palette);
  const areas = words.regimes.map((name, at) => [
    { name, yAxis: edges[at], itemStyle: { color: faded((colours[at] as string).slice(0, 7), at === 2 ? 0.05 : 0.09) } },
    { yAxis: edges[at + 1] },
  ]);
  const look = axisLook(palette);
  const plain = { type: 'line', showSymbol: list.length < 3, symbolSize: 5 };
  return {
    grid: { left: 40, right: 64, top: 12, bottom: 28 },
    dataZoom: [{ type: 'inside' }],
    axisPointer: { lineStyle: { color: palette.muted, type: 'dashed' } },
    xAxis: dayAxis(palette),
    yAxis: [
      { type: 'value', min: 0, max: 100, interval: 20, ...look, splitLine: { show: false } },
      { type: 'value', scale: true, position: 'right', splitNumber: 4, ...look, axisLabel: { ...look.axisLabel, formatter: priceText } },
    ],
    tooltip: {
      ...tooltipLook(palette),
      trigger: 'axis',
      formatter: (items: unknown) => {
        const [first] = items as readonly { readonly value: readonly [number, number] }[];
        const day = list.find((one) => one.day === first?.value[0]);
        if (day === undefined) return '';
        return boxLines(formatDay(day.day, 'UTC'), [
          [words.index, numberText(day.value, 1)],
          [words.price, numberText(day.close, 2)],
        ]);
      },
    },
    series: [
      {
        ...plain,
        name: words.price,
        yAxisIndex: 1,
        data: list.map(({ day, close }) => [day, close]),
        lineStyle: { color: palette.orange, width: 1 },
        itemStyle: { color: palette.orange },
      },
      {
        ...plain,
        name: words.index,
        data: list.map(({ day, value }) => [day, value]),
        lineStyle: { color: palette.accent, width: 2 },
        itemStyle: { color: palette.accent },
        markArea: { silent: true, data: areas, label: { position: 'insideTopLeft', color: palette.muted, fontSize: 10 } },
      },
    ],
  } as Picture;
}
