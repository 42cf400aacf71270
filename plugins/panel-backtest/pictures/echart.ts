import { CandlestickChart, LineChart, ScatterChart } from 'echarts/charts';
import { AxisPointerComponent, DataZoomInsideComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  CandlestickChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  AxisPointerComponent,
  DataZoomInsideComponent,
  CanvasRenderer,
]);

export type Picture = Parameters<EChartsType['setOption']>[0];

/** A picture in an element; what it shows is said as an option of the library. */
export class EChart {
  readonly #chart: EChartsType;
  /** A canvas does not inherit the font of the page. */
  readonly #textStyle: { readonly fontFamily: string; readonly fontSize: number };

  constructor(element: HTMLElement) {
    this.#textStyle = { fontFamily: getComputedStyle(element).fontFamily, fontSize: 11 };
    this.#chart = init(element, null, { renderer: 'canvas' });
  }

  draw(picture: Picture): void {
    this.#chart.setOption({ textStyle: this.#textStyle, ...picture }, { notMerge: true });
  }

  resize(): void {
    this.#chart.resize();
  }

  dispose(): void {
    this.#chart.dispose();
  }
}
