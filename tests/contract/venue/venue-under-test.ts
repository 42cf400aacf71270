import type { Fill, LedgerRecord, Order, OrderIntent } from '../../../core/contract/trading.ts';
import type { Venue, VenueBatch, VenueEvent } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';

/** A venue that runs for one card. */
export interface OpenedVenue {
  readonly venue: Venue;
  /** Everything it reported since it was opened, in order. */
  readonly batches: readonly VenueBatch[];
  /**
   * Closes the venue and opens it again over the same data. What it reported after sequence `projectedThrough` must be
   * reported again. Absent for venues that keep nothing.
   */
  readonly reopen?: (projectedThrough: number) => Promise<OpenedVenue>;
  /** Until it is opened again, what the venue is asked may happen or not, and it cannot learn which: a disk or network fails. */
  readonly loseAnswers?: () => void;
  close(): Promise<void>;
}

/** Opens a fresh, quiet venue: empty books, no agents. Tick and lot of its first instrument divide 0.1; its band is at least 20 %. */
export type OpenVenue = () => Promise<OpenedVenue>;

const baseFunds = '1000';
const quoteFunds = '1000000';

/** One card's venue with the words that cards use. Prices and quantities are given as numbers of at most one decimal. */
export class VenueUnderTest {
  opened: OpenedVenue;
  readonly instrument: Instrument;
  #accounts = 0;
  #ids = 0;

  constructor(opened: OpenedVenue) {
    this.opened = opened;
    this.instrument = opened.venue.instruments[0] as Instrument;
  }

  get venue(): Venue {
    return this.opened.venue;
  }

  /** A new account with money in both assets. */
  async account(): Promise<number> {
    const apiId = ++this.#accounts;
    await this.venue.openAccount(spotAccount(apiId));
    const { base, quote } = this.instrument;
    await this.venue.deposit(spotAccount(apiId), base, baseFunds, `start-${apiId}-${base}`);
    await this.venue.deposit(spotAccount(apiId), quote, quoteFunds, `start-${apiId}-${quote}`);
    return apiId;
  }

  intent(apiId: number, terms: Omit<OrderIntent, 'apiId' | 'instrumentId'>): OrderIntent {
    return { apiId, instrumentId: this.instrument.id, clientOrderId: `card-${++this.#ids}`, ...terms };
  }

  limit(apiId: number, side: 'BUY' | 'SELL', qty: number, price: number, more: Partial<OrderIntent> = {}): Promise<Order> {
    return this.place(this.intent(apiId, { side, type: 'LIMIT', qty: String(qty), price: String(price), ...more }));
  }

  market(apiId: number, side: 'BUY' | 'SELL', qty: number): Promise<Order> {
    return this.place(this.intent(apiId, { side, type: 'MARKET', qty: String(qty) }));
  }

  async place(intent: OrderIntent): Promise<Order> {
    return (await this.placeAll(intent))[0] as Order;
  }

  async placeAll(intent: OrderIntent): Promise<readonly Order[]> {
    const outcome = await this.venue.submit(intent);
    if (!outcome.ok) throw outcome.error;
    return outcome.value;
  }

  async cancel(order: Order): Promise<Order> {
    const { apiId, instrumentId, orderId } = order;
    const outcome = await this.venue.cancel({ apiId, instrumentId, orderId });
    if (!outcome.ok) throw outcome.error;
    return outcome.value;
  }

  /** A trade at the price between two accounts of its own, to give the market a last price. */
  async tradeAt(price: number): Promise<void> {
    const [buyer, seller] = [await this.account(), await this.account()];
    await this.limit(seller, 'SELL', 1, price);
    await this.limit(buyer, 'BUY', 1, price);
  }

  events<T extends VenueEvent['type']>(type: T): readonly Extract<VenueEvent, { type: T }>[] {
    return this.opened.batches.flatMap(({ events }) =>
      events.filter((event): event is Extract<VenueEvent, { type: T }> => event.type === type),
    );
  }

  /** Last reported state of an order. */
  latest(order: Pick<Order, 'orderId'>): Order {
    const states = this.events('order').filter((event) => event.order.orderId === order.orderId);
    return (states.at(-1) as { order: Order }).order;
  }

  fills(order: Order): readonly Fill[] {
    return this.events('fill')
      .map(({ fill }) => fill)
      .filter(({ orderId }) => orderId === order.orderId);
  }

  entries(): readonly LedgerRecord[] {
    return this.events('ledger').map(({ entry }) => entry);
  }

  /** [total, held] of an asset. */
  balance(apiId: number, asset: string): readonly [string, string] {
    const balance = this.venue.balances(spotAccount(apiId)).find((one) => one.asset === asset);
    return [balance?.total ?? '0', balance?.held ?? '0'];
  }

  async reopen(projectedThrough: number): Promise<void> {
    if (this.opened.reopen === undefined) throw new Error('this venue cannot be reopened');
    this.opened = await this.opened.reopen(projectedThrough);
  }
}

/** Registers one numbered card; the venue is fresh and closed afterwards. */
export type Card = (title: string, run: (test: VenueUnderTest) => Promise<void>) => void;
