import { type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { MatchingVenue } from '../../../core/contract/server-services.ts';
import type { Balance, Fill, Order, OrderIntent } from '../../../core/contract/trading.ts';
import type { OrderMemory, VenueBatch, VenueEvent } from '../../../core/contract/venue.ts';
import { type AccountKey, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import {
  type FarAnswer,
  type FarArguments,
  type FarCallName,
  type FarCalls,
  type FarPicture,
  type FarResult,
  type FeedFrame,
  farNowMs,
} from './far-calls.ts';

const everyLevel = Number.MAX_SAFE_INTEGER;

/** The cause of orders that ended with their market. */
export const delistedCause = 'MARKET_DELISTED';

/** An exchange elsewhere: it matches by the engine, and remembers only its newest reports. It is never closed with the venue that speaks for it. */
export class FarExchange implements FarCalls {
  readonly matching: MatchingVenue;
  readonly #frames: FeedFrame[] = [];
  readonly #remembered: number;
  readonly #accounts = new Map<string, AccountKey>();
  /** Newest state of every order and balance, with the sequence of its change, and all fills: the archive that any exchange has. */
  readonly #orders = new Map<string, { readonly sequence: number; readonly order: Order }>();
  readonly #balances = new Map<string, { readonly sequence: number; readonly balance: Balance }>();
  readonly #fills: { readonly sequence: number; readonly fill: Fill }[] = [];
  /** Markets as they are listed; the engine may know more of them. */
  readonly #listed = new Map<InstrumentId, Instrument>();
  #ending: InstrumentId | null = null;
  /** Markets whose books and trades are reported; null: all. */
  #watched: Set<InstrumentId> | null = null;
  #listener: ((frame: FeedFrame) => void) | null = null;
  #number = 0;

  private constructor(matching: MatchingVenue, remembered: number, listed: readonly InstrumentId[] | undefined) {
    this.matching = matching;
    this.#remembered = remembered;
    for (const instrument of matching.instruments)
      if (listed?.includes(instrument.id) !== false) this.#listed.set(instrument.id, instrument);
  }

  /** `open` opens its engine, which reports into the given function. `listed`: the markets that it has at first; default all of the engine's. */
  static async open(
    open: (tell: (batch: VenueBatch) => void) => Promise<MatchingVenue>,
    {
      remembered = 10_000,
      listed,
    }: { readonly remembered?: number | undefined; readonly listed?: readonly InstrumentId[] | undefined } = {},
  ): Promise<FarExchange> {
    const early: VenueBatch[] = [];
    let tell = (batch: VenueBatch): void => void early.push(batch);
    const exchange = new FarExchange(await open((batch) => tell(batch)), remembered, listed);
    tell = (batch) => exchange.#report(batch);
    for (const batch of early) exchange.#report(batch);
    return exchange;
  }

  async answer<K extends FarCallName>(name: K, args: FarArguments<K>): Promise<FarAnswer<FarResult<K>>> {
    const call = this[name] as (...args: FarArguments<K>) => Promise<FarResult<K>>;
    const answer = await call.apply(this, args);
    return { answer, frame: this.#number };
  }

  async openAccount(account: AccountKey): Promise<void> {
    await this.matching.openAccount(account);
    this.#accounts.set(formatAccountKey(account), account);
  }

  async submit(intent: OrderIntent, notAfterMs: number): Promise<Outcome<readonly Order[]>> {
    if (farNowMs() > notAfterMs) return refused('ORDER_TOO_LATE');
    if (!this.#listed.has(intent.instrumentId)) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: intent.instrumentId });
    return this.matching.submit(intent);
  }

  async recall(account: AccountKey, clientOrderId: string): Promise<OrderMemory> {
    return this.matching.recall(account, clientOrderId);
  }

  amend: FarCalls['amend'] = (change) => this.matching.amend(change);
  cancel: FarCalls['cancel'] = (target) => this.matching.cancel(target);
  cancelAll: FarCalls['cancelAll'] = (scope) => this.matching.cancelAll(scope);
  deposit: FarCalls['deposit'] = (...money) => this.matching.deposit(...money);
  withdraw: FarCalls['withdraw'] = (...money) => this.matching.withdraw(...money);

  /** All that an account has had there. */
  archiveOf(apiId: number): { readonly orders: readonly Order[]; readonly fills: readonly Fill[] } {
    const isOwn = (one: { readonly apiId: number }): boolean => one.apiId === apiId;
    return {
      orders: [...this.#orders.values()].map(({ order }) => order).filter(isOwn),
      fills: this.#fills.map(({ fill }) => fill).filter(isOwn),
    };
  }

  /** Reports go to the newest listener alone. */
  listen(listener: ((frame: FeedFrame) => void) | null): void {
    this.#listener = listener;
  }

  /** From now on it reports books and trades only of markets that are watched. */
  reportOnDemand(): void {
    this.#watched = new Set();
  }

  async watch(id: InstrumentId): Promise<void> {
    this.#watched?.add(id);
    const book = this.matching.depth(id, everyLevel);
    if (book !== null) this.#tell([{ type: 'book', book }]);
  }

  async unwatch(id: InstrumentId): Promise<void> {
    this.#watched?.delete(id);
  }

  /** A market that its engine knows begins, or has other terms from now on. */
  list(instrument: Instrument): void {
    this.#listed.set(instrument.id, instrument);
    this.#tell([{ type: 'instrument', instrument }]);
  }

  /** A market ends: its open orders first. */
  async delist(id: InstrumentId): Promise<void> {
    const instrument = this.#listed.get(id) as Instrument;
    this.#ending = id;
    for (const account of this.#accounts.values()) await this.matching.cancelAll({ account, instrumentId: id });
    this.#ending = null;
    this.#listed.delete(id);
    this.#tell([{ type: 'instrument', instrument: { ...instrument, state: 'DELISTED' } }]);
  }

  async picture(sequence: number, nextFrame: number | null): Promise<FarPicture> {
    const { matching } = this;
    const accounts = [...this.#accounts.values()];
    const ids = matching.instruments.map(({ id }) => id).filter((id) => this.#watched?.has(id) !== false);
    const missed = this.#since(sequence, nextFrame);
    const isNew = (one: { readonly sequence: number }): boolean => missed === null && one.sequence > sequence;
    const { exchange, title, assets } = matching;
    const { referencePrices: _, ...capabilities } = matching.capabilities;
    return {
      frame: this.#number,
      sequence: this.#frames.at(-1)?.batch.sequence ?? 0,
      timeMs: this.#frames.at(-1)?.batch.timeMs ?? 0,
      accounts,
      orders: accounts.flatMap((account) => matching.openOrders(account)),
      balances: accounts.flatMap((account) => matching.balances(account)),
      books: ids.flatMap((id) => matching.depth(id, everyLevel) ?? []),
      lastPrices: ids.flatMap((id) => (matching.lastPrice(id) === null ? [] : [[id, matching.lastPrice(id) as string] as const])),
      traits: { exchange, title, assets, capabilities, instruments: [...this.#listed.values()] },
      missed,
      changed: [...this.#orders.values()].filter(isNew).map(({ order }) => order),
      fills: this.#fills.filter(isNew).map(({ fill }) => fill),
      moved: [...this.#balances.values()].filter(isNew).map(({ balance }) => balance),
    };
  }

  #since(sequence: number, nextFrame: number | null): readonly FeedFrame[] | null {
    const isMissed = ({ number, batch }: FeedFrame): boolean => (nextFrame === null ? batch.sequence > sequence : number >= nextFrame);
    const [oldest] = this.#frames;
    const knowsAll = oldest === undefined || oldest.number === 1 || !isMissed(oldest) || oldest.number === nextFrame;
    return knowsAll ? this.#frames.filter(isMissed) : null;
  }

  /** News of its own, which belongs to the position that it has reached. */
  #tell(events: readonly VenueEvent[]): void {
    const { sequence = 0, timeMs = 0 } = this.#frames.at(-1)?.batch ?? {};
    this.#report({ exchange: this.matching.exchange, sequence, timeMs, events });
  }

  #report(batch: VenueBatch): void {
    const told = batch.events.map((event) => this.#withCause(event));
    for (const event of told) this.#archive(event, batch.sequence);
    const frame = { number: ++this.#number, batch: { ...batch, events: told.filter((event) => this.#isReported(event)) } };
    this.#frames.push(frame);
    if (this.#frames.length > this.#remembered) this.#frames.shift();
    this.#listener?.(frame);
  }

  #withCause(event: VenueEvent): VenueEvent {
    if (event.type !== 'order' || event.order.instrumentId !== this.#ending) return event;
    return { ...event, order: { ...event.order, cause: delistedCause } };
  }

  #archive(event: VenueEvent, sequence: number): void {
    if (event.type === 'fill') this.#fills.push({ sequence, fill: event.fill });
    else if (event.type === 'order') this.#orders.set(event.order.orderId, { sequence, order: event.order });
    else if (event.type === 'balance') {
      const { apiId, accountType, symbol = '', asset } = event.balance;
      this.#balances.set(`${apiId}/${accountType}/${symbol}/${asset}`, { sequence, balance: event.balance });
    }
  }

  #isReported(event: VenueEvent): boolean {
    if (event.type === 'level') return this.#watched?.has(event.instrumentId) !== false;
    return event.type !== 'trade' || this.#watched?.has(event.trade.instrumentId) !== false;
  }
}
