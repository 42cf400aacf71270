import type { EquityPoint } from './equity-curve.ts';

const hourMs = 3_600_000;

/** A fall from a high. */
export interface Fall {
  readonly high: EquityPoint;
  readonly low: EquityPoint;
}

/**
 * Takes every value that a run has, one after the other, and keeps what figures need: the deepest fall, the lowest and highest
 * value, and the last value of each hour. It grows with the hours in which the value changed, not with the values.
 */
export class EquityFigures {
  readonly start: EquityPoint;
  /** The start, then the last value of each hour that had one that was new. */
  readonly #hours: EquityPoint[];
  #low: EquityPoint;
  #high: EquityPoint;
  #deepest = 0;
  #fall: Fall | null = null;
  #lastMs: number;
  #last: number;
  #hourEndMs: number;

  constructor(timeMs: number, value: number) {
    this.start = [timeMs, value];
    this.#hours = [this.start];
    this.#low = this.start;
    this.#high = this.start;
    this.#last = value;
    this.#lastMs = timeMs;
    this.#hourEndMs = hourEnd(timeMs);
  }

  /** In order of time. */
  add(timeMs: number, value: number): void {
    if (timeMs >= this.#hourEndMs) {
      this.#closeHour();
      this.#hourEndMs = hourEnd(timeMs);
    }
    this.#last = value;
    this.#lastMs = timeMs;
    if (value < this.#low[1]) this.#low = [timeMs, value];
    const high = this.#high[1];
    if (value > high) this.#high = [timeMs, value];
    else if (high > 0 && 1 - value / high > this.#deepest) {
      this.#deepest = 1 - value / high;
      this.#fall = { high: this.#high, low: [timeMs, value] };
    }
  }

  get end(): number {
    return this.#last;
  }

  get lowest(): number {
    return this.#low[1];
  }

  get highest(): number {
    return this.#high[1];
  }

  /** As a fraction of the high. */
  get maxDrawdown(): number {
    return this.#deepest;
  }

  /** The deepest; null: the value never fell. */
  get fall(): Fall | null {
    return this.#fall;
  }

  /** The values that every fall is told by, its own and those of what comes before or after: a picture has to show them. */
  get extremes(): readonly EquityPoint[] {
    return [this.#low, this.#high, ...(this.#fall === null ? [] : [this.#fall.high, this.#fall.low])];
  }

  /** Enough to know the value at the end of every hour, and so of every longer period. */
  get hours(): readonly EquityPoint[] {
    return [...this.#hours, [this.#lastMs, this.#last]];
  }

  #closeHour(): void {
    if (this.#last !== this.#hours.at(-1)?.[1]) this.#hours.push([this.#lastMs, this.#last]);
  }
}

const hourEnd = (timeMs: number): number => timeMs - (timeMs % hourMs) + hourMs;
