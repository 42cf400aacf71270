import type { Chart } from 'klinecharts';
import type { ChartSurface } from '../../../core/contract/chart.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ChartStore } from '../chart-store.ts';
import { mainPane, pointAt } from './surface.ts';

type ClickListener = Parameters<ChartSurface['onClick']>[0];

/** How far a click may slip. */
const slipPx = 4;

/** Clicks on the candles that meet neither a drawing nor a line, and on their price axis. The library tells of those on its overlays only. */
export class ChartPointer {
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #store: ChartStore;
  readonly #listeners = new Set<ClickListener>();
  readonly #axisListeners = new Set<(y: number) => void>();
  /** Drawings and lines under the pointer. */
  readonly #hovered = new Set<string>();
  #pressed: { readonly x: number; readonly y: number } | null = null;

  constructor(chart: Chart, element: HTMLElement, store: ChartStore) {
    this.#chart = chart;
    this.#element = element;
    this.#store = store;
    element.addEventListener('pointerdown', this.#press);
    element.addEventListener('pointerup', this.#release);
  }

  onClick(listener: ClickListener): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** `y` in px from the top of the candles' pane. */
  onAxisClick(listener: (y: number) => void): Disposer {
    this.#axisListeners.add(listener);
    return () => {
      this.#axisListeners.delete(listener);
    };
  }

  /** The pointer came upon an overlay of the library, or left it. */
  hover(id: string, inside: boolean): void {
    if (inside) this.#hovered.add(id);
    else this.#hovered.delete(id);
  }

  close(): void {
    this.#element.removeEventListener('pointerdown', this.#press);
    this.#element.removeEventListener('pointerup', this.#release);
  }

  readonly #press = ({ clientX, clientY }: PointerEvent): void => {
    this.#pressed = { x: clientX, y: clientY };
  };

  readonly #release = (event: PointerEvent): void => {
    const { clientX, clientY, button } = event;
    const slipped = this.#pressed === null || Math.hypot(clientX - this.#pressed.x, clientY - this.#pressed.y) > slipPx;
    if (slipped || button !== 0 || this.#store.tool !== null) return;
    const box = this.#element.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    const size = this.#chart.getSize(mainPane, 'main');
    if (size !== null && x > size.width && y <= size.height) for (const listener of [...this.#axisListeners]) listener(y);
    const point = this.#isOnOverlay() ? null : pointAt(this.#chart, x, y);
    if (point !== null) for (const listener of [...this.#listeners]) listener(point, event);
  };

  /** One may have gone while the pointer was upon it. */
  #isOnOverlay(): boolean {
    return [...this.#hovered].some((id) => this.#chart.getOverlays({ id }).length > 0);
  }
}
