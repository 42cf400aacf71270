import type { Candle } from '../../core/contract/market.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';
import type { Interval } from '../../core/domain/interval.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { CandleFlush, CandleStore, StoredFlow } from './candle-store.ts';

/** The most rows that one read of the store gives. */
const pageLimit = 5000;

/** Candles in the relational store. Positions are projections named `candles:<exchange>` and `candles:<instrument id>`. */
export class StoredCandles implements CandleStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async save(flush: CandleFlush): Promise<void> {
    await this.#store.transaction(async (repositories) => {
      await repositories.candles.upsert(flush.candles);
      await repositories.tradeFlows.save(flush.flows);
      await moveTo(repositories, flush.exchange, flush.sequence);
      for (const [instrumentId, number] of flush.lastTradeNumbers) await moveTo(repositories, instrumentId, number);
    });
  }

  position(exchange: string): Promise<number> {
    return this.#store.projections.position(positionName(exchange));
  }

  lastTradeNumber(instrumentId: InstrumentId): Promise<number> {
    return this.#store.projections.position(positionName(instrumentId));
  }

  flows(instrumentId: InstrumentId): Promise<readonly StoredFlow[]> {
    return this.#store.tradeFlows.of(instrumentId);
  }

  newest(instrumentId: InstrumentId): Promise<ReadonlyMap<Interval, Candle>> {
    return this.#store.candles.newest(instrumentId);
  }

  before(instrumentId: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]> {
    return this.#store.candles.before(instrumentId, interval, beforeMs, Math.min(limit, pageLimit));
  }
}

const positionName = (of: string): string => `candles:${of}`;

async function moveTo(repositories: Repositories, of: string, sequence: number): Promise<void> {
  const nothing = { orders: [], events: [], fills: [], entries: [], balances: [] };
  await repositories.projections.apply({ venue: positionName(of), sequence, ...nothing });
}
