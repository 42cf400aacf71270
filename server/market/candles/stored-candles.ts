import type { Candle } from '../../../core/contract/market.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import type { Store } from '../../store/store.ts';
import type { CandleFlush, CandleStore, DayPart, StoredFlow, StoredMarket } from './candle-store.ts';
import { rebuiltCandles } from './rebuilt-candles.ts';
import { dayFromMs } from './rolling-day.ts';

/** The most rows that one read of the store gives. */
const pageLimit = 5000;
const minuteMs = 60_000;
const endOfTime = Number.MAX_SAFE_INTEGER;
const halfHourMs = 30 * minuteMs;
/** Markets that one read asks for: its answer is in memory at once, twice. */
const marketsAtOnce = 300;

/** Candles in the relational store. Positions are projections named `candles:<exchange>`, `candles:<instrument id>` and `candles-whole:<instrument id>`. */
export class StoredCandles implements CandleStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async save(flush: CandleFlush): Promise<void> {
    await this.#store.transaction(async (repositories) => {
      await repositories.candles.upsert(flush.candles);
      await repositories.tradeFlows.save(flush.flows);
      const positions = new Map([...flush.lastTradeNumbers].map(([id, number]) => [positionName(id), number]));
      for (const [id, untilMs] of flush.wholeUntil) positions.set(wholeName(id), untilMs);
      positions.set(positionName(flush.exchange), flush.sequence);
      await repositories.projections.advance(positions);
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
      const lastHalfHourMs = intervalOpenMs('30m', nowMs);
      const [newest, days, firsts, numbers, steps] = await Promise.all([
        candles.newest(ids),
        candles.within(ids, [
          { interval: '1m', fromMs, untilMs: wholeFromMs },
          { interval: '30m', fromMs: wholeFromMs, untilMs: lastHalfHourMs },
          { interval: '1m', fromMs: lastHalfHourMs, untilMs: endOfTime },
        ]),
        candles.firstOpens(ids, '1m'),
        projections.positions([...ids.map(positionName), ...ids.map(wholeName)]),
        tradeFlows.steps(ids),
      ]);
      const stored = new Map([...newest].map(([id, found]) => [id, newestOf(found)]));
      const wholeUntil = (id: InstrumentId): number | null => numbers.get(wholeName(id)) ?? null;
      const minutes = await this.#since(stored, wholeUntil);
      for (const [id, ofMarket] of stored) {
        const wholeUntilMs = wholeUntil(id);
        const { before, newest: running } =
          wholeUntilMs === null ? { before: null, newest: ofMarket } : rebuiltCandles(ofMarket, minutes.get(id) ?? []);
        const parts = (interval: Interval, lengthMs: number): DayPart[] =>
          (days.get(id)?.get(interval) ?? []).map((candle) => ({ lengthMs, candle }));
        const last = running.get('30m');
        const halfHours = parts('30m', halfHourMs).filter(({ candle }) => candle.openMs !== last?.openMs);
        if (last !== undefined && last.openMs >= wholeFromMs && last.openMs < lastHalfHourMs)
          halfHours.push({ lengthMs: halfHourMs, candle: last });
        restored.set(id, {
          newest: running,
          before,
          wholeUntilMs,
          day: [...parts('1m', minuteMs), ...halfHours].sort((a, b) => a.candle.openMs - b.candle.openMs),
          firstMs: firsts.get(id) ?? null,
          lastTradeNumber: numbers.get(positionName(id)) ?? 0,
          flowStep: steps.get(id) ?? null,
        });
      }
    }
    return restored;
  }

  /** The minutes of each market that its longer candles do not hold, up to the newest: that one alone unless the house was killed. */
  async #since(
    stored: ReadonlyMap<InstrumentId, ReadonlyMap<Interval, Candle>>,
    wholeUntil: (id: InstrumentId) => number | null,
  ): Promise<ReadonlyMap<InstrumentId, readonly Candle[]>> {
    const found = new Map<InstrumentId, readonly Candle[]>();
    const cut = new Map<InstrumentId, number>();
    for (const [id, candles] of stored) {
      const minute = candles.get('1m');
      const untilMs = wholeUntil(id);
      if (minute === undefined || untilMs === null) continue;
      if (untilMs < minute.openMs) cut.set(id, untilMs);
      else found.set(id, [minute]);
    }
    const read = cut.size === 0 ? null : await this.minutes([...cut.keys()], Math.min(...cut.values()), endOfTime);
    for (const [id, untilMs] of cut) {
      const minutes = read?.get(id) ?? [];
      found.set(
        id,
        minutes.filter(({ openMs }) => openMs >= untilMs),
      );
    }
    return found;
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
const wholeName = (id: InstrumentId): string => `candles-whole:${id}`;

const newestOf = (found: ReadonlyMap<Interval, readonly Candle[]>): ReadonlyMap<Interval, Candle> =>
  new Map([...found].flatMap(([interval, [candle]]) => (candle === undefined ? [] : [[interval, candle] as const])));

function* chunksOf(ids: readonly InstrumentId[]): Iterable<readonly InstrumentId[]> {
  for (let from = 0; from < ids.length; from += marketsAtOnce) yield ids.slice(from, from + marketsAtOnce);
}
