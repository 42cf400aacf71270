import type { BacktestCurve, BacktestDetail } from '../../../core/contract/backtest-runs.ts';
import { formatDigits } from '../../../core/domain/numbers/number-text.ts';
import { drawdownOf } from '../../../core/report/curve.ts';
import { safe } from '../../../core/report/safe.ts';
import { formatClock, formatDay, formatDecimal } from '../../../core/ui/index.ts';
import type { Picture } from '../../../core/ui/picture/echart.ts';
import { axisTimeText, moneyText, percentText } from '../runs/figure-text.ts';
import type { ChartPalette } from './chart-palette.ts';
import { type PlotWords, plotSeries } from './plot-series.ts';

/** Words of a picture, translated, and where its times are. */
export interface PictureWords {
  readonly price: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly equity: string;
  readonly drawdown: string;
  readonly buy: string;
  readonly sell: string;
  readonly timeZone: string;
}

interface ResultWords extends PictureWords {
  readonly plots: PlotWords;
}

type Market = BacktestDetail['markets'][number];

const space = { left: 12, right: 68 } as const;
/** Of the picture's height: price with marks, net value, drawdown. */
const bands = [
  { top: '2%', height: '44%' },
  { top: '52%', height: '24%' },
  { top: '81%', height: '13%' },
] as const;
/** Of a picture without a market. */
const curveBands = [
  { top: '4%', height: '58%' },
  { top: '72%', height: '16%' },
] as const;

/** Price with marks, net value and drawdown over one time axis; the wheel zooms all of them. */
export function resultPicture({ curve, range }: BacktestDetail, market: Market, words: ResultWords, palette: ChartPalette): Picture {
  const plotted = plotSeries(market, range.to, words.plots, palette);
  const priced = [priceSeries(curve, market, words, palette), ...markSeries(market, words, palette), ...plotted];
  return picture(curve, bands, [{ series: priced, format: priceText }, ...curveSeries(curve, words, palette)], words, palette);
}

/** Net value and drawdown alone. */
export function curvePicture(curve: BacktestCurve, words: PictureWords, palette: ChartPalette): Picture {
  return picture(curve, curveBands, curveSeries(curve, words, palette), words, palette);
}

type Series = Readonly<Record<string, unknown>> & { readonly name: string };

interface Band {
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** Axis texts; absent: plain numbers. */
  readonly axis?: (value: number) => string;
}

function picture(
  { times }: BacktestCurve,
  places: ReadonlyArray<{ readonly top: string; readonly height: string }>,
  parts: readonly Band[],
  words: PictureWords,
  palette: ChartPalette,
): Picture {
  const formats = parts.flatMap(({ series, format }) => series.map(() => format));
  return {
    animation: false,
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: palette.muted, type: 'dashed' }, label: { show: false } },
    tooltip: tooltipOf(words, palette, formats),
    dataZoom: [{ type: 'inside', xAxisIndex: places.map((_, at) => at) }],
    grid: places.map((place) => ({ ...space, ...place })),
    xAxis: places.map((_, at) => timeAxis(at, at === places.length - 1, times, words.timeZone, palette)),
    yAxis: parts.map(({ axis }, at) => valueAxis(at, palette, axis ?? axisText, axis === undefined)),
    series: parts.flatMap(({ series }, at) => series.map((one) => ({ ...one, xAxisIndex: at, yAxisIndex: at }))),
  } as Picture;
}

const line = { type: 'line', symbol: 'none', animation: false, sampling: 'minmax' } as const;
const pointsOf = ({ times }: BacktestCurve, values: readonly (number | null)[]) => values.map((value, at) => [times[at] as number, value]);

/** Candles; a line of last prices for a run of before there were candles. */
function priceSeries(curve: BacktestCurve, { candles = [], prices }: Market, { price }: PictureWords, palette: ChartPalette): Series {
  const { up, down, muted } = palette;
  if (candles.length === 0) {
    return { ...line, name: price, data: pointsOf(curve, prices), lineStyle: { color: muted, width: 1.2 }, itemStyle: { color: muted } };
  }
  return {
    type: 'candlestick',
    animation: false,
    name: price,
    barMaxWidth: 12,
    barMinWidth: 1,
    data: candles.map(([time, open, high, low, close]) => [time, open, close, low, high]),
    itemStyle: { color: up, color0: down, borderColor: up, borderColor0: down, borderWidth: 1 },
  };
}

