import { type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { MatchingVenue } from '../../../core/contract/server-services.ts';
import type { Fill, Order, OrderIntent } from '../../../core/contract/trading.ts';
import type { VenueBatch, VenueEvent } from '../../../core/contract/venue.ts';
import { type AccountKey, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { VenueSnapshot } from '../../../core/replica/venue-replica.ts';

/** One report of the feed; numbers have no gaps. */
export interface FeedFrame {
  readonly number: number;
  readonly batch: VenueBatch;
}

/** Where an exchange stands, and after which frame. */
export interface FarSnapshot extends VenueSnapshot {
  readonly frame: number;
  readonly accounts: readonly AccountKey[];
}

const everyLevel = Number.MAX_SAFE_INTEGER;

/** An exchange elsewhere: it matches by the engine, and remembers only its newest reports. It is never closed with the venue that speaks for it. */
export class FarExchange {
  readonly matching: MatchingVenue;
  readonly #frames: FeedFrame[] = [];
  readonly #remembered: number;
  readonly #accounts = new Map<string, AccountKey>();
  readonly #fills = new Map<string, Fill[]>();
  /** Markets whose books and trades are reported; null: all. */
  #watched: Set<InstrumentId> | null = null;
  #listener: ((frame: FeedFrame) => void) | null = null;
  #number = 0;

  private constructor(matching: MatchingVenue, remembered: number) {
    this.matching = matching;
    this.#remembered = remembered;
  }

  /** `open` opens its engine, which reports into the given function. */
  static async open(open: (tell: (batch: VenueBatch) => void) => Promise<MatchingVenue>, remembered = 10_000): Promise<FarExchange> {
    const early: VenueBatch[] = [];
    let tell = (batch: VenueBatch): void => void early.push(batch);
    const exchange = new FarExchange(await open((batch) => tell(batch)), remembered);
    tell = (batch) => exchange.#report(batch);
    for (const batch of early) exchange.#report(batch);
    return exchange;
  }

  async openAccount(account: AccountKey): Promise<void> {
    await this.matching.openAccount(account);
    this.#accounts.set(formatAccountKey(account), account);
  }

  /** Takes nothing that arrives after `notAfterMs` of `performance.now()`: who has heard nothing by then can rely on it. */
  async submit(intent: OrderIntent, notAfterMs: number): Promise<Outcome<readonly Order[]>> {
    return performance.now() > notAfterMs ? refused('ORDER_TOO_LATE') : this.matching.submit(intent);
  }

  /** Every fill of an order, the oldest first, however long ago it was. */
  fillsOf(orderId: string): readonly Fill[] {
    return this.#fills.get(orderId) ?? [];
  }

  /** The number of the newest report: an answer carries it, so that its reader can wait for what led to it. */
  get newestFrame(): number {
    return this.#number;
  }

  /** Reports go to the newest listener alone. */
  listen(listener: ((frame: FeedFrame) => void) | null): void {
    this.#listener = listener;
  }

  /** From now on it reports books and trades only of markets that are watched. */
  reportOnDemand(): void {
    this.#watched = new Set();
  }

  /** The whole book comes first, as a report. */
  watch(id: InstrumentId): void {
    this.#watched?.add(id);
    const { sequence = 0, timeMs = 0 } = this.#frames.at(-1)?.batch ?? {};
    const book = this.matching.depth(id, everyLevel);
    if (book !== null) this.#report({ exchange: this.matching.exchange, sequence, timeMs, events: [{ type: 'book', book }] });
  }

  unwatch(id: InstrumentId): void {
    this.#watched?.delete(id);
  }

  /** Reports after a sequence, or null when they are forgotten. */
  since(sequence: number): readonly FeedFrame[] | null {
    const [oldest] = this.#frames;
    const knowsAll = oldest === undefined || oldest.number === 1 || oldest.batch.sequence <= sequence;
    return knowsAll ? this.#frames.filter(({ batch }) => batch.sequence > sequence) : null;
  }

  snapshot(): FarSnapshot {
    const { matching } = this;
    const accounts = [...this.#accounts.values()];
    const ids = matching.instruments.map(({ id }) => id).filter((id) => this.#watched?.has(id) !== false);
    return {
      frame: this.#number,
      sequence: this.#frames.at(-1)?.batch.sequence ?? 0,
      timeMs: this.#frames.at(-1)?.batch.timeMs ?? 0,
      accounts,
      orders: accounts.flatMap((account) => matching.openOrders(account)),
      balances: accounts.flatMap((account) => matching.balances(account)),
      books: ids.flatMap((id) => matching.depth(id, everyLevel) ?? []),
      lastPrices: new Map(ids.flatMap((id) => (matching.lastPrice(id) === null ? [] : [[id, matching.lastPrice(id) as string] as const]))),
    };
  }

  #report(batch: VenueBatch): void {
    const events = batch.events.filter((event) => this.#isReported(event));
    const frame = { number: ++this.#number, batch: { ...batch, events } };
    this.#frames.push(frame);
    for (const event of batch.events) {
      if (event.type === 'fill') this.#fills.set(event.fill.orderId, [...this.fillsOf(event.fill.orderId), event.fill]);
    }
    if (this.#frames.length > this.#remembered) this.#frames.shift();
    this.#listener?.(frame);
  }
  #isReported(event: VenueEvent): boolean {
    if (event.type === 'level') return this.#watched?.has(event.instrumentId) !== false;
    return event.type !== 'trade' || this.#watched?.has(event.trade.instrumentId) !== false;
  }
}
