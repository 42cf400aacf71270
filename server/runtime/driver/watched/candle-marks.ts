import type { MarketEvent, Subscription } from '../../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';

/** Up to when an instance has been told of candles, by {@link candleKey}: the open time of the first one that it has not been told of. */
export type SavedCandleMarks = Readonly<Record<string, number>>;

export const candleKey = (instrumentId: InstrumentId, interval: Interval): string => `${instrumentId}:${interval}`;

/** Remembers with the state which candles an instance knows, so that after a restart it misses none and hears none twice. */
export class CandleMarks {
  readonly #through = new Map<string, number>();

  restore(saved: SavedCandleMarks = {}): void {
    for (const [key, ms] of Object.entries(saved)) this.#through.set(key, ms);
  }

  told(event: MarketEvent): void {
    if (event.type === 'gap') this.#through.set(candleKey(event.instrumentId, event.interval), event.toMs);
    else if (event.type === 'candle' && event.closed) {
      this.#through.set(candleKey(event.instrumentId, event.interval), nextIntervalOpenMs(event.interval, event.candle.openMs));
    }
  }

  /** Of what is listened to now; who has just begun to listen hears of the candle that runs then. */
  save(subscriptions: readonly Subscription[], nowMs: number): SavedCandleMarks {
    const marks: Record<string, number> = {};
    for (const subscription of subscriptions) {
      if (subscription.type !== 'candle') continue;
      const key = candleKey(subscription.instrumentId, subscription.interval);
      marks[key] = this.#through.get(key) ?? intervalOpenMs(subscription.interval, nowMs);
    }
    this.#through.clear();
    this.restore(marks);
    return marks;
  }
}