/** Bought from below, sold from above, so that marks stand beside the candles. */
function markSeries({ marks }: Market, words: PictureWords, palette: ChartPalette): readonly Series[] {
  // Many marks are small, so that the candles between them can be seen.
  const symbolSize = marks.length > 300 ? 5 : marks.length > 100 ? 6 : 8;
  const side = (side: 'BUY' | 'SELL', name: string, color: string) => ({
    type: 'scatter',
    symbol: 'triangle',
    symbolSize,
    animation: false,
    name,
    z: 3,
    ...(side === 'BUY' ? { symbolOffset: [0, '60%'] } : { symbolOffset: [0, '-60%'], symbolRotate: 180 }),
    data: marks.filter(([, one]) => one === side).map(([time, , price]) => [time, price]),
    itemStyle: { color, borderColor: palette.text, borderWidth: 0.75 },
  });
  return [side('BUY', words.buy, palette.up), side('SELL', words.sell, palette.down)];
}

function curveSeries(curve: BacktestCurve, words: PictureWords, { accent, down }: ChartPalette): readonly Band[] {
  const fallen = drawdownOf(curve.equity);
  const equity = { ...line, name: words.equity, data: pointsOf(curve, curve.equity) };
  const drawdown = { ...line, name: words.drawdown, data: pointsOf(curve, fallen), areaStyle: { color: down, opacity: 0.14 } };
  return [
    {
      series: [{ ...equity, lineStyle: { color: accent, width: 1.5 }, itemStyle: { color: accent } }],
      format: (value) => moneyText(value),
    },
    {
      series: [{ ...drawdown, lineStyle: { color: down, width: 1 }, itemStyle: { color: down } }],
      format: (value) => percentText(value),
      axis: (value) => `${Math.round(value * 1_000) / 10}%`,
    },
  ];
}

/** All digits that tell two lines apart, and no noise of doubles. */
const axisText = (value: number): string => formatDigits(value, 8);
const priceText = (value: number): string => formatDecimal(String(value));

function timeAxis(at: number, isLast: boolean, times: readonly number[], timeZone: string, palette: ChartPalette) {
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
  const text = (time: number): string => axisTimeText(time, to - from, timeZone);
  return {
    type: 'time' as const,
    gridIndex: at,
    min: from,
    max: to,
    splitLine: { show: false },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: { show: isLast, color: palette.muted, fontSize: 11, hideOverlap: true, formatter: text },
  };
}

const valueAxis = (at: number, palette: ChartPalette, formatter: (value: number) => string, scale: boolean) => ({
  type: 'value' as const,
  gridIndex: at,
  scale,
  position: 'right' as const,
  splitNumber: scale ? 3 : 1,
  axisLine: { show: false },
  splitLine: { lineStyle: { color: palette.line } },
  axisLabel: { color: palette.muted, fontSize: 11, formatter },
});

interface TooltipItem {
  /** Of a mark: what it says. */
  readonly name?: string;
  readonly seriesName?: string;
  readonly seriesIndex?: number;
  readonly seriesType?: string;
  readonly value?: unknown;
}

/** One box for all bands: the time, then a line for each value. */
function tooltipOf(words: PictureWords, palette: ChartPalette, formats: readonly ((value: number) => string)[]) {
  const { timeZone } = words;
  const bold = (text: string): string => `<b style="font-variant-numeric:tabular-nums">${text}</b>`;
  const textOf = ({ name = '', seriesName = '', seriesIndex = 0, seriesType, value }: TooltipItem): string => {
    const format = formats[seriesIndex] ?? String;
    const numbers = (value as readonly (number | null)[]).slice(1).map((one) => bold(one === null ? '–' : format(one)));
    if (seriesType !== 'candlestick') return `${safe(name === '' ? seriesName : name)} ${numbers[0] ?? ''}`;
    const [open, close, low, high] = numbers;
    return `${words.open} ${open} ${words.high} ${high}<br>${words.low} ${low} ${words.close} ${close}`;
  };
  return {
    trigger: 'axis' as const,
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.line,
    textStyle: { color: palette.text, fontSize: 11 },
    formatter: (given: unknown): string => {
      const items = (Array.isArray(given) ? given : [given]) as readonly TooltipItem[];
      const time = (items[0]?.value as readonly [number, number] | undefined)?.[0];
      const head = time === undefined ? '' : `${formatDay(time, timeZone)} ${formatClock(time, timeZone)}`;
      return [head, ...items.map(textOf)].join('<br>');
    },
  };
}
