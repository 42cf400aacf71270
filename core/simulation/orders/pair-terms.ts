import { type Outcome, refused } from '../../contract/app-error.ts';
import type { Order, OrderIntent } from '../../contract/trading.ts';
import { stepsOf } from '../../domain/numbers/steps.ts';
import { hasLimitPrice, type OrderSide } from '../../domain/orders/order.ts';
import { triggerProblem } from '../../domain/orders/trigger-rules.ts';
import type { Clearing, ClearingOrder } from '../clearing/clearing.ts';
import type { OrderAccounting } from '../clearing/order-accounting.ts';
import type { MarketGrid } from '../market-grid.ts';
import { aroundProblem, encloses, type LegPair, type LegTicks, legsOf, legTicks, measuredAt } from './pair-rules.ts';
import { triggerReasons } from './waiting-orders.ts';

/** Where prices stand in a market. */
export interface PriceSight {
  readonly lastTicks: number;
  /** The first price that an order of this side would meet, in ticks; 0 when nobody knows. */
  touch(side: OrderSide): number;
}

/** Two legs with what arms them. */
export interface ArmedLegs extends LegPair<Order> {
  /** Null without one, and once it has ended. */
  readonly entry: Order | null;
  /** Lots that the legs are armed for, with what prevention took off them; 0 before an entry's first fill. */
  readonly armedLots: number;
}

/** Whose legs they are, and whether they may only reduce a position. */
type LegOwner = Pick<Order, 'apiId' | 'reduceOnly'>;

export interface PairTermsParts {
  readonly grid: MarketGrid;
  readonly accounting: OrderAccounting;
  readonly clearing: Clearing;
  readonly sight: PriceSight;
}

/** What the legs of one market may be and need. */
export class PairTerms {
  readonly #parts: PairTermsParts;

  constructor(parts: PairTermsParts) {
    this.#parts = parts;
  }

