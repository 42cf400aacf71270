import type { DataLoader, KLineData, Period } from 'klinecharts';
import type { CandlesFeed, CandleView, Feeds } from '../../core/contract/client-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';
import type { Interval } from '../../core/domain/interval.ts';

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

/** Largest time of the wire: "the newest candles". */
const endOfTimeMs = 8_640_000_000_000_000;

export type ChartSourceState = 'loading' | 'ready' | 'empty' | 'failed';

export interface ChartTarget {
  readonly instrumentId: InstrumentId;
  readonly interval: Interval;
}

/** Feeds one chart with one instrument at one interval; `close` ends the subscription. `onGap`: the end must be loaded again. */
export class ChartSource {
  private readonly feed: CandlesFeed;
  private readonly onState: (state: ChartSourceState) => void;
  private readonly onGap: () => void;
  private stopListening: Disposer | null = null;
  private closed = false;

  constructor(feeds: Feeds, target: ChartTarget, hooks: { onState(state: ChartSourceState): void; onGap(): void }) {
    this.feed = feeds.candles(target.instrumentId, target.interval);
    this.onState = hooks.onState;
    this.onGap = hooks.onGap;
  }

  loader(): DataLoader {
    return {
      getBars: async ({ type, timestamp, callback }) => {
        // Newer bars only come from the live feed; klinecharts calls older ones "forward".
        if (type === 'backward') return callback([], { forward: true, backward: false });
        const first = type === 'init' || timestamp === null;
        if (first) this.onState('loading');
        const outcome = await this.feed.history(first ? endOfTimeMs : timestamp, pageSize);
        if (this.closed) return;
        if (first) this.onState(!outcome.ok ? 'failed' : outcome.value.length === 0 ? 'empty' : 'ready');
        const bars = outcome.ok ? outcome.value.map(barOf) : [];
        callback(bars, { forward: bars.length > 0, backward: false });
      },
      subscribeBar: ({ callback }) => {
        void this.stopListening?.();
        this.stopListening = this.feed.onCandle((candle) => {
          if (candle === null) return this.onGap();
          this.onState('ready');
          callback(barOf(candle));
        });
      },
      unsubscribeBar: () => {
        void this.stopListening?.();
        this.stopListening = null;
      },
    };
  }

  close(): void {
    this.closed = true;
    void this.stopListening?.();
    this.feed.close();
  }
}
