import type { MarketEvent, Subscription } from '../../../core/contract/strategy.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import { settlesInMargin } from '../../../core/domain/clearing/kinds.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Effect } from '../driver/effect.ts';
import type { StrategyDriver } from '../driver/strategy-driver.ts';
import { type SessionEvent, sessionEvent } from '../session-event.ts';
import type { SimulatedExchanges } from './simulated-exchanges.ts';

/** Marks and indexes are told at most so often, as live. */
const shortestPaceMs = 1_000;
/** Turns of the price in a bar, between which nothing is known of it. */
const turnsPerBar = 3;

type OrderEffect = Extract<Effect, { readonly type: 'place' | 'cancel' | 'amend' }>;
type PriceEvent = Extract<MarketEvent, { readonly type: 'mark' | 'index' }>;

/** Marks, indexes and sessions of a simulation, at the times of its feed: what the instance listens to, and what its orders wait for. */
export class ReferenceNews {
  readonly #driver: Pick<StrategyDriver, 'subscriptions'>;
  readonly #exchanges: SimulatedExchanges;
  readonly #onIndexMissing: (instrument: Instrument) => void;
  #paceMs = shortestPaceMs;
  /** Of the next look at prices; infinite while nobody wants one. */
  #priceMs = Number.POSITIVE_INFINITY;
  #subscriptions: readonly Subscription[] = [];
  /** Subscriptions to marks and indexes. */
  #prices: readonly Subscription[] = [];
  #sessions: readonly InstrumentId[] = [];
  readonly #told = new Map<string, string>();
  readonly #phases = new Map<InstrumentId, SessionEvent>();

  /** `onIndexMissing` hears of every market whose index is wanted and whose pair too few exchanges play. */
  constructor(
    driver: Pick<StrategyDriver, 'subscriptions'>,
    exchanges: SimulatedExchanges,
    onIndexMissing: (instrument: Instrument) => void = () => undefined,
  ) {
    this.#driver = driver;
    this.#exchanges = exchanges;
    this.#onIndexMissing = onIndexMissing;
  }

  /** Between the turns of a bar of this length nothing is known: they are when one looks. */
  barsOf(lengthMs: number): void {
    this.#paceMs = Math.max(shortestPaceMs, Math.floor(lengthMs / turnsPerBar));
  }

  /** An order that begins to wait for an index, or does so at another price, needs the one of now. Gives what that did to others. */
  before(effect: OrderEffect, nowMs: number): readonly VenueEvent[] {
    const { indexes } = this.#exchanges;
    const isPlaced = effect.type === 'place';
    const { instrumentId } = isPlaced ? effect.intent : effect;
    const isWatching = isPlaced
      ? effect.intent.watchedPrice === 'INDEX'
      : effect.type === 'amend' && indexes.watching.includes(instrumentId);
    if (!isWatching) return [];
    if (this.#priceMs === Number.POSITIVE_INFINITY) this.#priceMs = this.#after(nowMs);
    const price = this.#index(instrumentId, nowMs);
    return price === null ? [] : this.#exchanges.tellIndex(instrumentId, price);
  }

  /** When there may be something next; infinite while nothing is wanted. */
  nextMs(nowMs: number): number {
    if (this.#driver.subscriptions !== this.#subscriptions) this.#subscribe(nowMs);
    let next = this.#priceMs;
    for (const id of this.#sessions) {
      const known = this.#phases.get(id);
      if (known === undefined) return nowMs;
      if (known.untilMs !== null && known.untilMs < next) next = known.untilMs;
    }
    return next;
  }

  /** What the instance hears at a time, and what happens then to orders that wait for an index. */
  take(nowMs: number): { readonly events: readonly MarketEvent[]; readonly orders: readonly VenueEvent[] } {
    const events: MarketEvent[] = this.#sessions.flatMap((id) => this.#session(id, nowMs));
    if (this.#priceMs > nowMs) return { events, orders: [] };
    for (const { type, instrumentId } of this.#prices) {
      const event = this.#price(type === 'mark' ? 'mark' : 'index', instrumentId, nowMs);
      const key = `${type}:${instrumentId}`;
      if (event === null || this.#told.get(key) === event.price) continue;
      this.#told.set(key, event.price);
      events.push(event);
    }
    const { watching } = this.#exchanges.indexes;
    const orders = watching.flatMap((id) => {
      const price = this.#index(id, nowMs);
      return price === null ? [] : this.#exchanges.tellIndex(id, price);
    });
    const isWanted = this.#prices.length > 0 || watching.length > 0;
    this.#priceMs = isWanted ? this.#after(nowMs) : Number.POSITIVE_INFINITY;
    return { events, orders };
  }

  #price(type: 'mark' | 'index', instrumentId: InstrumentId, timeMs: number): PriceEvent | null {
    const price = type === 'mark' ? this.#mark(instrumentId) : this.#index(instrumentId, timeMs);
    return price === null ? null : { type, instrumentId, price, timeMs };
  }

  /** By what the simulation values a position in a contract: its last price. */
  #mark(id: InstrumentId): string | null {
    const instrument = this.#exchanges.instrument(id);
    return instrument !== undefined && settlesInMargin(instrument) ? this.#exchanges.lastPrice(id) : null;
  }

  #index(id: InstrumentId, nowMs: number): string | null {
    const instrument = this.#exchanges.instrument(id);
    if (instrument === undefined) return null;
    if (!this.#exchanges.indexes.has(instrument)) this.#onIndexMissing(instrument);
    return this.#exchanges.indexes.price(instrument, nowMs);
  }

  #session(id: InstrumentId, nowMs: number): readonly SessionEvent[] {
    const known = this.#phases.get(id);
    if (known !== undefined && (known.untilMs === null || known.untilMs > nowMs)) return [];
    const instrument = this.#exchanges.instrument(id);
    if (instrument === undefined) return [];
    const event = sessionEvent(instrument, nowMs);
    this.#phases.set(id, event);
    return [event];
  }

  /** What is new tells its present state at once. */
  #subscribe(nowMs: number): void {
    const { subscriptions } = this.#driver;
    this.#subscriptions = subscriptions;
    const before = this.#prices.length;
    this.#prices = subscriptions.filter(({ type }) => type === 'mark' || type === 'index');
    this.#sessions = [...new Set(subscriptions.flatMap(({ type, instrumentId }) => (type === 'session' ? [instrumentId] : [])))].filter(
      (id) => this.#exchanges.instrument(id) !== undefined,
    );
    for (const id of this.#phases.keys()) if (!this.#sessions.includes(id)) this.#phases.delete(id);
    const keys = new Set(this.#prices.map(({ type, instrumentId }) => `${type}:${instrumentId}`));
    for (const key of this.#told.keys()) if (!keys.has(key)) this.#told.delete(key);
    if (this.#prices.length > before || this.#prices.some(({ type, instrumentId }) => !this.#told.has(`${type}:${instrumentId}`)))
      this.#priceMs = nowMs;
  }

  #after(nowMs: number): number {
    return nowMs - (nowMs % this.#paceMs) + this.#paceMs;
  }
}
