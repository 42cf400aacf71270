import type { Chart } from 'klinecharts';
import type { Disposer } from '../../../core/contract/token.ts';
import { maxPages, pageSize } from '../chart-source.ts';
import type { TimeAxis } from './time-axis.ts';

/** Scrolling that pauses for this long has come to its place. */
const settleMs = 300;

export interface ViewLayerParts {
  readonly chart: Chart;
  readonly axis: TimeAxis;
  /** Time at the right edge when the chart was left; null: the newest bar. */
  readonly endMs: number | null;
  readonly keep: (endMs: number | null) => void;
  /** Gives the way to call it off. */
  readonly later: (delayMs: number, task: () => void) => () => void;
  readonly onBars: (listener: (change: 'all' | 'last') => void) => Disposer;
}

/** Goes back to where the chart was scrolled to, once its bars have come, and keeps where it is scrolled from then on. */
export class ViewLayer {
  readonly #parts: ViewLayerParts;
  readonly #stops: readonly Disposer[];
  /** A time that is not at the right edge yet. */
  #awaitedMs: number | null;
  #cancelKeep: (() => void) | null = null;

  constructor(parts: ViewLayerParts) {
    const { chart, endMs, onBars } = parts;
    this.#parts = parts;
    this.#awaitedMs = endMs;
    const onMoved = (): void => this.#moved();
    chart.subscribeAction('onScroll', onMoved);
    chart.subscribeAction('onZoom', onMoved);
    this.#stops = [
      onBars((change) => change === 'all' && this.#goBack()),
      () => chart.unsubscribeAction('onScroll', onMoved),
      () => chart.unsubscribeAction('onZoom', onMoved),
    ];
  }

  close(): void {
    if (this.#cancelKeep !== null) this.#keep();
    for (const stop of this.#stops) void stop();
  }

  #goBack(): void {
    const { axis } = this.#parts;
    if (this.#awaitedMs === null) return;
    axis.isRestoring = true;
    const isThere = axis.showEnd(this.#awaitedMs);
    if (!isThere && axis.missingBefore(this.#awaitedMs) >= maxPages * pageSize) {
      axis.showEnd(null);
      this.#awaitedMs = null;
    } else if (isThere) this.#awaitedMs = null;
    axis.isRestoring = false;
  }

  #moved(): void {
    const { axis, later } = this.#parts;
    if (axis.isRestoring) return;
    // Who scrolls while older bars are on their way has chosen another place.
    this.#awaitedMs = null;
    this.#cancelKeep?.();
    this.#cancelKeep = later(settleMs, () => this.#keep());
  }

  #keep(): void {
    this.#cancelKeep?.();
    this.#cancelKeep = null;
    this.#parts.keep(this.#parts.axis.endMs);
  }
}
