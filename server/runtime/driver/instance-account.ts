import type { StrategyPosition } from '../../../core/contract/strategy.ts';
import type { ApiId, Fill } from '../../../core/contract/trading.ts';
import { addDecimals, negateDecimal } from '../../../core/domain/decimal.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';
import type { DriverSnapshot } from './driver-snapshot.ts';
import { NetPosition } from './net-position.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface AccountSources {
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  readonly lastPrice: (id: InstrumentId) => string | null;
}

/** What an instance has made of its fills: net positions, result, result of the day, orders of the last minute. */
export class InstanceAccount {
  readonly #sources: AccountSources;
  readonly #positions = new Map<string, NetPosition>();
  #listed: readonly StrategyPosition[] | null = null;
  #orderTimes: number[] = [];
  #day = { startMs: 0, profit: '0' };

  constructor(sources: AccountSources) {
    this.#sources = sources;
  }

  restore({ flows, orderTimes, day }: Pick<DriverSnapshot, 'flows' | 'orderTimes' | 'day'>): void {
    for (const flow of flows) {
      const { apiId, instrumentId } = flow;
      this.#positions.set(keyOf(apiId, instrumentId), new NetPosition(apiId, instrumentId, this.#quoteOf(instrumentId), flow));
    }
    this.#orderTimes = [...orderTimes];
    this.#day = { ...day };
  }

  save(): Pick<DriverSnapshot, 'flows' | 'orderTimes' | 'day'> {
    return { flows: this.netPositions.map(({ flows }) => flows), orderTimes: this.#orderTimes, day: this.#day };
  }

  /** Open net positions, for the strategy. */
  get positions(): readonly StrategyPosition[] {
    this.#listed ??= this.netPositions.flatMap(({ position }) => position ?? []);
    return this.#listed;
  }

  get netPositions(): readonly NetPosition[] {
    return [...this.#positions.values()];
  }

  /** Signed net quantity, in base. */
  base(apiId: ApiId, instrumentId: InstrumentId): string {
    return this.#positions.get(keyOf(apiId, instrumentId))?.base ?? '0';
  }

  book(apiId: ApiId, instrumentId: InstrumentId, fill: Fill): void {
    const key = keyOf(apiId, instrumentId);
    let position = this.#positions.get(key);
    if (position === undefined) {
      position = new NetPosition(apiId, instrumentId, this.#quoteOf(instrumentId));
      this.#positions.set(key, position);
    }
    position.apply(fill);
    this.#listed = null;
  }

  ordered(nowMs: number): void {
    this.ordersLastMinute(nowMs);
    this.#orderTimes.push(nowMs);
  }

  ordersLastMinute(nowMs: number): number {
    while (this.#orderTimes[0] !== undefined && this.#orderTimes[0] <= nowMs - minuteMs) this.#orderTimes.shift();
    return this.#orderTimes.length;
  }

  /** Result of all markets together at the last prices, each in its own quote. */
  profit(): string {
    let sum = '0';
    for (const position of this.#positions.values()) {
      sum = addDecimals(sum, position.profitAt(this.#sources.lastPrice(position.instrumentId) ?? '0'));
    }
    return sum;
  }

  /** Begins the day of `nowMs` with the result as it is; to be called before anything is booked in that day. */
  enterDay(nowMs: number): void {
    if (nowMs >= this.#day.startMs + dayMs) this.#day = { startMs: nowMs - (nowMs % dayMs), profit: this.profit() };
  }

  /** When {@link enterDay} has something to do next. */
  get nextDayMs(): number {
    return nextDayOf(this.#day, this.#positions.size);
  }

  /** Result since midnight UTC. */
  profitToday(): string {
    return addDecimals(this.profit(), negateDecimal(this.#day.profit));
  }

  #quoteOf(instrumentId: InstrumentId): string {
    return this.#sources.instruments[instrumentId]?.quote ?? '';
  }
}

/** When books begin their next day; never without fills, whose result is nothing on every day. */
export const nextDayOf = ({ startMs }: DriverSnapshot['day'], markets: number): number =>
  markets === 0 ? Number.POSITIVE_INFINITY : startMs + dayMs;

const keyOf = (apiId: ApiId, instrumentId: InstrumentId): string => `${apiId}/${instrumentId}`;
