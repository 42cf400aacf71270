import type { Clock } from '../../../../core/contract/server-services.ts';
import type { MarketEvent } from '../../../../core/contract/strategy.ts';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import { sessionEvent } from '../../session-event.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';

/** A clock that was put forward is noticed after so long. */
const longestLookMs = 60_000;

interface SessionFeedParts {
  readonly markets: Pick<StrategyMarkets, 'marketTime'>;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly tell: (event: MarketEvent) => void;
}

/** The session of one market for one instance: as it is, and whenever another begins by the market's own time. */
export class SessionFeed {
  readonly #instrument: Instrument;
  readonly #parts: SessionFeedParts;
  /** Of what was told last; undefined before. */
  #untilMs: number | null | undefined;
  #stopTimer: () => void = () => undefined;

  constructor(instrument: Instrument, parts: SessionFeedParts) {
    this.#instrument = instrument;
    this.#parts = parts;
    this.#look();
  }

  close(): void {
    this.#stopTimer();
  }

  #look(): void {
    const { markets, clock, tell } = this.#parts;
    const nowMs = markets.marketTime(this.#instrument.id) ?? clock.nowMs();
    const event = sessionEvent(this.#instrument, nowMs);
    if (event.untilMs !== this.#untilMs) tell(event);
    this.#untilMs = event.untilMs;
    // What is not published now may be with the next edition of the product.
    if (event.untilMs === null) return;
    this.#stopTimer = clock.after(Math.min(Math.max(event.untilMs - nowMs, 1), longestLookMs), () => this.#look());
  }
}
