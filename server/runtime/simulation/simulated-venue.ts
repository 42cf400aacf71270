import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { DepthSnapshot } from '../../../core/contract/market.ts';
import type { ApiId, Balance, Order, OrderChange, OrderIntent } from '../../../core/contract/trading.ts';
import type { OrderMemory, Venue, VenueCapabilities, VenueEvent } from '../../../core/contract/venue.ts';
import { type AccountKey, accountKeyOf, accountOfMarket, isSameAccount } from '../../../core/domain/accounts/account-key.ts';
import type { AccountFees } from '../../../core/domain/accounts/fee-schedule.ts';
import type { AccountType, Asset, Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { InstrumentSteps } from '../../../core/domain/markets/market-terms.ts';
import type { WatchedPrice } from '../../../core/domain/orders/order.ts';
import { AccountLedger } from '../../../core/simulation/clearing/account-ledger.ts';
import { accountRates } from '../../../core/simulation/clearing/fee-rate.ts';
import { liveGrid } from '../../../core/simulation/live-grid.ts';
import type { PairPlace } from '../../../core/simulation/orders/order-pairs.ts';
import type { RestingOrder } from '../../../core/simulation/orders/own-orders.ts';
import type { ArmedLegs } from '../../../core/simulation/orders/pair-terms.ts';
import { canceledIn, type Placed } from '../../../core/simulation/orders/placed.ts';
import type { PrintTaker } from '../../../core/simulation/orders/print-takers.ts';
import type { WaitingPlace } from '../../../core/simulation/orders/waiting-orders.ts';
import type { RecordedEvent } from '../../../core/simulation/recordings/recorded-event.ts';
import { SimulatedMarket } from '../../../core/simulation/simulated-market.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import type { SavedBalance } from './rehearsal.ts';

interface SimulatedVenueParts {
  /** The exchange whose markets are played, as it is open now. */
  readonly real: () => Venue;
  readonly markets: Pick<StrategyMarkets, 'bookNow'>;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** An order by the id that its sender gave it, or null. */
  readonly known: (clientOrderId: string) => Order | null;
  /** Hears what happens to the orders, before the call that made it happen returns. */
  readonly tell: (events: readonly VenueEvent[]) => void;
  /** The instance's own market has been opened: its events are wanted from now on. */
  readonly onOpened: (id: InstrumentId) => void;
}

/**
 * A real exchange as one instance meets it without being seen: its markets and rules, with the instance's own orders and balances.
 * Whatever the exchange could not do cannot be done here either.
 */
export class SimulatedVenue implements Venue {
  readonly exchange: string;
  readonly title: string;
  readonly capabilities: VenueCapabilities;
  readonly assets: readonly Asset[];
  readonly durability = 'ephemeral';
  /** One for each type of account: what belongs to one never pays for another. */
  readonly #ledgers: ReadonlyMap<AccountType, AccountLedger>;
  readonly #parts: SimulatedVenueParts;
  readonly #open = new Map<InstrumentId, SimulatedMarket>();

  constructor(parts: SimulatedVenueParts) {
    const { newId } = parts;
    const real = parts.real();
    const { exchange } = real;
    this.#parts = parts;
    this.exchange = exchange;
    this.title = real.title;
    this.assets = real.assets;
    this.capabilities = { ...real.capabilities, deposit: false, withdrawal: false, transfer: false, lending: false };
    const { accountTypes } = real.capabilities;
    const scale = scaleOf(real);
    this.#ledgers = new Map(accountTypes.map((accountType) => [accountType, new AccountLedger(exchange, scale, newId, { accountType })]));
  }

  get instruments(): readonly Instrument[] {
    return this.#parts.real().instruments;
  }

  countsIn(id: InstrumentId): InstrumentSteps | null {
    return this.#parts.real().countsIn?.(id) ?? null;
  }

  async openAccount({ apiId, accountType }: AccountKey): Promise<void> {
    this.#ledgerOf(accountType).open(apiId);
  }

  accounts(apiId: ApiId): readonly AccountKey[] {
    return [...this.#ledgers].flatMap(([accountType, ledger]) => {
      const key = ledger.isOpen(apiId) ? accountKeyOf(apiId, accountType) : null;
      return key === null ? [] : [key];
    });
  }

  /** Those that the account pays at the real exchange: its level, and what it is let off, count here as well. */
  fees(account: AccountKey, id: InstrumentId): AccountFees | null {
    return this.#parts.real().fees?.(account, id) ?? null;
  }

  async submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>> {
    const market = this.#market(intent.instrumentId);
    if (market === null) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: intent.instrumentId });
    const placed = market.place(intent);
    return placed.ok ? accepted([this.#told(placed.value), ...placed.value.legs]) : placed;
  }

  recall(_account: AccountKey, clientOrderId: string): OrderMemory {
    return this.#parts.known(clientOrderId) ?? 'FRESH';
  }

  async amend({ apiId, instrumentId, orderId, price, qty, triggerPrice }: OrderChange): Promise<Outcome<Order>> {
    const market = this.#owned(apiId, instrumentId, orderId);
    if (market === null) return refused('ORDER_UNKNOWN', { orderId });
    const change = {
      ...(price === undefined ? {} : { price }),
      ...(qty === undefined ? {} : { qty }),
      ...(triggerPrice === undefined ? {} : { triggerPrice }),
    };
    const amended = market.amend(orderId, change);
    return amended.ok ? accepted(this.#told(amended.value)) : amended;
  }

  async cancel(target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string }): Promise<Outcome<Order>> {
    const canceled = this.#owned(target.apiId, target.instrumentId, target.orderId)?.cancel(target.orderId) ?? null;
    return canceled === null ? refused('ORDER_UNKNOWN', { orderId: target.orderId }) : accepted(this.#told(canceled));
  }

  async cancelAll(scope: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): Promise<Outcome<readonly Order[]>> {
    // The oldest first: with an entry go its legs.
    const mine = this.openOrders(scope.account)
      .filter(({ instrumentId }) => instrumentId === (scope.instrumentId ?? instrumentId))
      .sort((a, b) => Number(a.orderId) - Number(b.orderId));
    const canceled: Order[] = [];
    for (const { instrumentId, orderId } of mine) {
      const placed = this.#market(instrumentId)?.cancel(orderId) ?? null;
      if (placed === null) continue;
      this.#parts.tell(placed.events);
      canceled.push(...canceledIn(placed.events));
    }
    return accepted(canceled);
  }

  async deposit(_account: AccountKey, asset: string): Promise<Outcome<void>> {
    return refused('ORDER_NOT_SUPPORTED', { field: 'asset', value: asset });
  }

  /** What happened in the real market, at the runtime's time. A market in which the instance has not traded takes no notice. */
  play(id: InstrumentId, event: RecordedEvent): void {
    const events = this.#open.get(id)?.play(event);
    if (events !== undefined && events.length > 0) this.#parts.tell(events);
  }

  /** Other terms of a market: what the instance sends from here on, and what fills, is held to them. */
  relist(instrument: Instrument): void {
    this.#open.get(instrument.id)?.relist(instrument);
  }

  /** The index of the pair moves: orders that wait for it may fire. */
  async tellReferencePrice(id: InstrumentId, watched: WatchedPrice, price: string): Promise<Outcome<void>> {
    const market = this.#market(id);
    if (market === null) return refused('MARKET_UNKNOWN_INSTRUMENT', { instrument: id });
    if (watched !== 'INDEX') return refused('ORDER_NOT_SUPPORTED', { field: 'watchedPrice', value: watched });
    this.#parts.tell(market.tellIndex(price));
    return accepted(undefined);
  }

  waitsFor(id: InstrumentId, watched: WatchedPrice): boolean {
    return watched === 'INDEX' && this.#open.get(id)?.waiting.watchesIndex === true;
  }

  /** The real exchange is open again: what happened meanwhile is in its book. */
  catchUp(): void {
    for (const instrument of this.instruments) this.relist(instrument);
    for (const id of this.#open.keys()) {
      const book = this.#bookOf(id);
      if (book !== null) this.play(id, book);
    }
  }

  /** Orders in the books, for {@link takeUp} in another life. */
  get resting(): readonly Readonly<RestingOrder>[] {
    return [...this.#open.values()].flatMap((market) => market.resting);
  }

  /** Orders that wait for the next prints, where the exchange shows no book. */
  get taking(): readonly Readonly<PrintTaker>[] {
    return [...this.#open.values()].flatMap((market) => market.taking);
  }

  /** Orders that were in the books before a restart, or waited for prints; the balances say what is held for them. */
  takeUp(resting: readonly Readonly<RestingOrder>[], taking: readonly Readonly<PrintTaker>[]): void {
    for (const one of resting) this.#market(one.order.instrumentId)?.takeUp([one]);
    for (const one of taking) this.#market(one.order.instrumentId)?.takeUp([], [one]);
  }

  /** Orders that wait for their triggers, for {@link takeUpWaiting} in another life. */
  get waiting(): readonly WaitingPlace[] {
    return [...this.#open.values()].flatMap((market) => market.waiting.places);
  }

  takeUpWaiting(order: Order, place: WaitingPlace): void {
    this.#market(order.instrumentId)?.waiting.takeUp(order, place);
  }

  /** Pairs and brackets, for {@link takeUpPair} in another life. */
  get pairs(): readonly PairPlace[] {
    return [...this.#open.values()].flatMap((market) => market.pairs.places);
  }

  /** After the orders in the books and those that wait. */
  takeUpPair(legs: ArmedLegs): void {
    this.#market(legs.takeProfit.instrumentId)?.pairs.takeUp(legs);
  }

  openOrders(account: AccountKey): readonly Order[] {
    const orders = [...this.#open.values()].flatMap((market) => market.openOrders());
    return orders.filter(({ apiId, instrumentId }) => isSameAccount(accountOfMarket(apiId, instrumentId), account));
  }

  balances({ apiId, accountType }: AccountKey): readonly Balance[] {
    return this.#ledgers.get(accountType)?.balances(apiId) ?? [];
  }

  available({ apiId, accountType }: AccountKey, asset: string): string {
    const ledger = this.#ledgers.get(accountType);
    return ledger === undefined ? '0' : ledger.text(ledger.available(apiId, asset));
  }

  /** Takes up a balance of the real exchange or of an earlier life. Throws RangeError when it is finer than the exchange counts. */
  takeUpBalance({ accountType = 'spot', ...balance }: SavedBalance): void {
    this.#ledgerOf(accountType).takeUp(balance);
  }

  depth(id: InstrumentId, levels: number): DepthSnapshot | null {
    return this.#open.get(id)?.depth(levels) ?? this.#parts.markets.bookNow(id, levels);
  }

  lastPrice(id: InstrumentId): string | null {
    return this.#parts.real().lastPrice(id);
  }

  async close(): Promise<void> {
    this.#open.clear();
  }

  #told({ order, events }: Placed): Order {
    this.#parts.tell(events);
    return order;
  }

  #ledgerOf(accountType: AccountType): AccountLedger {
    const ledger = this.#ledgers.get(accountType);
    if (ledger === undefined) throw new RangeError(`${this.exchange} has no accounts of type ${accountType}`);
    return ledger;
  }

  #owned(apiId: ApiId, instrumentId: InstrumentId, orderId: string): SimulatedMarket | null {
    const market = this.#market(instrumentId);
    return market?.openOrders().some((order) => order.orderId === orderId && order.apiId === apiId) === true ? market : null;
  }

  /** Opened when the instance first trades there, with the book of that moment; null for an instrument that the exchange does not have. */
  #market(id: InstrumentId): SimulatedMarket | null {
    const known = this.#open.get(id);
    if (known !== undefined) {
      known.advance(this.#parts.nowMs());
      return known;
    }
    const instrument = this.instruments.find((one) => one.id === id);
    if (instrument === undefined) return null;
    const { newId, nowMs, onOpened } = this.#parts;
    const real = this.#parts.real();
    const counting = { ...instrument, ...this.countsIn(id) };
    const book = this.#bookOf(id);
    // What was recorded without a book is taken by its prints.
    const isBookless = real.durability === 'ephemeral' && book === null;
    const market = new SimulatedMarket({
      instrument,
      countingTick: counting.tick,
      grid: liveGrid(counting),
      ledger: this.#ledgerOf(instrument.accountType),
      newId,
      tellsLevels: false,
      isBookless,
      ratesOf: (apiId) => {
        const fees = this.fees(accountOfMarket(apiId, id), id);
        return fees === null ? null : accountRates(fees);
      },
    });
    const lastPrice = real.lastPrice(id);
    if (lastPrice !== null) market.begin(lastPrice);
    this.#open.set(id, market);
    if (book !== null) market.play(book);
    market.advance(nowMs());
    onOpened(id);
    return market;
  }

  /** Null where there is none: a replay with nothing on either side has recorded none. */
  #bookOf(id: InstrumentId): RecordedEvent | null {
    const depth = this.#parts.markets.bookNow(id, Number.MAX_SAFE_INTEGER);
    if (depth === null || (this.#parts.real().durability === 'ephemeral' && depth.bids.length + depth.asks.length === 0)) return null;
    return { type: 'book', timeMs: this.#parts.nowMs(), updateId: depth.sequence, bids: depth.bids, asks: depth.asks };
  }
}

/** Fine enough for every market of the exchange: tick × lot without rounding. */
function scaleOf(venue: Venue): number {
  const { instruments, assets } = venue;
  const grids = instruments.map((instrument) => liveGrid({ ...instrument, ...venue.countsIn?.(instrument.id) }));
  return Math.max(0, ...assets.map(({ scale }) => scale), ...grids.map(({ priceDecimals, qtyDecimals }) => priceDecimals + qtyDecimals));
}
