import type { Candle } from '../../core/contract/market.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs } from '../../core/domain/markets/interval.ts';
import type { Store } from '../store/store.ts';
import type { CandleFlush, CandleStore, DayPart, StoredFlow, StoredMarket } from './candle-store.ts';
import { dayFromMs } from './rolling-day.ts';

/** The most rows that one read of the store gives. */
const pageLimit = 5000;
const minuteMs = 60_000;
const halfHourMs = 30 * minuteMs;
/** Markets that one read asks for: its answer is in memory at once, twice. */
const marketsAtOnce = 300;

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
      const positions = [[flush.exchange, flush.sequence] as const, ...flush.lastTradeNumbers];
      await repositories.projections.advance(new Map(positions.map(([of, sequence]) => [positionName(of), sequence])));
    });
  }

  position(exchange: string): Promise<number> {
    return this.#store.projections.position(positionName(exchange));
  }

  async restore(instrumentIds: readonly InstrumentId[], nowMs: number): Promise<ReadonlyMap<InstrumentId, StoredMarket>> {
    const restored = new Map<InstrumentId, StoredMarket>();
    for (const ids of chunksOf(instrumentIds)) {
      const { candles, projections, tradeFlows } = this.#store;
      const fromMs = dayFromMs(nowMs);
      const wholeFromMs = intervalOpenMs('30m', fromMs + halfHourMs - 1);
      const wholeUntilMs = intervalOpenMs('30m', nowMs);
      const [newest, days, firsts, numbers, steps] = await Promise.all([
        candles.newest(ids),
        candles.within(ids, [
          { interval: '1m', fromMs, untilMs: wholeFromMs },
          { interval: '30m', fromMs: wholeFromMs, untilMs: wholeUntilMs },
          { interval: '1m', fromMs: wholeUntilMs, untilMs: Number.MAX_SAFE_INTEGER },
        ]),
        candles.firstOpens(ids, '1m'),
        projections.positions(ids.map(positionName)),
        tradeFlows.steps(ids),
      ]);
      for (const id of ids) {
        const ofMarket = newest.get(id);
        if (ofMarket === undefined) continue;
        const parts = (interval: Interval, lengthMs: number): DayPart[] =>
          (days.get(id)?.get(interval) ?? []).map((candle) => ({ lengthMs, candle }));
        restored.set(id, {
          newest: new Map([...ofMarket].flatMap(([interval, [candle]]) => (candle === undefined ? [] : [[interval, candle] as const]))),
          day: [...parts('1m', minuteMs), ...parts('30m', halfHourMs)].sort((a, b) => a.candle.openMs - b.candle.openMs),
          firstMs: firsts.get(id) ?? null,
          lastTradeNumber: numbers.get(positionName(id)) ?? 0,
          flowStep: steps.get(id) ?? null,
        });
      }
    }
    return restored;
  }

  async minutes(
    instrumentIds: readonly InstrumentId[],
    fromMs: number,
    untilMs: number,
  ): Promise<ReadonlyMap<InstrumentId, readonly Candle[]>> {
    const minutes = new Map<InstrumentId, readonly Candle[]>();
    for (const ids of chunksOf(instrumentIds)) {
      for (const [id, found] of await this.#store.candles.within(ids, [{ interval: '1m', fromMs, untilMs }])) {
        minutes.set(id, found.get('1m') ?? []);
      }
    }
    return minutes;
  }

  async flows(instrumentIds: readonly InstrumentId[]): Promise<readonly StoredFlow[]> {
    const flows: StoredFlow[] = [];
    for (const ids of chunksOf(instrumentIds)) flows.push(...(await this.#store.tradeFlows.of(ids)));
    return flows;
  }

  before(instrumentId: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]> {
    return this.#store.candles.before(instrumentId, interval, beforeMs, Math.min(limit, pageLimit));
  }
}

const positionName = (of: string): string => `candles:${of}`;

function* chunksOf(ids: readonly InstrumentId[]): Iterable<readonly InstrumentId[]> {
  for (let from = 0; from < ids.length; from += marketsAtOnce) yield ids.slice(from, from + marketsAtOnce);
}
