import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

export type Picture = Parameters<EChartsType['setOption']>[0];
/** Kinds of series and components that a picture is made of, as the library exports them. */
export type PictureParts = Extract<Parameters<typeof use>[0], readonly unknown[]>;

/**
 * A picture in an element; what it shows is said as an option of the library, and nothing in it moves by itself. The library is heavy: take this module
 * by a dynamic import and its types alone elsewhere.
 */
export class EChart {
  readonly #chart: EChartsType;
  /** A canvas does not inherit the font of the page. */
  readonly #textStyle: { readonly fontFamily: string; readonly fontSize: number };

  constructor(element: HTMLElement, parts: PictureParts) {
    use([...parts, CanvasRenderer]);
    this.#textStyle = { fontFamily: getComputedStyle(element).fontFamily, fontSize: 11 };
    this.#chart = init(element, null, { renderer: 'canvas' });
  }

  /** In the place of what was drawn. `live`: of the same shape as before, with other values: a box that is open stays. */
  draw(picture: Picture, live = false): void {
    const option = { animation: false, textStyle: this.#textStyle, ...picture };
    this.#chart.setOption(option, live ? { replaceMerge: ['series'] } : { notMerge: true });
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
