import type { Candle } from '../../../../core/contract/market.ts';
import type { Clock, Logger } from '../../../../core/contract/server-services.ts';
import type { MarketEvent } from '../../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';

/** A candle closes so long after its end: its last trades are on their way. */
export const closeGraceMs = 250;
/** Candles that are told after a time in which nobody listened; older ones are a gap. */
const mostPast = 1_000;
/** A clock that was put forward is noticed after so long. */
const longestLookMs = 60_000;
/** A history that cannot be had now is asked for again: without it a strategy would warm up live. */
const askAgainMs = 5_000;

interface CandleFeedParts {
  readonly markets: Pick<StrategyMarkets, 'pastCandles' | 'pastBefore' | 'marketTime'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly tell: (event: Extract<MarketEvent, { readonly type: 'candle' | 'gap' | 'history' }>) => void;
}

/**
 * Closed candles of one market and interval for one instance: first, where it is wanted, the history before them, then those that closed while it did not listen, with gaps where none can
 * be had, then each as its time is over by the market's own clock, whether or not anything is traded then. None is told twice. An interval in which
 * nothing was traded has no candle. Markets whose past is not kept have neither history of other lives nor gaps.
 */
export class CandleFeed {
  readonly #instrumentId: InstrumentId;
  readonly #interval: Interval;
  readonly #parts: CandleFeedParts;
  /** Open time of the first candle that is not told yet; null where that means nothing. */
  #throughMs: number | null;
  #running: Candle | null = null;
  /** Open time of the last candle that was told. */
  #toldMs = Number.NEGATIVE_INFINITY;
  /** Candles that close while the past is looked up; null while it is not. */
  #waiting: Candle[] | null = null;
  #stopTimer: () => void = () => undefined;
  #closed = false;
  /** Candles of a history that is wanted and not asked for yet. */
  #wanted: number;

  constructor(instrumentId: InstrumentId, interval: Interval, throughMs: number | undefined, parts: CandleFeedParts, wanted = 0) {
    this.#instrumentId = instrumentId;
    this.#interval = interval;
    this.#parts = parts;
    this.#throughMs = throughMs ?? null;
    this.#wanted = wanted;
    this.#begin();
  }

  /** Tells a history of so many candles before it goes on; 0: nothing changes. */
  want(count: number): void {
    if (count === 0) return;
    this.#wanted = count;
    this.#begin();
  }

  /** The running candle, as it is now. */
  take(candle: Candle): void {
    const before = this.#running;
    this.#running = candle;
    if (before !== null && candle.openMs > before.openMs) this.#close(before);
    else if (before === null) void this.#catchUp(candle.openMs);
    if (before?.openMs !== candle.openMs) this.#closeByClock(candle);
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
  }

  #begin(): void {
    const nowMs = this.#parts.markets.marketTime(this.#instrumentId);
    if (nowMs !== null) void this.#catchUp(nowMs);
  }

  #closeByClock({ openMs }: Candle): void {
    this.#stopTimer();
    const nowMs = this.#parts.markets.marketTime(this.#instrumentId);
    if (nowMs === null) return;
    const leftMs = nextIntervalOpenMs(this.#interval, openMs) - nowMs;
    this.#stopTimer = this.#parts.clock.after(Math.min(Math.max(leftMs, 0), longestLookMs) + closeGraceMs, () => {
      if (this.#running?.openMs !== openMs) return;
      // A clock that was put back goes slower than the timer: the candle is not over.
      const isOver = (this.#parts.markets.marketTime(this.#instrumentId) ?? 0) >= nextIntervalOpenMs(this.#interval, openMs);
      if (isOver) this.#close(this.#running);
      else this.#closeByClock(this.#running);
    });
  }

  #close(candle: Candle): void {
    if (this.#waiting !== null) this.#waiting.push(candle);
    else this.#tell(candle);
  }

  #tell(candle: Candle): void {
    if (this.#closed || candle.openMs <= this.#toldMs || (this.#throughMs !== null && candle.openMs < this.#throughMs)) return;
    this.#toldMs = candle.openMs;
    if (this.#throughMs !== null) this.#throughMs = nextIntervalOpenMs(this.#interval, candle.openMs);
    this.#parts.tell({ type: 'candle', instrumentId: this.#instrumentId, interval: this.#interval, candle, closed: true });
  }

  /** Tells what has closed before `untilMs` and is not told yet. */
  async #catchUp(untilMs: number): Promise<void> {
    if (this.#waiting !== null || (this.#throughMs === null && this.#wanted === 0)) return;
    this.#waiting = [];
    while (this.#wanted > 0) await this.#tellHistory(untilMs);
    const fromMs = this.#throughMs;
    const past = fromMs === null ? null : await this.#past(fromMs, untilMs);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (past === null) this.#throughMs = null;
    else {
      for (const candle of past.candles) {
        this.#gap(candle.openMs);
        this.#tell(candle);
      }
      this.#gap(past.untilMs);
    }
    for (const candle of waiting) this.#tell(candle);
  }

  async #tellHistory(untilMs: number): Promise<void> {
    const count = this.#wanted;
    this.#wanted = 0;
    const candles = await this.#history(count, this.#throughMs ?? this.#running?.openMs ?? untilMs);
    if (!this.#closed) this.#parts.tell({ type: 'history', instrumentId: this.#instrumentId, interval: this.#interval, candles });
  }

  async #history(count: number, beforeMs: number): Promise<readonly Candle[]> {
    const { markets, clock, logger } = this.#parts;
    while (!this.#closed) {
      try {
        return await markets.pastBefore(this.#instrumentId, this.#interval, beforeMs, count);
      } catch (error) {
        logger.warn({ err: error, instrument: this.#instrumentId, interval: this.#interval }, 'no history for a strategy yet');
        await new Promise<void>((resolve) => clock.after(askAgainMs, resolve));
      }
    }
    return [];
  }

  async #past(fromMs: number, untilMs: number): ReturnType<StrategyMarkets['pastCandles']> {
    try {
      return await this.#parts.markets.pastCandles(this.#instrumentId, this.#interval, { fromMs, untilMs, limit: mostPast });
    } catch (error) {
      this.#parts.logger.warn({ err: error, instrument: this.#instrumentId, interval: this.#interval }, 'no past candles for a strategy');
      return { candles: [], untilMs: intervalOpenMs(this.#interval, untilMs) };
    }
  }

  #gap(toMs: number): void {
    const fromMs = this.#throughMs;
    if (this.#closed || fromMs === null || fromMs >= toMs) return;
    this.#throughMs = toMs;
    this.#parts.tell({ type: 'gap', instrumentId: this.#instrumentId, interval: this.#interval, fromMs, toMs });
  }
}
