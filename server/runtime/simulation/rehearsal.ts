import type { ApiId, Balance, Fill, Order } from '../../../core/contract/trading.ts';
import type { Venue, VenueEvent } from '../../../core/contract/venue.ts';
import type { PairPlace } from '../../../core/simulation/orders/order-pairs.ts';
import type { RestingOrder } from '../../../core/simulation/orders/own-orders.ts';
import type { ArmedLegs } from '../../../core/simulation/orders/pair-terms.ts';
import type { PrintTaker } from '../../../core/simulation/orders/print-takers.ts';
import type { WaitingPlace } from '../../../core/simulation/orders/waiting-orders.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import type { RehearsalFeed } from './rehearsal-feed.ts';
import { SimulatedVenue } from './simulated-venue.ts';

/** Money of the instance as it was copied at its start, or as it stands. `accountType` is absent for spot. */
export type SavedBalance = Pick<Balance, 'exchange' | 'apiId' | 'asset' | 'total' | 'held'> & Partial<Pick<Balance, 'accountType'>>;

/** Everything that a rehearsal needs to go on after a restart; plain JSON, saved with the instance's step. */
export interface SavedRehearsal {
  /** Numbers given out so far, to orders, fills and ledger entries. */
  readonly lastNumber: number;
  /** Those that are no longer what they were at the start. */
  readonly balances: readonly SavedBalance[];
  /** Places in the queues, of orders that are among `known`. */
  readonly resting: readonly Omit<RestingOrder, 'order'>[];
  /** Orders that wait for the next prints, among `known`; absent in what was saved before they could be rehearsed. */
  readonly taking?: readonly Omit<PrintTaker, 'order'>[];
  /** Orders that wait for their triggers, among `known`; absent in what was saved before they could be rehearsed. */
  readonly waiting?: readonly WaitingPlace[];
  /** Which of `known` are pairs and brackets; absent in what was saved before they could be rehearsed. */
  readonly pairs?: readonly PairPlace[];
  /** Orders whose end the instance may not know yet, with their fills. */
  readonly known: readonly KnownOrder[];
}

interface KnownOrder {
  readonly order: Order;
  readonly fills: readonly Fill[];
}

/** Who hears of the orders of a rehearsal. */
interface RehearsalListener {
  order(order: Order): void;
  fill(clientOrderId: string, fill: Fill): void;
}

interface RehearsalParts {
  readonly venue: (exchange: string) => Venue | null;
  readonly markets: Pick<StrategyMarkets, 'bookNow'>;
  readonly feed: RehearsalFeed;
  readonly nowMs: () => number;
}

/** What an instance begins with: what its accounts hold now, nothing of it tied to orders. */
export const holdingsOf = (balances: readonly Balance[]): readonly SavedBalance[] =>
  balances.map((balance) => savedBalance({ ...balance, held: '0' }));

const savedBalance = ({ exchange, apiId, accountType, asset, total, held }: Balance): SavedBalance => ({
  exchange,
  apiId,
  ...(accountType === 'spot' ? {} : { accountType }),
  asset,
  total,
  held,
});

/** What is saved of an order's place: the order itself is among those that are known. */
const placeOf = <T extends { readonly order: Order }>({ order: _, ...place }: T): Omit<T, 'order'> => place;

/** Nothing has happened yet. */
export const newRehearsal: SavedRehearsal = { lastNumber: 0, balances: [], resting: [], known: [] };

/**
 * The exchanges of one instance whose orders nobody else sees: real markets, live, with orders and balances of its own. Facts come
 * to the listener as they happen; what `save` gives, together with what the instance was told, loses and doubles nothing.
 */
export class Rehearsal {
  readonly #parts: RehearsalParts;
  readonly #venues = new Map<string, SimulatedVenue>();
  /** By client order id. */
  readonly #known = new Map<string, { order: Order; readonly fills: Fill[] }>();
  /** Client order ids by order id, of known orders. */
  readonly #ids = new Map<string, string>();
  /** Of the earlier life: where exchanges take up from when they are first asked for. */
  readonly #saved: SavedRehearsal;
  readonly #holdings: readonly SavedBalance[];
  readonly #apiIds: readonly ApiId[];
  /** Balances that are still what they were at the start. */
  readonly #untouched = new Set<Balance>();
  readonly #stops: (() => void)[] = [];
  #lastNumber: number;
  #listener: RehearsalListener | null = null;
  #listed: readonly Balance[] | null = null;

  /** `holdings`: what it began with, from {@link holdingsOf}. */
  constructor(saved: SavedRehearsal, holdings: readonly SavedBalance[], parts: RehearsalParts) {
    this.#parts = parts;
    this.#lastNumber = saved.lastNumber;
    this.#saved = saved;
    this.#holdings = holdings;
    const balances = [...holdings, ...saved.balances];
    this.#apiIds = [...new Set(balances.map(({ apiId }) => apiId))];
    for (const { order, fills } of saved.known) {
      this.#known.set(order.clientOrderId, { order, fills: [...fills] });
      this.#ids.set(order.orderId, order.clientOrderId);
    }
    for (const exchange of new Set(balances.map((balance) => balance.exchange))) this.venue(exchange);
  }

