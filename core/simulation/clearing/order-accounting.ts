import { type Outcome, refused } from '../../contract/app-error.ts';
import type { Order } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { divideUp, toUnits } from '../../domain/numbers/decimal.ts';
import { textOfSteps } from '../../domain/numbers/steps.ts';
import type { LiquiditySide, OrderSide } from '../../domain/orders/order.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import type { MarketGrid } from '../market-grid.ts';
import type { MarketUnits } from '../market-units.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { Clearing } from './clearing.ts';
import { type AccountRates, accountRates, type RatesOf } from './fee-rate.ts';

interface FillTerms {
  readonly ticks: number;
  readonly lots: number;
  /** What is left of the order after it. */
  readonly leftLots: number;
  readonly liquidity: LiquiditySide;
  /** What it gives is still held for it. */
  readonly isHeld: boolean;
  readonly tradeId: string;
}

const million = 1_000_000n;

/** A reduce-only order that has nothing left to reduce. */
export const nothingToReduce = 'EXPIRED_REDUCE_ONLY';

/** Self-trade prevention ended an order or made it smaller. */
export const selfTrade = 'EXPIRED_SELF_TRADE';

/** Terms of a market as the numbers that orders are measured by. */
interface Measures {
  readonly instrument: Instrument;
  readonly rates: AccountRates;
  /** In millionths. */
  readonly priceBand: bigint;
  /** Minor units of quote. */
  readonly minNotional: bigint;
}

const measuresOf = (instrument: Instrument, units: MarketUnits): Measures => ({
  instrument,
  rates: accountRates(instrument),
  priceBand: toUnits(instrument.priceBand, 6) ?? 0n,
  minNotional: units.ofText(instrument.minNotional) ?? 0n,
});

/** What a simulated market writes down about its orders: changed orders, fills with their fees, moved money. */
export class OrderAccounting {
  readonly #market: { readonly instrument: Instrument };
  readonly #grid: MarketGrid;
  readonly #ledger: AccountLedger;
  readonly #units: MarketUnits;
  readonly #clearing: Clearing;
  readonly #ratesOf: RatesOf | undefined;
  #measures: Measures;
  /** Market time of what happens next. */
  timeMs = 0;

  constructor(parts: {
    /** Whose terms may become others: what comes after is judged and charged by those. */
    readonly market: { readonly instrument: Instrument };
    readonly grid: MarketGrid;
    readonly ledger: AccountLedger;
    readonly units: MarketUnits;
    readonly clearing: Clearing;
    readonly ratesOf: RatesOf | undefined;
  }) {
    this.#market = parts.market;
    this.#grid = parts.grid;
    this.#ledger = parts.ledger;
    this.#units = parts.units;
    this.#clearing = parts.clearing;
    this.#ratesOf = parts.ratesOf;
    this.#measures = measuresOf(parts.market.instrument, parts.units);
  }

  price(ticks: number): string {
    return textOfSteps(ticks, this.#grid.priceDecimals);
  }

  qty(lots: number): string {
    return textOfSteps(lots, this.#grid.qtyDecimals);
  }

  changed(order: Order, status: OrderStatus, cause: string): Order {
    return { ...order, status, cause, updatedMs: this.timeMs };
  }

  /** Tells the order, moves the money and tells the fill. */
  fill(before: Order, { ticks, lots, leftLots, liquidity, isHeld, tradeId }: FillTerms, events: VenueEvent[]): Order {
    const order: Order = {
      ...before,
      status: leftLots === 0 ? 'FILLED' : 'PARTIALLY_FILLED',
      cause: 'FILLED',
      updatedMs: this.timeMs,
      filledQty: this.#added(before.filledQty, this.#units.baseOf(lots)),
      filledQuote: this.#added(before.filledQuote, this.#units.quoteOf(ticks, lots)),
    };
    const { exchange, orderId, apiId, instrumentId, side, reduceOnly } = order;
    const { timeMs } = this;
    const rates = this.#ratesOf?.(apiId) ?? this.#terms.rates;
    const feeRate = liquidity === 'MAKER' ? rates.maker : rates.taker;
    const settled: VenueEvent[] = [];
    const { feeUnits, feeAsset } = this.#clearing.settle(
      { apiId, side, ticks, lots, reduceOnly, feeRate, isHeld, tradeId, timeMs },
      settled,
    );
    const [price, qty, fee] = [this.price(ticks), this.qty(lots), this.#ledger.text(feeUnits)];
    const fill = { exchange, instrumentId, tradeId, orderId, apiId, side, liquidity, price, qty, fee, feeAsset, timeMs };
    events.push({ type: 'order', order }, { type: 'fill', fill }, ...settled);
    return order;
  }

  /** Lots of an order that may fill now: of a reduce-only one no more than bring its position to nothing. */
  fillable({ apiId, side, reduceOnly }: Order, lots: number): number {
    return reduceOnly ? Math.min(lots, this.#clearing.reducible(apiId, side)) : lots;
  }

  get #terms(): Measures {
    const { instrument } = this.#market;
    if (instrument !== this.#measures.instrument) this.#measures = measuresOf(instrument, this.#units);
    return this.#measures;
  }

  #added(text: string, units: bigint): string {
    return this.#ledger.text(text === '0' ? units : (toUnits(text, this.#ledger.scale) ?? 0n) + units);
  }

  /** Worst price that an order may reach (trading rules §1); null before the first trade. */
  bound(side: OrderSide, lastTicks: number): number | null {
    if (lastTicks === 0) return null;
    // Outwards and at least one tick, as the house's engine rounds it.
    const width = Math.max(Number(divideUp(BigInt(lastTicks) * this.#terms.priceBand, million)), 1);
    return side === 'BUY' ? lastTicks + width : Math.max(lastTicks - width, 1);
  }

  /** A limit (0: none) beyond the band on the aggressive side. */
  isOutOfBand(side: OrderSide, ticks: number, lastTicks: number): boolean {
    const bound = ticks === 0 ? null : this.bound(side, lastTicks);
    return bound !== null && (side === 'BUY' ? ticks > bound : ticks < bound);
  }

  /** Why a limit price is none here; null when it may stand. */
  priceProblem(side: OrderSide, ticks: number | null, lastTicks: number): Outcome<never> | null {
    if (ticks === null || ticks <= 0) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    if (!this.isOutOfBand(side, ticks, lastTicks)) return null;
    return refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: this.price(this.bound(side, lastTicks) ?? 0) });
  }

  /** Why an order of so many lots is too small in money at a price; null when it is not, or when there is no price (0) to measure it at. */
  sizeProblem(ticks: number, lots: number): Outcome<never> | null {
    const { instrument, minNotional } = this.#terms;
    if (ticks === 0 || this.#units.quoteOf(ticks, lots) >= minNotional) return null;
    return refused('ORDER_NOTIONAL_TOO_SMALL', { field: 'qty', limit: instrument.minNotional });
  }

  /** Why an amount of quote is too small; null when it is not. */
  amountProblem(amount: bigint): Outcome<never> | null {
    const { instrument, minNotional } = this.#terms;
    if (amount >= minNotional) return null;
    return refused('ORDER_NOTIONAL_TOO_SMALL', { field: 'quoteAmount', limit: instrument.minNotional });
  }

  /** Self-trade prevention took lots off an order. */
  prevented(order: Order, lots: number): Order {
    return { ...order, cause: selfTrade, preventedQty: this.#added(order.preventedQty, this.#units.baseOf(lots)), updatedMs: this.timeMs };
  }
}
