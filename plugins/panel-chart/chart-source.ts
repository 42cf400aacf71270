import type { DataLoader, KLineData, Period } from 'klinecharts';
import type { ChartBar } from '../../core/contract/chart.ts';
import type { CandlesFeed, CandleView, Feeds } from '../../core/contract/client-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';

/** Bars asked for at once: at the start and whenever the user scrolls past the oldest one. */
export const pageSize = 500;
/** Pages read back to fill a gap or to reach a time; what lies further away is not worth it. */
export const maxPages = 4;

const units: Readonly<Record<string, Period['type']>> = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month' };

/** `15m` → 15 minutes, `1M` → 1 month. */
export function periodOf(interval: Interval): Period {
  return { type: units[interval.slice(-1)] ?? 'minute', span: Number(interval.slice(0, -1)) };
}

/** A bar for the chart's library and for overlays alike. */
type SourceBar = ChartBar & KLineData;

/** The chart draws with doubles; exact decimals stay in the feed. */
export const barOf = ([openMs, open, high, low, close, volume, quoteVolume]: CandleView): SourceBar => ({
  timestamp: openMs,
  timeMs: openMs,
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

interface ChartedMarket {
  readonly instrumentId: InstrumentId;
  readonly interval: Interval;
}

interface ChartSourceHooks {
  onState(state: ChartSourceState): void;
  /** Bars were loaded, or the last one changed. */
  onBars(change: 'all' | 'last'): void;
  /** So much is missing that all must be loaded again. */
  onReset(): void;
  /** Runs `task` some frames later: the chart measures its boxes, which is dear while others of the frame still change theirs. */
  afterFrame(task: () => void): void;
}

/** Feeds one chart with one instrument at one interval; `close` ends the subscription. */
export class ChartSource {
  private readonly feed: CandlesFeed;
  private readonly hooks: ChartSourceHooks;
  private stopListening: Disposer | null = null;
  private push: ((bar: SourceBar) => void) | null = null;
  private lastMs: number | null = null;
  /** Bars may be missing after `lastMs`. */
  private hasGap = false;
  private filling = false;
  /** Candles that came and wait for the frame to end, or for a gap to be filled; one for each bar, in order. */
  private held: readonly CandleView[] = [];
  private closed = false;

  constructor(feeds: Feeds, target: ChartedMarket, hooks: ChartSourceHooks) {
    this.feed = feeds.candles(target.instrumentId, target.interval);
    this.hooks = hooks;
  }

  loader(): DataLoader {
    return {
      getBars: async ({ type, timestamp, callback }) => {
        // Newer bars only come from the live feed; klinecharts calls older ones "forward".
        if (type === 'backward') return callback([], { forward: true, backward: false });
        const first = type === 'init' || timestamp === null;
        if (first) this.hooks.onState('loading');
        const outcome = await this.feed.history(first ? endOfTimeMs : timestamp, pageSize);
        if (this.closed) return;
        if (first) this.hooks.onState(!outcome.ok ? 'failed' : outcome.value.length === 0 ? 'empty' : 'ready');
        const bars = outcome.ok ? outcome.value.map(barOf) : [];
        if (first) this.lastMs = bars.at(-1)?.timeMs ?? null;
        callback(bars, { forward: bars.length > 0, backward: false });
        this.hooks.onBars('all');
      },
      subscribeBar: ({ callback }) => {
        void this.stopListening?.();
        this.push = callback;
        this.stopListening = this.feed.onCandle((candle) => this.hear(candle));
      },
      unsubscribeBar: () => {
        void this.stopListening?.();
        this.stopListening = null;
        this.push = null;
      },
    };
  }

  close(): void {
    this.closed = true;
    void this.stopListening?.();
    this.feed.close();
  }

  private hear(candle: CandleView | null): void {
    if (candle === null) this.hasGap = true;
    else this.held = [...this.held.filter(([openMs]) => openMs !== candle[0]), candle];
    if (this.filling) return;
    if (this.hasGap) void this.fill();
    else this.hooks.afterFrame(() => this.pushHeld());
  }

  /** Puts the missed bars behind the last one, in order, so that the chart stays where the user has scrolled it. */
  private async fill(): Promise<void> {
    this.filling = true;
    this.hasGap = false;
    const bars = await this.barsSince(this.lastMs);
    this.filling = false;
    if (this.closed) return;
    if (bars === 'too-many') return this.hooks.onReset();
    // Unreachable: the next candle or the next connection tries again.
    if (bars === 'failed') {
      this.hasGap = true;
      return;
    }
    for (const bar of bars) this.append(bar);
    this.pushHeld();
  }

  private async barsSince(sinceMs: number | null): Promise<readonly SourceBar[] | 'failed' | 'too-many'> {
    let found: SourceBar[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const outcome = await this.feed.history(found[0]?.timeMs ?? endOfTimeMs, pageSize);
      if (!outcome.ok) return 'failed';
      found = [...outcome.value.map(barOf), ...found];
      const reaches = sinceMs === null || (found[0]?.timeMs ?? 0) <= sinceMs;
      if (reaches || outcome.value.length < pageSize) return found.filter(({ timeMs }) => sinceMs === null || timeMs >= sinceMs);
    }
    return 'too-many';
  }

  private pushHeld(): void {
    if (this.closed || this.filling) return;
    const candles = this.held;
    this.held = [];
    for (const candle of candles) this.append(barOf(candle));
  }

  private append(bar: SourceBar): void {
    if (this.lastMs !== null && bar.timeMs < this.lastMs) return;
    this.lastMs = bar.timeMs;
    this.hooks.onState('ready');
    this.push?.(bar);
    this.hooks.onBars('last');
  }
}
