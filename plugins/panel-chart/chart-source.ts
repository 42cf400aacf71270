import type { DataLoader, KLineData, Period } from 'klinecharts';
import type { CandlesFeed, Feeds } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';
import type { Interval } from '../../core/domain/interval.ts';
import type { CandleView } from '../../schemas/wire/market.ts';

/** Bars asked for at once: at the start and whenever the user scrolls past the oldest one. */
export const pageSize = 500;

const units: Readonly<Record<string, Period['type']>> = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month' };

/** `15m` → 15 minutes, `1M` → 1 month. */
export function periodOf(interval: Interval): Period {
  return { type: units[interval.slice(-1)] ?? 'minute', span: Number(interval.slice(0, -1)) };
}

/** The chart draws with doubles; exact decimals stay in the feed. */
export const barOf = ([openMs, open, high, low, close, volume, quoteVolume]: CandleView): KLineData => ({
  timestamp: openMs,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
  turnover: Number(quoteVolume),
});

export type ChartSourceState = 'loading' | 'ready' | 'empty' | 'failed';

/** Feeds one chart with one instrument at one interval; `close` ends the subscription. */
export class ChartSource {
  private readonly feed: CandlesFeed;
  private stopListening: (() => void) | null = null;
  private readonly onState: (state: ChartSourceState) => void;
  private readonly onGap: () => void;
  private readonly nowMs: () => number;

  constructor(
    feeds: Feeds,
    target: { readonly instrumentId: InstrumentId; readonly interval: Interval },
    hooks: { onState(state: ChartSourceState): void; onGap(): void; nowMs(): number },
  ) {
    this.feed = feeds.candles(target.instrumentId, target.interval);
    this.onState = hooks.onState;
    this.onGap = hooks.onGap;
    this.nowMs = hooks.nowMs;
  }

  loader(): DataLoader {
    return {
      getBars: async ({ type, timestamp, callback }) => {
        // Newer bars only come from the live feed; klinecharts calls older ones "forward".
        if (type === 'backward') return callback([], { forward: true, backward: false });
        const first = type === 'init' || timestamp === null;
        if (first) this.onState('loading');
        const outcome = await this.feed.history(first ? this.nowMs() + 1 : timestamp, pageSize);
        if (!outcome.ok) {
          this.onState('failed');
          return callback([], { forward: false, backward: false });
        }
        if (first) this.onState(outcome.value.length === 0 ? 'empty' : 'ready');
        callback(outcome.value.map(barOf), { forward: outcome.value.length === pageSize, backward: false });
      },
      subscribeBar: ({ callback }) => {
        this.stopListening?.();
        this.stopListening = asFunction(
          this.feed.onCandle((candle) => {
            if (candle === null) return this.onGap();
            this.onState('ready');
            callback(barOf(candle));
          }),
        );
      },
      unsubscribeBar: () => {
        this.stopListening?.();
        this.stopListening = null;
      },
    };
  }

  close(): void {
    this.stopListening?.();
    this.feed.close();
  }
}

const asFunction = (dispose: () => void | Promise<void>) => (): void => {
  void dispose();
};
