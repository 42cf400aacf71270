import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { formatAxis, formatNumber } from '../../core/ui/index.ts';
import { type DepthCurve, frame, qtyTicks, stepsOf } from './depth-curve.ts';

use([LineChart, GridComponent, CanvasRenderer]);

/** Colours of the theme as the canvas needs them: resolved. */
type DepthPalette = Readonly<Record<'up' | 'down' | 'line' | 'muted', string>>;

/** The picture of a depth curve. Hovering and reading figures are the panel's: the picture takes no pointer. */
export class DepthEcharts {
  readonly #chart: EChartsType;
  /** A canvas does not inherit the font of the page. */
  readonly #fontFamily: string;

  constructor(element: HTMLElement) {
    this.#fontFamily = getComputedStyle(element).fontFamily;
    this.#chart = init(element, null, { renderer: 'canvas' });
  }

  /** `decimals` of the price axis. */
  draw(curve: DepthCurve, palette: DepthPalette, decimals: number): void {
    const ticks = qtyTicks(curve);
    const texts = formatAxis(ticks);
    const axis = {
      axisLine: { lineStyle: { color: palette.line } },
      axisTick: { show: false },
      axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true },
    };
    this.#chart.setOption({
      animation: false,
      silent: true,
      textStyle: { fontFamily: this.#fontFamily },
      grid: { ...frame },
      xAxis: {
        type: 'value',
        min: curve.low,
        max: curve.high,
        splitLine: { show: false },
        splitNumber: 4,
        ...axis,
        axisLabel: { ...axis.axisLabel, formatter: (value: number) => formatNumber(value, decimals) },
      },
      yAxis: {
        ...{
          type: 'value',
          position: 'right',
          min: 0,
          max: ticks.at(-1) ?? 1,
          interval: ticks[1] ?? 1,
          splitLine: { lineStyle: { color: palette.line } },
          ...axis,
        },
        axisLabel: { ...axis.axisLabel, formatter: (value: number) => texts[Math.round(value / (ticks[1] ?? 1))] ?? '' },
      },
      series: [series(curve, 'BUY', palette.up), series(curve, 'SELL', palette.down)],
    });
  }

  resize(): void {
    this.#chart.resize();
  }

  dispose(): void {
    this.#chart.dispose();
  }
}

const series = (curve: DepthCurve, side: 'BUY' | 'SELL', colour: string) => ({
  type: 'line' as const,
  step: side === 'BUY' ? ('start' as const) : ('end' as const),
  symbol: 'none',
  data: stepsOf(curve, side).map(([x, y]) => [x, y]),
  lineStyle: { color: colour, width: 1.5 },
  areaStyle: { color: colour, opacity: 0.14 },
});
