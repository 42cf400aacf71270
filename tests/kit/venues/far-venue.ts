import type { AccountKeyPort } from '../../../core/contract/account-keys.ts';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import { NetworkFailure } from '../../../core/contract/network.ts';
import type { ApiId, Order, OrderChange, OrderIntent } from '../../../core/contract/trading.ts';
import type { OrderMemory, Venue, VenueCapabilities, VenueEvent, VenueSink } from '../../../core/contract/venue.ts';
import { type AccountKey, accountOfMarket, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { Asset, Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { changedInstruments } from '../../../core/domain/markets/instrument-changes.ts';
import { orderNeed } from '../../../core/replica/order-need.ts';
import { VenueReplica } from '../../../core/replica/venue-replica.ts';
import {
  type FarArguments,
  type FarCallName,
  type FarPicture,
  type FarResult,
  type FarTraits,
  type FarWire,
  type FeedFrame,
  farNowMs,
} from './far-calls.ts';

interface FarVenueParts {
  readonly accountKeys?: AccountKeyPort;
  readonly wire: FarWire;
  readonly sink: VenueSink;
  readonly projectedThrough: number;
  /** How long it waits for a report that is missing. */
  readonly patienceMs: number;
  /** How long the exchange takes an order after it has been sent. */
  readonly validMs: number;
}

type CancelTarget = Parameters<Venue['cancel']>[0];
type CancelScope = Parameters<Venue['cancelAll']>[0];

/** An order whose answer is open. */
interface SentOrder {
  readonly account: AccountKey;
  readonly clientOrderId: string;
  /** Until when the exchange may still take it. */
  readonly notAfterMs: number;
}

/** The venue of an exchange elsewhere, as an adapter of a real one is built: requests over a line, a feed put in order, a replica for the reads. */
export class FarVenue implements Venue {
  readonly accountKeys?: AccountKeyPort;
  readonly exchange: string;
  readonly title: string;
  readonly durability = 'reconciled';
  readonly capabilities: VenueCapabilities;
  readonly assets: readonly Asset[];
  readonly demand = {
    watch: (id: InstrumentId): void => {
      this.#wanted.add(id);
      void this.#subscribe(id);
    },
    unwatch: (id: InstrumentId): void => {
      this.#wanted.delete(id);
      this.#replica.forget(id);
      void this.#unsubscribe(id);
    },
  };
  readonly #parts: FarVenueParts;
  readonly #replica = new VenueReplica();
  readonly #instruments: Map<InstrumentId, Instrument>;
  readonly #accounts = new Map<string, AccountKey>();
  /** Reports that came before others. */
  readonly #early = new Map<number, FeedFrame>();
  /** By account and id. */
  readonly #underWay = new Map<string, SentOrder>();
  readonly #wanted = new Set<InstrumentId>();
  #nextFrame = 1;
  #arrived: (() => void)[] = [];
  #resync: Promise<void> | null = null;
  #isClosed = false;

  private constructor(parts: FarVenueParts, { exchange, title, capabilities, assets, instruments }: FarTraits) {
    this.#parts = parts;
    if (parts.accountKeys !== undefined) this.accountKeys = parts.accountKeys;
    this.exchange = exchange;
    this.title = title;
    this.capabilities = capabilities;
    this.assets = assets;
    this.#instruments = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  }

  /** Tells the house what it has not stored: report by report where the exchange remembers them, as one picture where it does not. */
  static async open(parts: FarVenueParts): Promise<FarVenue> {
    const { wire, sink, projectedThrough } = parts;
    let venue: FarVenue | null = null;
    const early: FeedFrame[] = [];
    const hear = (frame: FeedFrame): void => {
      if (venue === null) early.push(frame);
      else venue.#hear(frame);
    };
    try {
      let lost: string | null = null;
      const onLost = (reason: string): void => {
        lost = reason;
        if (venue !== null) venue.#lost(reason);
      };
      await wire.listen(hear, onLost);
      const { answer: picture } = await insist(() => wire.ask('picture', projectedThrough, null));
      const opened = new FarVenue(parts, picture.traits);
      for (const { batch } of picture.missed ?? []) opened.#replica.apply(batch);
      opened.#load(picture);
      for (const { batch } of picture.missed ?? []) await sink.batch(batch);
      if (picture.missed === null) await sink.batch({ ...picture, exchange: opened.exchange, events: newsOf(picture) });
      opened.#next(picture.frame + 1);
      venue = opened;
      for (const frame of early) opened.#hear(frame);
      if (lost !== null) throw new Error(lost);
      return opened;
    } catch (error) {
      wire.close();
      throw error;
    }
  }

  get instruments(): readonly Instrument[] {
    return [...this.#instruments.values()];
  }

  async openAccount(account: AccountKey): Promise<void> {
    const key = formatAccountKey(account);
    if (this.#accounts.has(key)) return;
    await insist(() => this.#ask('openAccount', account));
    this.#accounts.set(key, account);
  }

  accounts(apiId: ApiId): readonly AccountKey[] {
    return [...this.#accounts.values()].filter((account) => account.apiId === apiId);
  }

  async submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const account = accountOfMarket(intent.apiId, intent.instrumentId);
    const { clientOrderId = '' } = intent;
    const instrument = this.#instruments.get(intent.instrumentId);
    if (instrument === undefined) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: intent.instrumentId });
    const notAfterMs = farNowMs() + this.#parts.validMs;
    const need = orderNeed(intent, instrument);
    this.#underWay.set(orderKey(account, clientOrderId), { account, clientOrderId, notAfterMs });
    if (need !== null) this.#replica.sent(account, clientOrderId, need);
    try {
      const outcome = await this.#ask('submit', intent, notAfterMs);
      this.#settle(account, clientOrderId);
      return outcome.ok ? accepted(outcome.value.map((order) => this.#known(order))) : outcome;
    } catch (error) {
      if (!(error instanceof NetworkFailure) || error.isSent) throw error;
      this.#settle(account, clientOrderId);
      return refused('VENUE_UNAVAILABLE', { exchange: this.exchange });
    }
  }

  recall(account: AccountKey, clientOrderId: string): OrderMemory {
    return this.#replica.recall(account, clientOrderId);
  }

  async find(account: AccountKey, clientOrderId: string): Promise<OrderMemory> {
    const mayStillCome = farNowMs() <= (this.#underWay.get(orderKey(account, clientOrderId))?.notAfterMs ?? 0);
    const memory = await this.#ask('recall', account, clientOrderId);
    if (memory === 'FRESH' && mayStillCome) return 'UNSURE';
    this.#settle(account, clientOrderId);
    return memory;
  }

  amend(change: OrderChange): Promise<Outcome<Order>> {
    return this.#ask('amend', change);
  }

  cancel(target: CancelTarget): Promise<Outcome<Order>> {
    return this.#ask('cancel', target);
  }

  cancelAll(scope: CancelScope): Promise<Outcome<readonly Order[]>> {
    return this.#ask('cancelAll', scope);
  }

  deposit(...money: FarArguments<'deposit'>): Promise<Outcome<void>> {
    return insist(() => this.#ask('deposit', ...money));
  }

  withdraw(...money: FarArguments<'withdraw'>): Promise<Outcome<void>> {
    return insist(() => this.#ask('withdraw', ...money));
  }

  openOrders = (account: AccountKey) => this.#replica.openOrders(account);
  balances = (account: AccountKey) => this.#replica.balances(account);
  depth = (id: InstrumentId, levels: number) => this.#replica.depth(id, levels);
  lastPrice = (id: InstrumentId) => this.#replica.lastPrice(id);

  available(account: AccountKey, asset: string): string {
    // What the exchange has not told of by the time that it would have refused it can no longer come.
    const lateMs = farNowMs() - this.#parts.patienceMs;
    for (const sent of this.#underWay.values()) if (sent.notAfterMs < lateMs) this.#replica.settled(sent.account, sent.clientOrderId);
    return this.#replica.available(account, asset);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#parts.wire.close();
    this.#wake();
    await this.#resync?.catch(() => undefined);
  }

  #lost(reason: string): void {
    if (!this.#isClosed) this.#parts.sink.health(this.exchange, 'DOWN', reason);
  }

  #settle(account: AccountKey, clientOrderId: string): void {
    this.#underWay.delete(orderKey(account, clientOrderId));
    this.#replica.settled(account, clientOrderId);
  }

  /** Until the exchange has heard of it, or it is wanted no more. */
  async #subscribe(id: InstrumentId): Promise<void> {
    while (this.#wanted.has(id) && !this.#isClosed) {
      try {
        return await this.#ask('watch', id);
      } catch {
        await this.#arrival();
      }
    }
  }

  /** One that gets lost costs reports that nobody needs. */
  async #unsubscribe(id: InstrumentId): Promise<void> {
    await this.#ask('unwatch', id).catch(() => undefined);
    if (this.#wanted.has(id)) await this.#subscribe(id);
  }

  /** The answer, once everything has been told that led to it. */
  async #ask<K extends FarCallName>(name: K, ...args: FarArguments<K>): Promise<FarResult<K>> {
    const { answer, frame } = await this.#parts.wire.ask(name, ...args);
    await this.#heardThrough(frame);
    return answer;
  }

  async #heardThrough(frame: number): Promise<void> {
    while (this.#nextFrame <= frame && !this.#isClosed) {
      if (!(await this.#arrival())) await this.#catchUp();
    }
  }

  /** False when nothing arrives in time. */
  #arrival(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#parts.patienceMs);
      this.#arrived.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  #hear(frame: FeedFrame): void {
    if (this.#isClosed || frame.number < this.#nextFrame) return;
    this.#early.set(frame.number, frame);
    const isMissed = !this.#early.has(this.#nextFrame);
    this.#next(this.#nextFrame);
    // A later report has come: what is missing before it is waited for as for an answer.
    if (isMissed) void this.#heardThrough(frame.number).catch(() => undefined);
  }

  /** Goes on at a report with those that wait. */
  #next(number: number): void {
    this.#nextFrame = number;
    for (const early of [...this.#early.keys()]) if (early < number) this.#early.delete(early);
    for (let frame = this.#early.get(this.#nextFrame); frame !== undefined; frame = this.#early.get(this.#nextFrame)) {
      this.#early.delete(this.#nextFrame);
      this.#nextFrame += 1;
      this.#tell(frame.batch.events, frame.batch);
    }
    this.#wake();
  }

  #wake(): void {
    for (const arrived of this.#arrived.splice(0)) arrived();
  }

  /** Reports got lost: what they said is asked for, and where the exchange has forgotten them, how things stand. */
  #catchUp(): Promise<void> {
    this.#resync ??= this.#askMissed().finally(() => {
      this.#resync = null;
    });
    return this.#resync;
  }

  async #askMissed(): Promise<void> {
    const { answer: picture } = await this.#parts.wire.ask('picture', this.#replica.sequence, this.#nextFrame);
    if (picture.frame < this.#nextFrame) return;
    if (picture.missed === null) {
      const changed = changedInstruments(this.instruments, picture.traits.instruments);
      this.#tell([...newsOf(picture), ...changed.map((instrument) => ({ type: 'instrument' as const, instrument }))], picture);
      this.#load(picture);
    }
    for (const { number, batch } of picture.missed ?? []) if (number >= this.#nextFrame) this.#tell(batch.events, batch);
    this.#next(picture.frame + 1);
  }

  #tell(events: readonly VenueEvent[], { sequence, timeMs }: { readonly sequence: number; readonly timeMs: number }): void {
    this.#replica.apply({ sequence, timeMs, events });
    for (const event of events) if (event.type === 'instrument') this.#instruments.set(event.instrument.id, event.instrument);
    void this.#parts.sink.batch({ exchange: this.exchange, sequence, timeMs, events });
  }

  #load(picture: FarPicture): void {
    this.#replica.load({ ...picture, lastPrices: new Map(picture.lastPrices) });
    for (const account of picture.accounts) this.#accounts.set(formatAccountKey(account), account);
  }

  /** As it was told: the answer itself may be older. */
  #known(order: Order): Order {
    const memory = this.#replica.recall(accountOfMarket(order.apiId, order.instrumentId), order.clientOrderId);
    return typeof memory === 'object' && memory.orderId === order.orderId ? memory : order;
  }
}

/** Of what may be asked again without harm. */
async function insist<T>(ask: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (attempts === 1) throw error;
    return insist(ask, attempts - 1);
  }
}

const orderKey = (account: AccountKey, clientOrderId: string): string => `${formatAccountKey(account)} ${clientOrderId}`;

/** Of a picture what the house has not heard; fills before the orders that they end. */
const newsOf = ({ fills, changed, moved, books }: FarPicture): readonly VenueEvent[] => [
  ...fills.map((fill) => ({ type: 'fill' as const, fill })),
  ...changed.map((order) => ({ type: 'order' as const, order })),
  ...moved.map((balance) => ({ type: 'balance' as const, balance })),
  ...books.map((book) => ({ type: 'book' as const, book })),
];
