import { accepted, type Outcome, refused } from '../../contract/app-error.ts';
import type { Order, OrderIntent } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import { type OrderStatus, orderStatusTable } from '../../domain/orders/order-status.ts';
import { isFinal } from '../../domain/state-table.ts';
import type { ClearingOrder } from '../clearing/clearing.ts';
import { largestThat } from '../clearing/shortage.ts';
import { type LegPair, newLegs } from './pair-rules.ts';
import { type ArmedLegs, PairTerms, type PairTermsParts, type PriceSight } from './pair-terms.ts';
import type { OrderTermsChange, WaitingOrders } from './waiting-orders.ts';

/** A take profit and a stop that cancel each other, alone or armed by an entry. While it is open it holds the funds of both, once. */
interface OrderPair extends ArmedLegs {
  takeProfit: Order;
  stopLoss: Order;
  entry: Order | null;
  armedLots: number;
  /** Lots that are held for. */
  heldLots: number;
  /** False once a leg fired, filled or ended. */
  isOpen: boolean;
  /** It was a fire or a fill that closed it. */
  isExecuted: boolean;
}

/** What a restart needs of a pair beside its orders. */
export interface PairPlace {
  readonly takeProfitId: string;
  readonly stopLossId: string;
  readonly entryId: string | null;
  readonly armedLots: number;
}

/** What pairs ask of their market. */
export interface PairMarket extends PriceSight {
  /** Ends an open order wherever it stands; none is no error. */
  end(orderId: string, status: OrderStatus, cause: string, events: VenueEvent[]): void;
  /** Takes a leg without a trigger from where it stands, without a word. */
  take(orderId: string, events: VenueEvent[]): void;
  /** A leg without a trigger begins to act where the price is. */
  act(order: Order, lots: number, limit: number, events: VenueEvent[]): void;
  /** The same of one that was asked for just now. */
  arrive(order: Order, lots: number, limit: number, events: VenueEvent[]): void;
}

interface OrderPairsParts extends Omit<PairTermsParts, 'sight'> {
  readonly exchange: string;
  readonly newId: () => string;
  readonly waiting: WaitingOrders;
  readonly market: PairMarket;
}

const hasEnded = ({ status }: Order): boolean => isFinal(orderStatusTable, status);
const legOf = (pair: LegPair<Order>, orderId: string): Order => (pair.takeProfit.orderId === orderId ? pair.takeProfit : pair.stopLoss);
const otherOf = (pair: LegPair<Order>, orderId: string): Order => (pair.takeProfit.orderId === orderId ? pair.stopLoss : pair.takeProfit);

/** Pairs and brackets of a simulated market, by the rules of the house's own engine (trading rules §7, §8). */
export class OrderPairs {
  readonly #parts: OrderPairsParts;
  readonly terms: PairTerms;
  /** By the ids of both legs, while open. */
  readonly #legs = new Map<string, OrderPair>();
  /** By the id of the entry, while pair and entry are open. */
  readonly #entries = new Map<string, OrderPair>();
  /** To look at when the present step is done. */
  readonly #touched: OrderPair[] = [];

  constructor(parts: OrderPairsParts) {
    this.#parts = parts;
    this.terms = new PairTerms({ ...parts, sight: parts.market });
  }

  /** Legs that wait for their entry. */
  get unarmed(): readonly Order[] {
    return this.#open.flatMap(({ armedLots, takeProfit, stopLoss }) => (armedLots === 0 ? [takeProfit, stopLoss] : []));
  }

  findUnarmed(orderId: string): Order | null {
    const pair = this.#legs.get(orderId);
    return pair === undefined || pair.armedLots > 0 ? null : legOf(pair, orderId);
  }

