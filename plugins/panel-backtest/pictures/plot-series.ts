import type { BacktestDetail } from '../../../core/contract/backtest-runs.ts';
import { isNearRange } from '../../../core/domain/markets/near-range.ts';
import type { ChartPalette } from './chart-palette.ts';

type Market = BacktestDetail['markets'][number];
type Mark = NonNullable<Market['plots']>['marks'][number];

/** What a strategy has plotted, in words, and which of its lines are to be seen. */
export interface PlotWords {
  lineTitle(series: string): string;
  markText(mark: Mark): string;
  isShown(series: string): boolean;
}

const lineColours = ['orange', 'violet', 'teal', 'warn', 'accent'] as const satisfies readonly (keyof ChartPalette)[];
/** The colours begin anew with dashed lines. */
export const plotColour = (at: number): (typeof lineColours)[number] => lineColours[at % lineColours.length] ?? 'accent';

/** Lines over the candles, each of whose values holds until the next, and marks. */
export function plotSeries({ plots, candles = [] }: Market, toMs: number, words: PlotWords, palette: ChartPalette) {
  if (plots === undefined) return [];
  const low = Math.min(...candles.map(([, , , least]) => least));
  const high = Math.max(...candles.map(([, , most]) => most));
  const shown = (value: number): number | null => (candles.length === 0 || isNearRange(value, low, high) ? value : null);
  const lines = plots.lines.flatMap(({ series, points }, at) => {
    const last = points.at(-1);
    if (last === undefined || !words.isShown(series)) return [];
    const color = palette[plotColour(at)];
    const lineStyle = { color, width: 1.2, type: at < lineColours.length ? 'solid' : 'dashed' };
    const data = [...points, [toMs, last[1]] as const].map(([time, value]) => [time, shown(value)]);
    return [
      {
        type: 'line',
        symbol: 'none',
        step: 'end',
        animation: false,
        z: 4,
        name: words.lineTitle(series),
        data,
        lineStyle,
        itemStyle: { color },
      },
    ];
  });
  if (plots.marks.length === 0) return lines;
  const data = plots.marks.map((mark) => ({
    name: words.markText(mark),
    value: [mark.timeMs, mark.price ?? placeOf(mark, candles)],
    itemStyle: { color: mark.side === null ? palette.accent : mark.side === 'BUY' ? palette.up : palette.down },
  }));
  return [...lines, { type: 'scatter', symbol: 'diamond', symbolSize: 7, animation: false, name: '', z: 5, data }];
}

/** Beside the candle of its time: below it for a buy, above it otherwise. */
function placeOf({ timeMs, side }: Mark, candles: NonNullable<Market['candles']>): number | null {
  const candle = candles.findLast(([openMs]) => openMs <= timeMs);
  if (candle === undefined) return null;
  return side === 'BUY' ? candle[3] : candle[2];
}
