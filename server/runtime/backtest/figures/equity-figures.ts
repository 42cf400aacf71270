import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import { type EquityPoint, exposedAt, type PriceExposure } from './equity-curve.ts';

const hourMs = 3_600_000;
/** Raises a product of doubles above what rounding may have taken off it. */
const overRounding = 1 + 1e-12;

/** A fall from a high. */
export interface Fall {
  readonly high: EquityPoint;
  readonly low: EquityPoint;
}

/** Values at the closes of bars, which differ by one market's price alone. */
interface BarValues {
  readonly bars: Pick<BarSeries, 'openMs' | 'lengthMs' | 'close'>;
  /** In ticks. */
  readonly exposure: PriceExposure;
  /** The part of the value that the price does not move. */
  readonly rest: number;
}

/**
 * Takes every value that a run has, one after the other, and keeps what figures need: the deepest fall, the lowest and highest
 * value, and the last value of each hour. It grows with the hours in which the value changed, not with the values.
 */
export class EquityFigures {
  readonly start: EquityPoint;
  /** The start, then the last value of each hour that had one that was new. */
  readonly #hours: EquityPoint[];
  #low: number;
  #lowMs: number;
  #high: number;
  #highMs: number;
  #deepest = 0;
  /** A value above it makes no deeper fall. */
  #floor = Number.POSITIVE_INFINITY;
  #fall: Fall | null = null;
  #lastMs: number;
  #last: number;
  #hourEndMs: number;

  constructor(timeMs: number, value: number) {
    this.start = [timeMs, value];
    this.#hours = [this.start];
    this.#low = value;
    this.#lowMs = timeMs;
    this.#high = value;
    this.#highMs = timeMs;
    this.#last = value;
    this.#lastMs = timeMs;
    this.#hourEndMs = hourEnd(timeMs);
  }

  /** In order of time. */
  add(timeMs: number, value: number): void {
    if (timeMs >= this.#hourEndMs) this.#enterHour(timeMs);
    this.#last = value;
    this.#lastMs = timeMs;
    this.#compare(timeMs, value);
  }

  /** The values of the bars from `from` to before `to`, as {@link add} would take each of them. */
  addBars({ bars: { openMs, lengthMs, close }, exposure, rest }: BarValues, from: number, to: number): void {
    // Most runs spend most of their bars here: what is compared stays out of the object.
    let [low, high, floor, hourEndMs] = [this.#low, this.#high, this.#floor, this.#hourEndMs];
    let [last, lastMs] = [this.#last, this.#lastMs];
    for (let at = from; at < to; at++) {
      const timeMs = (openMs[at] as number) + lengthMs - 1;
      if (timeMs >= hourEndMs) {
        this.#last = last;
        this.#lastMs = lastMs;
        this.#enterHour(timeMs);
        hourEndMs = this.#hourEndMs;
      }
      const price = close[at] as number;
      last = rest + exposedAt(exposure, price);
      lastMs = timeMs;
      if (last >= low && last <= high && last > floor) continue;
      this.#compare(lastMs, last);
      low = this.#low;
      high = this.#high;
      floor = this.#floor;
    }
    this.#last = last;
    this.#lastMs = lastMs;
  }

  get end(): number {
    return this.#last;
  }

  get lowest(): number {
    return this.#low;
  }

  get highest(): number {
    return this.#high;
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
    return [[this.#lowMs, this.#low], [this.#highMs, this.#high], ...(this.#fall === null ? [] : [this.#fall.high, this.#fall.low])];
  }

  /** Enough to know the value at the end of every hour, and so of every longer period. */
  get hours(): readonly EquityPoint[] {
    return [...this.#hours, [this.#lastMs, this.#last]];
  }

  #compare(timeMs: number, value: number): void {
    if (value < this.#low) {
      this.#low = value;
      this.#lowMs = timeMs;
    }
    if (value > this.#high) {
      this.#high = value;
      this.#highMs = timeMs;
    } else if (this.#high > 0 && 1 - value / this.#high > this.#deepest) {
      this.#deepest = 1 - value / this.#high;
      this.#fall = { high: [this.#highMs, this.#high], low: [timeMs, value] };
    } else return;
    this.#floor = this.#high > 0 ? this.#high * (1 - this.#deepest) * overRounding : Number.NEGATIVE_INFINITY;
  }

  #enterHour(timeMs: number): void {
    this.#hourEndMs = hourEnd(timeMs);
    if (this.#last !== this.#hours.at(-1)?.[1]) this.#hours.push([this.#lastMs, this.#last]);
  }
}

const hourEnd = (timeMs: number): number => timeMs - (timeMs % hourMs) + hourMs;