  get places(): readonly PairPlace[] {
    return this.#open.map(({ takeProfit, stopLoss, entry, armedLots }) => ({
      takeProfitId: takeProfit.orderId,
      stopLossId: stopLoss.orderId,
      entryId: entry?.orderId ?? null,
      armedLots,
    }));
  }

  /** Takes up a pair of an earlier life, whose funds the ledger holds already. */
  takeUp(legs: ArmedLegs): void {
    this.#add({ ...legs, heldLots: legs.armedLots - this.terms.lots(legs.takeProfit.preventedQty), isOpen: true, isExecuted: false });
  }

  /** Places a pair without an entry. */
  place(intent: OrderIntent, events: VenueEvent[]): Outcome<void> {
    const legs = this.terms.pair(intent);
    if (!legs.ok) return legs;
    const { waiting, market } = this.#parts;
    const lots = this.terms.lots(intent.qty);
    const pair = this.#create(intent, null, events);
    pair.armedLots = lots;
    this.#hold(pair, lots, events);
    waiting.watch(pair.stopLoss, market.lastTicks);
    if (pair.takeProfit.type === 'LIMIT') market.arrive(pair.takeProfit, lots, legs.value.takeProfit.price, events);
    else waiting.watch(pair.takeProfit, market.lastTicks);
    return accepted(undefined);
  }

  /** The legs of a bracket join its entry, which has been told and has not acted yet. */
  join(entry: Order, intent: OrderIntent, events: VenueEvent[]): void {
    if (intent.triggerKind === 'CONDITIONAL_OCO') this.#create(intent, entry, events);
  }

  /** Why an entry may not have these new terms: as long as nothing of it has filled it stays between its legs. */
  entryProblem(amended: Order): Outcome<never> | null {
    const pair = this.#entries.get(amended.orderId);
    if (pair === undefined || pair.armedLots > 0) return null;
    return this.terms.around(this.terms.entryTicks(amended), this.terms.both(pair));
  }

  /** New prices of a leg; its quantity is that of both. Null when it is no leg of an open pair. */
  amend(orderId: string, change: OrderTermsChange, events: VenueEvent[]): Outcome<void> | null {
    const pair = this.#legs.get(orderId);
    if (pair === undefined) return null;
    const before = legOf(pair, orderId);
    const { price = before.price, qty = before.qty, triggerPrice = before.triggerPrice } = change;
    const isMoved = triggerPrice !== before.triggerPrice;
    const isSameQty = this.terms.lots(qty) === this.terms.lots(before.qty);
    if (price === before.price && !isMoved && isSameQty) return refused('ORDER_NOTHING_TO_AMEND');
    if (!isSameQty) return refused('ORDER_NOT_AMENDABLE', { status: before.status });
    const { accounting, market, waiting } = this.#parts;
    const leg: Order = { ...accounting.changed(before, before.status, 'AMENDED'), price, triggerPrice };
    const held = this.#held(pair);
    const problem = this.terms.legProblem(pair, leg, isMoved) ?? this.terms.shortage(leg, this.terms.both(pair, leg), held.lots, held);
    if (problem !== null) return problem;
    const isActing = pair.armedLots > 0 && leg.type === 'LIMIT';
    if (isActing) market.take(orderId, events);
    this.#release(pair, held.lots, events);
    this.#tell(pair, leg, events);
    this.#hold(pair, held.lots, events);
    if (isActing) market.arrive(leg, held.lots, this.terms.ticks(leg).price, events);
    else if (pair.armedLots > 0 && isMoved) {
      waiting.take(orderId);
      waiting.watch(leg, market.lastTicks);
    } else waiting.replace(leg);
    return accepted(undefined);
  }

  /** Holds what an order needs while it waits, unless its pair does. */
  hold(orderId: string, terms: ClearingOrder, events: VenueEvent[]): void {
    if (!this.#legs.has(orderId)) this.#parts.clearing.hold(terms, events);
  }

  release(orderId: string, terms: ClearingOrder, events: VenueEvent[]): void {
    if (!this.#legs.has(orderId)) this.#parts.clearing.release(terms, events);
  }

  /** An order is about to fill, or its trigger has come: the other leg ends. True when the pair has given its funds back by that. */
  executing(orderId: string, events: VenueEvent[]): boolean {
    const pair = this.#legs.get(orderId);
    if (pair === undefined) return false;
    this.#close(pair, orderId, true, events);
    return true;
  }

  /** An order was told with new terms, a fill or its end. */
  changed(order: Order, events: VenueEvent[]): void {
    const pair = this.#legs.get(order.orderId);
    if (pair?.isOpen === true) {
      this.#set(pair, order);
      if (hasEnded(order)) this.#close(pair, order.orderId, false, events);
    }
    const armed = this.#entries.get(order.orderId);
    if (armed === undefined) return;
    armed.entry = order;
    const isOver = hasEnded(order);
    if (isOver && order.filledQty === '0') this.#endLegs(armed, events);
    // An entry that ends is looked at for the last time: nothing arms its legs later.
    else if ((isOver || order.cause === 'FILLED') && !this.#touched.includes(armed)) this.#touched.push(armed);
  }

  /** Self-trade prevention took lots off an order: the other leg loses as many, so that both stay equal and the common hold fits. */
  shrink(order: Order, lots: number, events: VenueEvent[]): void {
    const pair = this.#legs.get(order.orderId);
    if (pair === undefined) return;
    this.#set(pair, order);
    this.#release(pair, lots, events);
    const other = this.#parts.accounting.prevented(otherOf(pair, order.orderId), lots);
    this.#set(pair, other);
    this.#parts.waiting.replace(other);
    if (pair.heldLots > 0) events.push({ type: 'order', order: other });
  }

  /** After a step: arms pairs for what their entries have filled, or ends entries whose pair has executed. */
  look(events: VenueEvent[]): void {
    for (let pair = this.#touched.shift(); pair !== undefined; pair = this.#touched.shift()) {
      const { entry } = pair;
      if (entry === null) continue;
      if (pair.isOpen) this.#arm(pair, entry, events);
      else if (pair.isExecuted) this.#parts.market.end(entry.orderId, 'CANCELED', 'CANCELED_BY_PAIR', events);
      if (hasEnded(entry)) this.#forgetEntry(pair);
    }
  }

  /** For what the entry has filled, or as many lots as the account can pay for: a fee taken from what was bought leaves less. */
  #arm(pair: OrderPair, entry: Order, events: VenueEvent[]): void {
    // What prevention took off the legs holds nothing and is not armed again.
    const taken = pair.armedLots - pair.heldLots;
    const wanted = this.terms.lots(entry.filledQty) - taken;
    const [legs, held] = [this.terms.both(pair), this.#held(pair)];
    const isPaid = (lots: number): boolean => this.terms.shortage(held, legs, lots, held) === null;
    const target = taken + (isPaid(wanted) ? wanted : largestThat(isPaid, wanted));
    if (target > pair.armedLots) this.#armFor(pair, target, events);
    else if (pair.armedLots === 0 && hasEnded(entry)) this.#fail(pair.takeProfit, 'FAILED_BALANCE', events);
  }

  #armFor(pair: OrderPair, lots: number, events: VenueEvent[]): void {
    const { accounting, waiting, market } = this.#parts;
    const { armedLots } = pair;
    const qty = accounting.qty(lots);
    this.#hold(pair, lots - armedLots, events);
    pair.armedLots = lots;
    const grow = (leg: Order, status = leg.status, cause = 'AMENDED'): Order =>
      this.#tell(pair, { ...accounting.changed(leg, status, cause), qty }, events);
    const watch = (leg: Order): void => (armedLots === 0 ? waiting.watch(leg, market.lastTicks) : waiting.replace(leg));
    watch(grow(pair.stopLoss));
    const { takeProfit } = pair;
    const { side, price } = this.terms.ticks(takeProfit);
    if (takeProfit.type !== 'LIMIT') watch(grow(takeProfit));
    else if (armedLots > 0) {
      market.take(takeProfit.orderId, events);
      market.act(grow(takeProfit), pair.heldLots, price, events);
    } else if (accounting.isOutOfBand(side, price, market.lastTicks)) this.#fail({ ...takeProfit, qty }, 'FAILED_FILTER', events);
    else market.act(grow(takeProfit, 'TRADING', 'TRIGGERED'), lots, price, events);
  }

  /** A leg that stands nowhere. */
  #fail(leg: Order, cause: string, events: VenueEvent[]): void {
    const order = this.#parts.accounting.changed(leg, 'FAILURE', cause);
    events.push({ type: 'order', order });
    this.changed(order, events);
  }

  /** One leg executed or ended: no half of a pair is left over. After a user's cancel the entry goes on alone. */
  #close(pair: OrderPair, winnerId: string, isExecuted: boolean, events: VenueEvent[]): void {
    pair.isOpen = false;
    this.#parts.market.end(otherOf(pair, winnerId).orderId, 'CANCELED', 'CANCELED_BY_PAIR', events);
    this.#forget(pair, events);
    if (!isExecuted || pair.entry === null) return;
    pair.isExecuted = true;
    this.#touched.push(pair);
  }

  /** Their entry has ended without a fill. */
  #endLegs(pair: OrderPair, events: VenueEvent[]): void {
    pair.isOpen = false;
    for (const { orderId } of [pair.takeProfit, pair.stopLoss]) this.#parts.market.end(orderId, 'CANCELED', 'CANCELED_BY_ENTRY', events);
    this.#forget(pair, events);
  }

  #create(intent: OrderIntent, entry: Order | null, events: VenueEvent[]): OrderPair {
    const { exchange, newId, accounting, clearing } = this.#parts;
    const made = newLegs(intent, exchange, newId, accounting.timeMs, entry?.orderId ?? null);
    // They close what the entry opens; where that was closed otherwise they would open the opposite.
    const reduceOnly = entry !== null && clearing.hasPositions;
    const legs = { takeProfit: { ...made.takeProfit, reduceOnly }, stopLoss: { ...made.stopLoss, reduceOnly } };
    const pair: OrderPair = { ...legs, entry, armedLots: 0, heldLots: 0, isOpen: true, isExecuted: false };
    this.#add(pair);
    events.push({ type: 'order', order: legs.takeProfit }, { type: 'order', order: legs.stopLoss });
    return pair;
  }

  #add(pair: OrderPair): void {
    for (const { orderId } of [pair.takeProfit, pair.stopLoss]) this.#legs.set(orderId, pair);
    if (pair.entry !== null) this.#entries.set(pair.entry.orderId, pair);
  }

  /** The pair is over; what its orders do from now on they do alone. */
  #forget(pair: OrderPair, events: VenueEvent[]): void {
    for (const { orderId } of [pair.takeProfit, pair.stopLoss]) this.#legs.delete(orderId);
    if (pair.entry !== null) this.#entries.delete(pair.entry.orderId);
    this.#release(pair, pair.heldLots, events);
  }

  #forgetEntry(pair: OrderPair): void {
    if (pair.entry !== null) this.#entries.delete(pair.entry.orderId);
    pair.entry = null;
  }

  get #open(): readonly OrderPair[] {
    return [...new Set(this.#legs.values())];
  }

  #held(pair: OrderPair): ClearingOrder {
    return this.terms.need(pair.takeProfit, this.terms.both(pair), pair.heldLots);
  }

  #hold(pair: OrderPair, lots: number, events: VenueEvent[]): void {
    if (lots === 0) return;
    this.#parts.clearing.hold({ ...this.#held(pair), lots }, events);
    pair.heldLots += lots;
  }

  #release(pair: OrderPair, lots: number, events: VenueEvent[]): void {
    if (lots === 0) return;
    this.#parts.clearing.release({ ...this.#held(pair), lots }, events);
    pair.heldLots -= lots;
  }

  #set(pair: OrderPair, leg: Order): void {
    if (pair.takeProfit.orderId === leg.orderId) pair.takeProfit = leg;
    else pair.stopLoss = leg;
  }

  #tell(pair: OrderPair, order: Order, events: VenueEvent[]): Order {
    this.#set(pair, order);
    events.push({ type: 'order', order });
    return order;
  }
}
