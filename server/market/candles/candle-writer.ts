import type { Logger } from '../../../core/contract/server-services.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { InstrumentMarket } from '../instrument-market.ts';
import type { FlowBucket } from '../trades/trade-flow.ts';
import type { SeriesMark } from './candle-series.ts';
import type { CandleStore, StoredCandle, StoredFlow } from './candle-store.ts';

/** What the writer needs to know of one exchange. */
interface CandleSource {
  readonly exchange: string;
  /** Venue sequence up to which the candles in memory hold every trade. */
  readonly sequence: number;
  readonly markets: readonly InstrumentMarket[];
  /** Reads the stored flow of markets that do not know theirs: it must not be written over. */
  knowFlows(markets: readonly InstrumentMarket[]): Promise<void>;
}

/**
 * Exchange time between two writes of a market's longer candles while it trades; the others have its minutes alone. It bounds what an opening
 * after a kill has to read.
 */
const wholeEveryMs = 15 * 60_000;

/** Writes changed candles and flows of one exchange in batches; what could not be written stays in memory and goes with the next batch. */
export class CandleWriter {
  readonly #source: CandleSource;
  readonly #store: CandleStore;
  readonly #logger: Logger;
  #running: Promise<void> | null = null;
  #savedSequence: number;

  constructor(source: CandleSource, store: CandleStore, logger: Logger) {
    this.#source = source;
    this.#store = store;
    this.#logger = logger;
    this.#savedSequence = source.sequence;
  }

  /** Venue sequence up to which the store holds every trade. */
  get savedSequence(): number {
    return this.#savedSequence;
  }

  /** Waits for the write that is under way, then writes what has changed since; `isLast`: with all longer candles. */
  async flush(isLast = false): Promise<void> {
    while (this.#running !== null) await this.#running;
    this.#running = this.#write(isLast).finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #write(isLast: boolean): Promise<void> {
    const { exchange } = this.#source;
    try {
      // One may trade for the first time while the flows of others are read.
      for (let unknown = this.#unknownFlows(); unknown.length > 0; unknown = this.#unknownFlows()) await this.#source.knowFlows(unknown);
    } catch (error) {
      this.#logger.error({ exchange, error: String(error) }, 'Stored flows could not be read; trying again');
      return;
    }
    const newestMs = this.#source.markets.reduce((newest, { series }) => Math.max(newest, series.minuteMs ?? 0), 0);
    const wholeUntil = new Map<InstrumentId, number>();
    const marks = new Map<InstrumentMarket, SeriesMark>();
    const candles: StoredCandle[] = [];
    const flows: StoredFlow[] = [];
    const takenFlows = new Map<InstrumentMarket, readonly FlowBucket[]>();
    const lastTradeNumbers = new Map<InstrumentId, number>();
    for (const market of this.#source.markets) {
      const { series } = market;
      const { wholeUntilMs } = series;
      const isDue = !series.isWhole && (isLast || wholeUntilMs === null || newestMs >= wholeUntilMs + wholeEveryMs);
      if (!series.dirty && !isDue) continue;
      const mark = series.mark(isDue);
      const instrumentId = market.instrument.id;
      marks.set(market, mark);
      if (typeof mark.wholeUntilMs === 'number') wholeUntil.set(instrumentId, mark.wholeUntilMs);
      const buckets = market.takeChangedFlow();
      takenFlows.set(market, buckets);
      flows.push(...market.storedFlow(buckets));
      for (const { interval, candle } of mark.candles) candles.push({ instrumentId, interval, ...candle });
      if (market.lastTradeNumber > 0) lastTradeNumbers.set(instrumentId, market.lastTradeNumber);
    }
    const { sequence } = this.#source;
    // Without trades only the position moves on: the venue need not report the same again after a restart.
    if (marks.size === 0 && sequence <= this.#savedSequence) return;
    try {
      await this.#store.save({ exchange, sequence, lastTradeNumbers, candles, wholeUntil, flows });
    } catch (error) {
      for (const [market, buckets] of takenFlows) market.returnChangedFlow(buckets);
      this.#logger.error({ exchange, candles: candles.length, error: String(error) }, 'Candles could not be stored; trying again');
      return;
    }
    this.#savedSequence = sequence;
    for (const [market, mark] of marks) market.series.confirm(mark);
  }

  #unknownFlows(): readonly InstrumentMarket[] {
    return this.#source.markets.filter(({ series, isFlowKnown }) => series.dirty && !isFlowKnown);
  }
}
