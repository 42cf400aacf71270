import { BarChart, GaugeChart, HeatmapChart, LineChart } from 'echarts/charts';
import {
  AxisPointerComponent,
  DataZoomInsideComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  ...[BarChart, GaugeChart, HeatmapChart, LineChart],
  ...[
    GridComponent,
    TooltipComponent,
    AxisPointerComponent,
    DataZoomInsideComponent,
    MarkAreaComponent,
    MarkLineComponent,
    VisualMapComponent,
  ],
  CanvasRenderer,
]);

export type Picture = Parameters<EChartsType['setOption']>[0];

/** A picture in an element; what it shows is said as an option of the library. Nothing in it moves. */
export class EChart {
  readonly #chart: EChartsType;
  /** A canvas does not inherit the font of the page. */
  readonly #textStyle: { readonly fontFamily: string; readonly fontSize: number };

  constructor(element: HTMLElement) {
    this.#textStyle = { fontFamily: getComputedStyle(element).fontFamily, fontSize: 11 };
    this.#chart = init(element, null, { renderer: 'canvas' });
  }

  /** Takes the place of what was drawn; a box that is open stays. */
  draw(picture: Picture): void {
    this.#chart.setOption({ animation: false, textStyle: this.#textStyle, ...picture }, { replaceMerge: ['series'] });
  }

  /** As a file, twice as sharp as the screen. */
  png(background: string): Blob {
    const url = this.#chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: background });
    const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
    return new Blob([bytes], { type: 'image/png' });
  }

  resize(): void {
    this.#chart.resize();
  }

  dispose(): void {
    this.#chart.dispose();
  }
}
