import type { Chart } from 'klinecharts';
import type { ChartBar } from '../../../core/contract/chart.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Crosshair, CrosshairPlace } from './crosshair.ts';

type Change = 'all' | 'last';
export type BarListener = (bar: ChartBar | null, before: ChartBar | null) => void;

/** Tells of new bars once per frame, and of the bar under the crosshair, else the last one. */
export class BarNews {
  readonly #chart: Chart;
  readonly #onBar: BarListener;
  readonly #listeners = new Set<(change: Change) => void>();
  #noted: Change | null = null;
  #frame = 0;
  /** Index of the bar under the crosshair. */
  #pointed: number | null = null;
  readonly #stopFollowing: Disposer;

  constructor(chart: Chart, crosshair: Pick<Crosshair, 'listen'>, onBar: BarListener) {
    this.#chart = chart;
    this.#onBar = onBar;
    this.#stopFollowing = crosshair.listen((place) => this.#point(place));
  }

  bars(): readonly ChartBar[] {
    return this.#chart.getDataList() as unknown as readonly ChartBar[];
  }

  listen(listener: (change: Change) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Waits for the next frame: by then the library has laid out what it was given. */
  note(change: Change): void {
    this.#noted = this.#noted === 'all' ? 'all' : change;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#tell();
    });
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    void this.#stopFollowing();
  }

  #tell(): void {
    const noted = this.#noted;
    this.#noted = null;
    if (noted === null) return;
    for (const listener of [...this.#listeners]) {
      try {
        listener(noted);
      } catch (error) {
        console.error('chart overlay', error);
      }
    }
    this.#tellBar();
  }

  #tellBar(): void {
    const bars = this.bars();
    const at = this.#pointed !== null && this.#pointed < bars.length ? this.#pointed : bars.length - 1;
    this.#onBar(bars[at] ?? null, bars[at - 1] ?? null);
  }

  #point(place: CrosshairPlace | null): void {
    const pointed = place === null || place.barIndex < 0 ? null : place.barIndex;
    if (pointed === this.#pointed) return;
    this.#pointed = pointed;
    this.#tellBar();
  }
}
