import { type Interval, intervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import type { CandlePart } from '../../simulation/candle-builder.ts';
import type { RecordedParts } from './past-candles.ts';

const minute: Interval = '1m';

/** Trades of a market by the minute: the shortest candle is made of them. */
export class MinuteParts implements RecordedParts {
  readonly lengthMs = 60_000;
  readonly #openMs: number[] = [];
  readonly #parts: CandlePart[] = [];

  get count(): number {
    return this.#parts.length;
  }

  openMs(at: number): number {
    return this.#openMs[at] as number;
  }

  part(at: number): CandlePart {
    return this.#parts[at] as CandlePart;
  }

  /** Trades come in order of time. */
  add(timeMs: number, ticks: number, lots: number): void {
    const openMs = intervalOpenMs(minute, timeMs);
    const last = this.#parts.at(-1);
    if (last === undefined || this.#openMs.at(-1) !== openMs) {
      this.#openMs.push(openMs);
      this.#parts.push({ open: ticks, high: ticks, low: ticks, close: ticks, lots, trades: 1 });
      return;
    }
    const { open, high, low } = last;
    const sums = { lots: last.lots + lots, trades: last.trades + 1 };
    this.#parts[this.#parts.length - 1] = { open, high: Math.max(high, ticks), low: Math.min(low, ticks), close: ticks, ...sums };
  }
}
