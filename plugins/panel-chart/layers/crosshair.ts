import type { Chart, Crosshair as LibraryCrosshair } from 'klinecharts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Pixel } from '../drawing/tool.ts';
import { mainPane, valueAt } from './surface.ts';

/** Where the crosshair stands. `price` is null over another pane than that of the candles. */
export interface CrosshairPlace {
  readonly barIndex: number;
  readonly timeMs: number;
  readonly price: number | null;
}
/** `byUser`: not because another chart shows it. */
type CrosshairListener = (place: CrosshairPlace | null, byUser: boolean) => void;

/** The crosshair under the pointer, moved by key, or shown for another chart. The library does not tell when the pointer leaves. */
export class Crosshair {
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #listeners = new Set<CrosshairListener>();
  #at: (Pixel & { readonly isOnCandles: boolean }) | null = null;

  constructor(chart: Chart, element: HTMLElement) {
    this.#chart = chart;
    this.#element = element;
    chart.subscribeAction('onCrosshairChange', this.#follow);
    element.addEventListener('pointermove', this.#leaveAtAxes);
    element.addEventListener('pointerleave', this.#leave);
  }

  listen(listener: CrosshairListener): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  get place(): CrosshairPlace | null {
    const at = this.#at;
    const { index, timeMs, price } = valueAt(this.#chart, at ?? { x: 0, y: 0 });
    return at === null || timeMs === undefined ? null : { barIndex: index, timeMs, price: at.isOnCandles ? (price ?? null) : null };
  }

  /** In px of the candles' pane; null while it is not there. */
  get pixel(): Pixel | null {
    return this.#at?.isOnCandles === true ? { x: this.#at.x, y: this.#at.y } : null;
  }

  /** Shows it for another chart at a place of the candles' pane, or takes it away. */
  show(at: Pixel | null): void {
    this.#draw(at);
    this.#tell(false);
  }

  #draw(at: Pixel | null): void {
    this.#at = at === null ? null : { ...at, isOnCandles: true };
    // The library takes nothing for "none", which its type leaves out.
    this.#chart.executeAction('onCrosshairChange', (at === null ? null : { ...at, paneId: mainPane }) as LibraryCrosshair);
  }

  /** Moves it by bars and pixels, from the last bar when it is not there; the chart is moved along at its edges. */
  step(bars: number, downPx: number): void {
    const size = this.#chart.getSize(mainPane, 'main');
    const last = this.#chart.getDataList().at(-1);
    if (size === null || last === undefined) return;
    const place = this.pixel === null ? null : this.place;
    const index = place === null ? this.#chart.getDataList().length - 1 : place.barIndex + bars;
    const y = place === null ? this.#pixelOf(index, last.close).y : (this.pixel?.y ?? 0) + downPx;
    const { x: there } = this.#pixelOf(index, last.close);
    if (there < 0 || there > size.width) this.#chart.scrollByDistance(there < 0 ? -there : size.width - there);
    const { x } = this.#pixelOf(index, last.close);
    this.#draw({ x: Math.min(size.width, Math.max(0, x)), y: Math.min(size.height - 1, Math.max(1, y)) });
    this.#tell(true);
  }

  close(): void {
    this.#chart.unsubscribeAction('onCrosshairChange', this.#follow);
    this.#element.removeEventListener('pointermove', this.#leaveAtAxes);
    this.#element.removeEventListener('pointerleave', this.#leave);
  }

  #pixelOf(index: number, price: number): Pixel {
    const { x = 0, y = 0 } = this.#chart.convertToPixel({ dataIndex: index, value: price }, { paneId: mainPane }) as Partial<Pixel>;
    return { x, y };
  }

  #tell(byUser: boolean): void {
    const { place } = this;
    for (const listener of [...this.#listeners]) listener(place, byUser);
  }

  readonly #follow = (data?: unknown): void => {
    const { x, y, paneId } = (data ?? {}) as LibraryCrosshair;
    if (x === undefined || y === undefined) return;
    this.#at = { x, y, isOnCandles: paneId === mainPane };
    this.#tell(true);
  };

  readonly #leave = (): void => {
    if (this.#at === null) return;
    this.#at = null;
    this.#tell(true);
  };

  readonly #leaveAtAxes = ({ clientX, clientY }: PointerEvent): void => {
    const box = this.#element.getBoundingClientRect();
    const { width = 0 } = this.#chart.getSize(mainPane, 'main') ?? {};
    const { height = 0 } = this.#chart.getSize('x_axis_pane', 'main') ?? {};
    if (clientX - box.left > width || clientY - box.top > box.height - height) this.#leave();
  };
}