  lots(qty: string | null | undefined): number {
    return stepsOf(qty ?? '', this.#parts.grid.qtyDecimals) ?? 0;
  }

  ticks(leg: Order): LegTicks {
    return legTicks(leg, leg.side, this.#parts.grid.priceDecimals);
  }

  /** The terms of both legs, one of them perhaps as it shall be. */
  both({ takeProfit, stopLoss }: LegPair<Order>, changed?: Order): LegPair<LegTicks> {
    const now = (leg: Order): LegTicks => this.ticks(leg.orderId === changed?.orderId ? changed : leg);
    return { takeProfit: now(takeProfit), stopLoss: now(stopLoss) };
  }

  /** What so many lots of a pair hold: the larger need of its legs. A leg without a limit is measured at the band's edge from its trigger. */
  need({ apiId, reduceOnly }: LegOwner, { takeProfit, stopLoss }: LegPair<LegTicks>, lots: number): ClearingOrder {
    const worst = ({ side, price, trigger }: LegTicks): number => price || (this.#parts.accounting.bound(side, trigger) ?? 0);
    return { apiId, side: takeProfit.side, ticks: Math.max(worst(takeProfit), worst(stopLoss)), lots, reduceOnly };
  }

  /** Why legs cannot be paid in place of what is held for them; null when they can. */
  shortage(owner: LegOwner, legs: LegPair<LegTicks>, lots: number, instead: ClearingOrder | null): Outcome<never> | null {
    if (lots === 0) return null;
    const leastTicks = Math.min(measuredAt(legs.takeProfit), measuredAt(legs.stopLoss));
    const held = instead === null || instead.lots === 0 ? {} : { instead };
    return this.#parts.clearing.problem({ ...this.need(owner, legs, lots), leastTicks, ...held });
  }

  /** The legs of a pair that comes without an entry, or why it may not. */
  pair(intent: OrderIntent): Outcome<LegPair<LegTicks>> {
    const { accounting, grid, sight } = this.#parts;
    const legs = legsOf(intent, grid.priceDecimals);
    if (!legs.ok) return legs;
    const lots = this.lots(intent.qty);
    if (lots <= 0) return refused('ORDER_FIELD_MISSING', { field: 'qty', type: 'OCO' });
    const small = this.#small(legs.value, lots);
    if (small !== null) return small;
    const { lastTicks: last } = sight;
    if (last === 0) return refused('ORDER_NO_REFERENCE_PRICE', { field: 'triggerPrice' });
    if (!encloses(legs.value, last, last)) return refused('ORDER_OCO_PRICES', { field: 'price' });
    const { side, price, trigger } = legs.value.takeProfit;
    const offBand = trigger > 0 ? null : accounting.priceProblem(side, price, last);
    return offBand ?? this.shortage({ apiId: intent.apiId, reduceOnly: false }, legs.value, lots, null) ?? legs;
  }

  /** Why a bracket may not be placed, before its entry is looked at; null for other orders. */
  bracketProblem(intent: OrderIntent): Outcome<never> | null {
    if (intent.triggerKind !== 'CONDITIONAL_OCO') return null;
    const { priceDecimals } = this.#parts.grid;
    const legs = legsOf(intent, priceDecimals);
    return legs.ok ? this.around(legTicks(intent, intent.side, priceDecimals), legs.value) : legs;
  }

  /** Why the legs of a bracket are too small; null when they are not, or nobody knows yet how much its entry buys. */
  smallLegs(intent: OrderIntent): Outcome<never> | null {
    const lots = this.lots(intent.qty);
    if (intent.triggerKind !== 'CONDITIONAL_OCO' || lots === 0) return null;
    const legs = legsOf(intent, this.#parts.grid.priceDecimals);
    return legs.ok ? this.#small(legs.value, lots) : legs;
  }

  around(entry: LegTicks, legs: LegPair<LegTicks>): Outcome<never> | null {
    const { sight } = this.#parts;
    return aroundProblem(entry, legs, sight.touch(entry.side), sight.lastTicks);
  }

  /** What an entry still waits for, or fills at. */
  entryTicks(entry: Order): LegTicks {
    const ticks = this.ticks(entry);
    return entry.status === 'WAITING' ? ticks : { ...ticks, trigger: 0 };
  }

  /** Why a leg may not become this one: its prices are none, it would act at once, is too small, or not on its own side. */
  legProblem(pair: ArmedLegs, leg: Order, isMoved: boolean): Outcome<never> | null {
    const { accounting, sight } = this.#parts;
    const { lastTicks: last } = sight;
    const ticks = this.ticks(leg);
    const invalid = priceProblem(leg, ticks);
    if (invalid !== null) return invalid;
    const { entry, armedLots } = pair;
    const isResting = armedLots > 0 && leg.type === 'LIMIT';
    const reason = isMoved && armedLots > 0 ? triggerProblem(leg.type, leg.side, ticks.trigger, last) : null;
    if (reason !== null) return refused(triggerReasons[reason], { field: 'triggerPrice' });
    const offBand = isResting ? accounting.priceProblem(leg.side, ticks.price, last) : null;
    if (offBand !== null) return offBand;
    // What an open entry may still fill counts, or a leg armed for a few lots could not be amended.
    const lots = this.lots(entry === null ? leg.qty : entry.qty);
    const small = lots > 0 ? accounting.sizeProblem(measuredAt(ticks), lots) : null;
    if (small !== null) return small;
    const legs = this.both(pair, leg);
    if (isResting && last > 0 && !encloses(legs, last, last)) return refused('ORDER_OCO_PRICES', { field: 'price' });
    return entry === null || armedLots > 0 ? null : this.around(this.entryTicks(entry), legs);
  }

  #small({ takeProfit, stopLoss }: LegPair<LegTicks>, lots: number): Outcome<never> | null {
    const { accounting } = this.#parts;
    return accounting.sizeProblem(measuredAt(takeProfit), lots) ?? accounting.sizeProblem(measuredAt(stopLoss), lots);
  }
}

function priceProblem({ type, price, triggerPrice }: Order, ticks: LegTicks): Outcome<never> | null {
  if (!hasLimitPrice(type) && price !== null) return refused('ORDER_FIELD_FORBIDDEN', { field: 'price', type });
  if (type === 'LIMIT' && triggerPrice !== null) return refused('ORDER_FIELD_FORBIDDEN', { field: 'triggerPrice', type });
  if (hasLimitPrice(type) && ticks.price <= 0) return refused('ORDER_PRICE_INVALID', { field: 'price' });
  return type !== 'LIMIT' && ticks.trigger <= 0 ? refused('ORDER_PRICE_INVALID', { field: 'triggerPrice' }) : null;
}