  /** The one that hears of orders, until the returned function is called. */
  follow(listener: RehearsalListener): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = null;
    };
  }

  /** Null for an exchange that the house does not have (now). */
  venue(exchange: string): SimulatedVenue | null {
    const known = this.#venues.get(exchange);
    if (known !== undefined) return known;
    const { venue, markets, nowMs, feed } = this.#parts;
    const real = venue(exchange);
    if (real === null) return null;
    const created: SimulatedVenue = new SimulatedVenue({
      real: () => venue(exchange) ?? real,
      markets,
      nowMs,
      newId: () => String(++this.#lastNumber),
      known: (clientOrderId) => this.find(clientOrderId)?.order ?? null,
      tell: (events) => this.#hear(events),
      onOpened: (id) => this.#stops.push(feed.listen(id, created)),
    });
    this.#venues.set(exchange, created);
    this.#listed = null;
    for (const balance of this.#holdings) if (balance.exchange === exchange) created.takeUpBalance(balance);
    for (const balance of this.#balancesAt(created)) this.#untouched.add(balance);
    for (const balance of this.#saved.balances) if (balance.exchange === exchange) created.takeUpBalance(balance);
    created.takeUp(this.#placesAt(this.#saved.resting, exchange), this.#placesAt(this.#saved.taking ?? [], exchange));
    for (const { order, ...place } of this.#placesAt(this.#saved.waiting ?? [], exchange)) created.takeUpWaiting(order, place);
    for (const legs of this.#pairsAt(exchange)) created.takeUpPair(legs);
    return created;
  }

  find(clientOrderId: string): KnownOrder | null {
    return this.#known.get(clientOrderId) ?? null;
  }

  openOrders(apiIds: readonly ApiId[]): readonly Order[] {
    return [...this.#venues.values()].flatMap((venue) =>
      apiIds.flatMap((apiId) => venue.accounts(apiId).flatMap((account) => venue.openOrders(account))),
    );
  }

  balances(apiIds: readonly ApiId[]): readonly Balance[] {
    return [...this.#venues.values()].flatMap((venue) =>
      apiIds.flatMap((apiId) => venue.accounts(apiId).flatMap((account) => venue.balances(account))),
    );
  }

  /** All balances of the instance; the same array until something changes. */
  get holdings(): readonly Balance[] {
    this.#listed ??= this.balances(this.#apiIds);
    return this.#listed;
  }

  /** `working`: orders whose end the instance does not know; what became of the others is forgotten. */
  save(working: ReadonlySet<string>): SavedRehearsal {
    for (const [clientOrderId, { order }] of this.#known) {
      if (working.has(clientOrderId)) continue;
      this.#known.delete(clientOrderId);
      this.#ids.delete(order.orderId);
    }
    const venues = [...this.#venues.values()];
    // What belongs to an exchange that is away stays as it was.
    const awayBalances = this.#saved.balances.filter(({ exchange }) => !this.#venues.has(exchange));
    const isAway = (orderId: string): boolean => {
      const order = this.#orderOf(orderId);
      return order !== null && !this.#venues.has(order.exchange);
    };
    const { resting, taking = [], waiting = [], pairs = [] } = this.#saved;
    return {
      lastNumber: this.#lastNumber,
      balances: [...awayBalances, ...venues.flatMap((venue) => this.#touchedAt(venue))],
      resting: [...resting.filter(({ orderId }) => isAway(orderId)), ...venues.flatMap((venue) => venue.resting.map(placeOf))],
      taking: [...taking.filter(({ orderId }) => isAway(orderId)), ...venues.flatMap((venue) => venue.taking.map(placeOf))],
      waiting: [...waiting.filter(({ orderId }) => isAway(orderId)), ...venues.flatMap((venue) => venue.waiting)],
      pairs: [...pairs.filter(({ takeProfitId }) => isAway(takeProfitId)), ...venues.flatMap((venue) => venue.pairs)],
      known: [...this.#known.values()],
    };
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#listener = null;
  }

  /** Places of the earlier life with their orders. */
  #placesAt<T extends { readonly orderId: string }>(places: readonly T[], exchange: string): readonly (T & { readonly order: Order })[] {
    return places.flatMap((place) => {
      const order = this.#orderOf(place.orderId);
      return order?.exchange === exchange ? [{ ...place, order }] : [];
    });
  }

  #orderOf(orderId: string): Order | null {
    return this.#known.get(this.#ids.get(orderId) ?? '')?.order ?? null;
  }

  #pairsAt(exchange: string): readonly ArmedLegs[] {
    return (this.#saved.pairs ?? []).flatMap(({ takeProfitId, stopLossId, entryId, armedLots }) => {
      const [takeProfit, stopLoss] = [this.#orderOf(takeProfitId), this.#orderOf(stopLossId)];
      if (takeProfit?.exchange !== exchange || stopLoss === null) return [];
      return [{ takeProfit, stopLoss, entry: this.#orderOf(entryId ?? ''), armedLots }];
    });
  }

  #balancesAt(venue: SimulatedVenue): readonly Balance[] {
    return this.#apiIds.flatMap((apiId) => venue.accounts(apiId).flatMap((account) => venue.balances(account)));
  }

  #touchedAt(venue: SimulatedVenue): readonly SavedBalance[] {
    const touched = this.#balancesAt(venue).filter((balance) => !this.#untouched.has(balance));
    return touched.map(savedBalance);
  }

  #hear(events: readonly VenueEvent[]): void {
    this.#listed = null;
    for (const event of events) {
      if (event.type === 'order') this.#remember(event.order);
      if (event.type !== 'fill') continue;
      const clientOrderId = this.#ids.get(event.fill.orderId) ?? '';
      this.#known.get(clientOrderId)?.fills.push(event.fill);
      this.#listener?.fill(clientOrderId, event.fill);
    }
  }

  #remember(order: Order): void {
    const { clientOrderId, orderId } = order;
    const known = this.#known.get(clientOrderId);
    if (known === undefined) this.#known.set(clientOrderId, { order, fills: [] });
    else known.order = order;
    this.#ids.set(orderId, clientOrderId);
    this.#listener?.order(order);
  }
}
