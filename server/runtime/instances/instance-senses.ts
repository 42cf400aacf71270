import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { MarketEvent } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { candleKey } from '../driver/watched/candle-marks.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import type { Listening, StepInput } from '../worker/worker-protocol.ts';
import { Mailbox } from './mailbox.ts';
import { CandleFeed } from './market/candle-feed.ts';
import type { MarketSink, MarketWatch } from './market/market-watch.ts';
import { SessionFeed } from './market/session-feed.ts';
import { TermsNews } from './market/terms-news.ts';

interface SensesParts {
  readonly watch: MarketWatch;
  readonly markets: Pick<StrategyMarkets, 'bookNow' | 'ticker' | 'instrument' | 'pastCandles' | 'pastBefore' | 'marketTime'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly onNews: () => void;
}

/** Timers of the machine end at 2^31 ms; ringing early is harmless. */
const longestWaitMs = 2_000_000_000;
const mostInputs = 100;

/** What an instance hears beside its orders: its markets and its timers. */
export class InstanceSenses {
  /** Terms of its markets, which it hears of with its next step, whatever that is about. */
  readonly terms: TermsNews;
  readonly #parts: SensesParts;
  readonly #mailbox: Mailbox;
  readonly #sink: MarketSink;
  #feeds = new Map<string, CandleFeed>();
  #sessions = new Map<InstrumentId, SessionFeed>();
  #instruments: ReadonlySet<InstrumentId> = new Set();
  #isDue = false;
  /** For when the timer is set. */
  #dueMs: number | null = null;
  #stopListening: () => void = () => undefined;
  #stopTimer: () => void = () => undefined;

  constructor(parts: SensesParts) {
    this.#parts = parts;
    this.terms = new TermsNews(parts.markets);
    this.#mailbox = new Mailbox((id, levels) => parts.markets.bookNow(id, levels), parts.onNews);
    const mailbox = this.#mailbox;
    this.#sink = {
      bookChanged: (id) => mailbox.bookChanged(id),
      latest: (event) => mailbox.latest(event),
      told: (event) => mailbox.told(event),
      trades: (id, trades) => mailbox.trades(id, trades),
      candle: (id, interval, candle) => this.#feeds.get(candleKey(id, interval))?.take(candle),
    };
  }

  /** Markets that it listens to. */
  get instruments(): ReadonlySet<InstrumentId> {
    return this.#instruments;
  }

  listen(listening: Listening): void {
    this.#stopListening();
    const { watch, markets } = this.#parts;
    this.#instruments = new Set(listening.subscriptions.map(({ instrumentId }) => instrumentId));
    this.#mailbox.listen(listening);
    this.#follow(listening);
    this.#followSessions(listening);
    this.#stopListening = watch.listen(listening.subscriptions, this.#sink);
    for (const { type, instrumentId } of listening.subscriptions) {
      const last = type === 'band' ? (markets.ticker(instrumentId)?.last ?? null) : null;
      if (last !== null) this.#mailbox.price(instrumentId, last);
    }
  }

  /** Feeds of candles that are listened to on go on: they know what waits to be told. */
  #follow({ subscriptions, candles, histories }: Listening): void {
    const feeds = new Map<string, CandleFeed>();
    const { markets, clock, logger } = this.#parts;
    const parts = { markets, clock, logger, tell: (event: MarketEvent) => this.#mailbox.told(event) };
    for (const subscription of subscriptions) {
      if (subscription.type !== 'candle') continue;
      const { instrumentId, interval } = subscription;
      const key = candleKey(instrumentId, interval);
      if (feeds.has(key)) continue;
      const known = this.#feeds.get(key);
      const wanted = histories[key] ?? 0;
      known?.want(wanted);
      feeds.set(key, known ?? new CandleFeed(instrumentId, interval, candles[key], parts, wanted));
    }
    for (const [key, feed] of this.#feeds) if (!feeds.has(key)) feed.close();
    this.#feeds = feeds;
  }

  /** Those that go on are told when they change. */
  #followSessions({ subscriptions }: Listening): void {
    const sessions = new Map<InstrumentId, SessionFeed>();
    const { markets, clock } = this.#parts;
    for (const { type, instrumentId } of subscriptions) {
      const instrument = type === 'session' ? markets.instrument(instrumentId) : null;
      if (instrument === null) continue;
      const tell = (event: MarketEvent): void => this.#mailbox.told(event);
      sessions.set(instrumentId, this.#sessions.get(instrumentId) ?? new SessionFeed(instrument, { markets, clock, tell }));
    }
    for (const [id, feed] of this.#sessions) if (!sessions.has(id)) feed.close();
    this.#sessions = sessions;
  }

  /** The one time at which the driver wants to be rung next; null: never. Most steps leave it as it is. */
  ringAt(dueMs: number | null): void {
    if (dueMs !== null && dueMs === this.#dueMs) return;
    this.#stopTimer();
    this.#isDue = false;
    this.#dueMs = dueMs;
    if (dueMs === null) return;
    const { clock, onNews } = this.#parts;
    this.#stopTimer = clock.after(Math.min(Math.max(dueMs - clock.nowMs(), 0), longestWaitMs), () => {
      this.#isDue = true;
      this.#dueMs = null;
      onNews();
    });
  }

  hasNews(withMarkets: boolean): boolean {
    return this.#isDue || (withMarkets && !this.#mailbox.isEmpty);
  }

  take(withMarkets: boolean): readonly StepInput[] {
    const rung: readonly StepInput[] = this.#isDue ? [{ type: 'ring' }] : [];
    this.#isDue = false;
    return withMarkets ? [...rung, ...this.#mailbox.take(mostInputs)] : rung;
  }

  /** Hears nothing any more. */
  close(): void {
    this.#stopListening();
    this.#stopTimer();
    for (const feed of [...this.#feeds.values(), ...this.#sessions.values()]) feed.close();
    this.#mailbox.clear();
    this.#isDue = false;
    this.#dueMs = null;
  }
}
