import { expect, it } from 'vitest';
import type { BacktestDetail } from '../../../core/contract/backtest-runs.ts';
import type { ChartPalette } from './chart-palette.ts';
import { type PlotWords, plotSeries } from './plot-series.ts';

const palette = { orange: 'orange', violet: 'violet', accent: 'accent', up: 'up', down: 'down' } as unknown as ChartPalette;
const words: PlotWords = { lineTitle: (series) => `the ${series}`, markText: ({ key }) => key, isShown: (series) => series !== 'hidden' };
const market = (plots: BacktestDetail['markets'][number]['plots']): BacktestDetail['markets'][number] => ({
  ...{ instrument: 'a/B/spot', prices: [], marks: [], candles: [[0, 100, 120, 100, 110]] },
  ...(plots === undefined ? {} : { plots }),
});

it('draws each shown line in its own colour to the end of the run, without what is far from the candles', () => {
  const line = (series: string) => ({
    series,
    points: [[10, 105] as [number, number], [20, 900] as [number, number], [30, 110] as [number, number]],
  });
  const series = plotSeries(market({ lines: [line('hidden'), line('fair')], marks: [] }), 50, words, palette);
  expect(series).toMatchObject([
    {
      name: 'the fair',
      step: 'end',
      lineStyle: { color: 'violet' },
      data: [
        [10, 105],
        [20, null],
        [30, 110],
        [50, 110],
      ],
    },
  ]);
  expect(plotSeries(market(undefined), 50, words, palette)).toEqual([]);
});

it('puts marks at their price, else beside the candle of their time, with their text', () => {
  const mark = { timeMs: 5, key: 'mark.turn', params: {}, price: null } as const;
  const marks = [
    { ...mark, side: 'BUY' as const },
    { ...mark, side: 'SELL' as const },
    { ...mark, side: null, price: 107 },
  ];
  const [series] = plotSeries(market({ lines: [], marks }), 50, words, palette);
  expect(series?.data).toEqual([
    { name: 'mark.turn', value: [5, 100], itemStyle: { color: 'up' } },
    { name: 'mark.turn', value: [5, 120], itemStyle: { color: 'down' } },
    { name: 'mark.turn', value: [5, 107], itemStyle: { color: 'accent' } },
  ]);
});
