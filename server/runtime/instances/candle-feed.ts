import type { Candle } from '../../../core/contract/market.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { MarketEvent } from '../../../core/contract/strategy.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import { type Interval, intervalOpenMs, nextIntervalOpenMs } from '../../../core/domain/interval.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';

/** A candle closes so long after its end: its last trades are on their way. */
export const closeGraceMs = 250;
/** Candles that are told after a time in which nobody listened; older ones are a gap. */
const mostPast = 1_000;

export interface CandleFeedParts {
  readonly markets: Pick<StrategyMarkets, 'pastCandles' | 'marketTime'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly tell: (event: Extract<MarketEvent, { readonly type: 'candle' | 'gap' }>) => void;
}

/**
 * Closed candles of one market and interval for one instance: first those that closed while it did not listen, with gaps where none can
 * be had, then each as its time is over. None is told twice. Markets whose past is not kept have neither: there a candle is told when
 * the next begins.
 */
export class CandleFeed {
  readonly #instrumentId: InstrumentId;
  readonly #interval: Interval;
  readonly #parts: CandleFeedParts;
  /** Open time of the first candle that is not told yet; null where that means nothing. */
  #throughMs: number | null;
  #running: Candle | null = null;
  /** Candles that close while the past is looked up; null while it is not. */
  #waiting: Candle[] | null = null;
  #stopTimer: () => void = () => undefined;
  #closed = false;

  constructor(instrumentId: InstrumentId, interval: Interval, throughMs: number | undefined, parts: CandleFeedParts) {
    this.#instrumentId = instrumentId;
    this.#interval = interval;
    this.#parts = parts;
    this.#throughMs = throughMs ?? null;
    const nowMs = parts.markets.marketTime(instrumentId);
    if (nowMs !== null) void this.#catchUp(nowMs);
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

  #closeByClock({ openMs }: Candle): void {
    this.#stopTimer();
    const nowMs = this.#parts.markets.marketTime(this.#instrumentId);
    if (nowMs === null) return;
    this.#stopTimer = this.#parts.clock.after(Math.max(nextIntervalOpenMs(this.#interval, openMs) - nowMs, 0) + closeGraceMs, () => {
      if (this.#throughMs !== null && this.#running?.openMs === openMs) this.#close(this.#running);
    });
  }

  #close(candle: Candle): void {
    if (this.#waiting !== null) this.#waiting.push(candle);
    else this.#tell(candle);
  }

  #tell(candle: Candle): void {
    if (this.#closed || (this.#throughMs !== null && candle.openMs < this.#throughMs)) return;
    if (this.#throughMs !== null) this.#throughMs = nextIntervalOpenMs(this.#interval, candle.openMs);
    this.#parts.tell({ type: 'candle', instrumentId: this.#instrumentId, interval: this.#interval, candle, closed: true });
  }

  /** Tells what has closed before `untilMs` and is not told yet. */
  async #catchUp(untilMs: number): Promise<void> {
    const fromMs = this.#throughMs;
    if (fromMs === null || this.#waiting !== null) return;
    this.#waiting = [];
    const past = await this.#past(fromMs, untilMs);
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
