import type { CandlesFeed, Feeds } from '../../../core/contract/client-services.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import { pageSize } from '../chart-source.ts';

const endOfTimeMs = 8_640_000_000_000_000;

/** Closes of another instrument by the time of their bars, as far back as the chart shows its own. */
export class CompareSeries {
  readonly instrumentId: InstrumentId;
  readonly #feed: CandlesFeed;
  readonly #onChange: () => void;
  readonly #closes = new Map<number, number>();
  #oldestMs = endOfTimeMs;
  #loading = false;
  #complete = false;
  #closed = false;

  constructor(feeds: Feeds, instrumentId: InstrumentId, interval: Interval, onChange: () => void) {
    this.instrumentId = instrumentId;
    this.#onChange = onChange;
    this.#feed = feeds.candles(instrumentId, interval);
    this.#feed.onCandle((candle) => {
      if (candle === null) return void this.#load(endOfTimeMs);
      this.#closes.set(candle[0], Number(candle[4]));
      this.#onChange();
    });
  }

  closeAt(timeMs: number): number | null {
    return this.#closes.get(timeMs) ?? null;
  }

  /** Loads older pages until `fromMs` is covered. */
  async reach(fromMs: number): Promise<void> {
    while (!this.#closed && !this.#loading && !this.#complete && this.#oldestMs > fromMs) {
      if (!(await this.#load(this.#oldestMs))) return;
    }
  }

  close(): void {
    this.#closed = true;
    this.#feed.close();
  }

  async #load(beforeMs: number): Promise<boolean> {
    this.#loading = true;
    const outcome = await this.#feed.history(beforeMs, pageSize);
    this.#loading = false;
    if (this.#closed || !outcome.ok) return false;
    for (const [openMs, , , , close] of outcome.value) this.#closes.set(openMs, Number(close));
    this.#complete = outcome.value.length < pageSize;
    this.#oldestMs = Math.min(this.#oldestMs, outcome.value[0]?.[0] ?? this.#oldestMs);
    this.#onChange();
    return true;
  }
}
