import type { Clock } from '../../../core/contract/server-services.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import type { Listening, StepInput } from '../worker/worker-protocol.ts';
import { Mailbox } from './mailbox.ts';
import type { MarketWatch } from './market-watch.ts';

export interface SensesParts {
  readonly watch: MarketWatch;
  readonly markets: Pick<StrategyMarkets, 'bookNow' | 'ticker'>;
  readonly clock: Clock;
  readonly onNews: () => void;
}

/** Timers of the machine end at 2^31 ms; ringing early is harmless. */
const longestWaitMs = 2_000_000_000;
const mostInputs = 100;

/** What an instance hears beside its orders: its markets and its timers. */
export class InstanceSenses {
  readonly #parts: SensesParts;
  readonly #mailbox: Mailbox;
  #instruments: ReadonlySet<InstrumentId> = new Set();
  #isDue = false;
  /** For when the timer is set. */
  #dueMs: number | null = null;
  #stopListening: () => void = () => undefined;
  #stopTimer: () => void = () => undefined;

  constructor(parts: SensesParts) {
    this.#parts = parts;
    this.#mailbox = new Mailbox((id, levels) => parts.markets.bookNow(id, levels), parts.onNews);
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
    this.#stopListening = watch.listen(listening.subscriptions, this.#mailbox);
    for (const { type, instrumentId } of listening.subscriptions) {
      const last = type === 'band' ? (markets.ticker(instrumentId)?.last ?? null) : null;
      if (last !== null) this.#mailbox.price(instrumentId, last);
    }
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
    this.#mailbox.clear();
    this.#isDue = false;
    this.#dueMs = null;
  }
}
