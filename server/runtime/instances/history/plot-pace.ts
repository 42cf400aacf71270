import type { PlotPoint } from '../../../store/strategies/instance-store.ts';
import type { PlotEffect } from '../../driver/effect.ts';
import { plotPoint } from './plot-point.ts';

/** Points that an instance writes in an hour by the second: eight lines at every one of them, and a little more. */
export const mostBySecond = 30_000;
const hourMs = 60 * 60_000;
/** A second is finer than any candle. */
const secondMs = 1_000;
const minuteMs = 60_000;

/** Bounds what an instance plots between two thinnings: beyond a number in an hour its lines and marks have a point a minute. */
export class PlotPace {
  #sinceMs = Number.NEGATIVE_INFINITY;
  #written = 0;
  /** Time of the last point of each line. */
  readonly #last = new Map<string, number>();

  /** What was plotted, as it is kept. */
  point(effect: PlotEffect, nowMs: number): PlotPoint {
    if (nowMs - this.#sinceMs >= hourMs) {
      this.#sinceMs = nowMs;
      this.#written = 0;
    }
    const point = plotPoint(effect, this.#written < mostBySecond ? secondMs : minuteMs);
    const line = `${point.kind} ${point.instrumentId} ${point.name}`;
    if (this.#last.get(line) !== point.timeMs) this.#written += 1;
    this.#last.set(line, point.timeMs);
    return point;
  }
}
