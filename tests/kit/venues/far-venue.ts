import { accepted, type Outcome } from '../../../core/contract/app-error.ts';
import type { ApiId, Order, OrderChange, OrderIntent } from '../../../core/contract/trading.ts';
import type { OrderMemory, Venue, VenueCapabilities, VenueEvent, VenueSink } from '../../../core/contract/venue.ts';
import { type AccountKey, accountOfMarket, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { Asset, Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { VenueReplica } from '../../../core/replica/venue-replica.ts';
import type { FarExchange, FarSnapshot, FeedFrame } from './far-exchange.ts';
import type { FarLine } from './far-line.ts';

export interface FarVenueParts {
  readonly far: FarExchange;
  readonly line: FarLine;
  readonly sink: VenueSink;
  readonly projectedThrough: number;
  /** How long it waits for a report that is missing. */
  readonly patienceMs: number;
  /** How long the exchange takes an order after it has been sent. */
  readonly validMs: number;
}

type CancelTarget = Parameters<Venue['cancel']>[0];
type CancelScope = Parameters<Venue['cancelAll']>[0];

/** The venue of an exchange elsewhere, as an adapter of a real one is built: requests over a line, a feed put in order, a replica for the reads. */
export class FarVenue implements Venue {
  readonly exchange: string;
  readonly title: string;
  readonly durability = 'reconciled';
  readonly capabilities: VenueCapabilities;
  readonly assets: readonly Asset[];
  readonly instruments: readonly Instrument[];
  readonly demand = {
    watch: (id: InstrumentId): void => {
      this.#wanted.add(id);
      void this.#subscribe(id);
    },
    unwatch: (id: InstrumentId): void => {
      this.#wanted.delete(id);
      void this.#unsubscribe(id);
    },
  };
  readonly #parts: FarVenueParts;
  readonly #replica = new VenueReplica();
  readonly #accounts = new Map<string, AccountKey>();
  /** Reports that came before others. */
  readonly #early = new Map<number, FeedFrame>();
  /** Orders whose answer is open, by account and id: until when the exchange may still take them. */
  readonly #underWay = new Map<string, number>();
  /** Fills told of orders that are open. */
  readonly #toldFills = new Map<string, number>();
  readonly #wanted = new Set<InstrumentId>();
  #nextFrame = 1;
  #arrived: (() => void)[] = [];
  #resync: Promise<void> | null = null;
  #isClosed = false;

  private constructor(parts: FarVenueParts) {
    const { exchange, title, capabilities, assets, instruments } = parts.far.matching;
    const { referencePrices: _, ...ownPrices } = capabilities;
    this.#parts = parts;
    this.exchange = exchange;
    this.title = title;
    this.capabilities = ownPrices;
    this.assets = assets;
    this.instruments = instruments;
  }

  /** Tells the house what it has not stored: report by report where the exchange remembers them, as one picture where it does not. */
  static async open(parts: FarVenueParts): Promise<FarVenue> {
    const { far, line, projectedThrough } = parts;
    const venue = new FarVenue(parts);
    far.listen((frame) => void line.report(() => venue.#hear(frame)));
    const [snapshot, missed] = await line.ask(async () => [far.snapshot(), far.since(projectedThrough)] as const);
    venue.#load(snapshot);
    if (missed === null) venue.#tell(pictureOf(snapshot), snapshot);
    for (const { batch } of missed ?? []) void parts.sink.batch(batch);
    venue.#next(snapshot.frame + 1);
    return venue;
  }

  async openAccount(account: AccountKey): Promise<void> {
    await this.#ask((far) => far.openAccount(account));
    this.#accounts.set(formatAccountKey(account), account);
  }

  accounts(apiId: ApiId): readonly AccountKey[] {
    return [...this.#accounts.values()].filter((account) => account.apiId === apiId);
  }

  async submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const key = orderKey(accountOfMarket(intent.apiId, intent.instrumentId), intent.clientOrderId ?? '');
    const notAfterMs = performance.now() + this.#parts.validMs;
    this.#underWay.set(key, notAfterMs);
    const outcome = await this.#ask((far) => far.submit(intent, notAfterMs));
    this.#underWay.delete(key);
    return outcome.ok ? accepted(outcome.value.map((order) => this.#known(order))) : outcome;
  }

  recall(account: AccountKey, clientOrderId: string): OrderMemory {
    return this.#replica.recall(account, clientOrderId);
  }

  async find(account: AccountKey, clientOrderId: string): Promise<OrderMemory> {
    const key = orderKey(account, clientOrderId);
    const mayStillCome = performance.now() <= (this.#underWay.get(key) ?? 0);
    const memory = await this.#ask(async (far) => far.matching.recall(account, clientOrderId));
    if (memory === 'FRESH' && mayStillCome) return 'UNSURE';
    this.#underWay.delete(key);
    return memory;
  }

  amend(change: OrderChange): Promise<Outcome<Order>> {
    return this.#ask((far) => far.matching.amend(change));
  }

  cancel(target: CancelTarget): Promise<Outcome<Order>> {
    return this.#ask((far) => far.matching.cancel(target));
  }

  cancelAll(scope: CancelScope): Promise<Outcome<readonly Order[]>> {
    return this.#ask((far) => far.matching.cancelAll(scope));
  }

  deposit(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#ask((far) => far.matching.deposit(account, asset, amount, reference));
  }

  openOrders = (account: AccountKey) => this.#replica.openOrders(account);
  balances = (account: AccountKey) => this.#replica.balances(account);
  available = (account: AccountKey, asset: string) => this.#replica.available(account, asset);
  depth = (id: InstrumentId, levels: number) => this.#replica.depth(id, levels);
  lastPrice = (id: InstrumentId) => this.#replica.lastPrice(id);

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#parts.far.listen(null);
    this.#wake();
    await this.#resync?.catch(() => undefined);
  }

  /** Until the exchange has heard of it, or it is wanted no more. */
  async #subscribe(id: InstrumentId): Promise<void> {
    while (this.#wanted.has(id) && !this.#isClosed) {
      try {
        return await this.#ask(async (far) => far.watch(id));
      } catch {
        await this.#arrival();
      }
    }
  }

  /** One that gets lost costs reports that nobody needs. */
  async #unsubscribe(id: InstrumentId): Promise<void> {
    await this.#ask(async (far) => far.unwatch(id)).catch(() => undefined);
    if (this.#wanted.has(id)) await this.#subscribe(id);
  }

  /** The answer, once everything has been told that led to it. */
  async #ask<T>(request: (far: FarExchange) => Promise<T>): Promise<T> {
    const { far, line } = this.#parts;
    const { answer, frame } = await line.ask(async () => ({ answer: await request(far), frame: far.newestFrame }));
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
    const { far, line } = this.#parts;
    const { snapshot, missed, ended } = await line.ask(async () => ({
      snapshot: far.snapshot(),
      missed: far.since(this.#replica.sequence),
      ended: this.#replica.allOpen().map((order) => ({ order, now: recalled(far, order), fills: far.fillsOf(order.orderId) })),
    }));
    if (snapshot.frame < this.#nextFrame) return;
    if (missed === null) {
      const fills = [...ended, ...snapshot.orders.map((order) => ({ order, now: order, fills: far.fillsOf(order.orderId) }))]
        .flatMap((one) => one.fills.slice(this.#toldFills.get(one.order.orderId) ?? 0))
        .filter((fill, at, all) => all.findIndex(({ tradeId, orderId }) => tradeId === fill.tradeId && orderId === fill.orderId) === at);
      const orders = ended.flatMap(({ now }) => (now === null ? [] : [{ type: 'order' as const, order: now }]));
      this.#tell([...fills.map((fill) => ({ type: 'fill' as const, fill })), ...orders, ...pictureOf(snapshot)], snapshot);
      this.#load(snapshot);
    }
    for (const { number, batch } of missed ?? []) if (number >= this.#nextFrame) this.#tell(batch.events, batch);
    this.#next(snapshot.frame + 1);
  }

  #tell(events: readonly VenueEvent[], { sequence, timeMs }: { readonly sequence: number; readonly timeMs: number }): void {
    this.#replica.apply({ sequence, timeMs, events });
    for (const event of events) {
      if (event.type === 'fill') this.#toldFills.set(event.fill.orderId, (this.#toldFills.get(event.fill.orderId) ?? 0) + 1);
    }
    void this.#parts.sink.batch({ exchange: this.exchange, sequence, timeMs, events });
  }

  #load(snapshot: FarSnapshot): void {
    this.#replica.load(snapshot);
    for (const account of snapshot.accounts) this.#accounts.set(formatAccountKey(account), account);
  }

  /** As it was told: the answer itself may be older. */
  #known(order: Order): Order {
    const memory = this.#replica.recall(accountOfMarket(order.apiId, order.instrumentId), order.clientOrderId);
    return typeof memory === 'object' && memory.orderId === order.orderId ? memory : order;
  }
}

const orderKey = (account: AccountKey, clientOrderId: string): string => `${formatAccountKey(account)} ${clientOrderId}`;

function recalled(far: FarExchange, { apiId, instrumentId, clientOrderId }: Order): Order | null {
  const memory = far.matching.recall(accountOfMarket(apiId, instrumentId), clientOrderId);
  return typeof memory === 'object' ? memory : null;
}

const pictureOf = ({ orders, balances, books }: FarSnapshot): readonly VenueEvent[] => [
  ...orders.map((order) => ({ type: 'order' as const, order })),
  ...balances.map((balance) => ({ type: 'balance' as const, balance })),
  ...books.map((book) => ({ type: 'book' as const, book })),
];
