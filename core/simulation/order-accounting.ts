import type { Order } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { toUnits } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { LiquiditySide, OrderSide } from '../domain/order.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import { textOfSteps } from '../domain/steps.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { MarketGrid } from './market-grid.ts';
import type { MarketUnits } from './market-units.ts';

export interface FillTerms {
  readonly ticks: number;
  readonly lots: number;
  /** What is left of the order after it. */
  readonly leftLots: number;
  readonly liquidity: LiquiditySide;
  readonly tradeId: string;
}

const million = 1_000_000n;

/** What a simulated market writes down about its orders: changed orders, fills with their fees, moved money. */
export class OrderAccounting {
  readonly #instrument: Instrument;
  readonly #grid: MarketGrid;
  readonly #ledger: AccountLedger;
  readonly #units: MarketUnits;
  /** Market time of what happens next. */
  timeMs = 0;

  constructor(parts: {
    readonly instrument: Instrument;
    readonly grid: MarketGrid;
    readonly ledger: AccountLedger;
    readonly units: MarketUnits;
  }) {
    this.#instrument = parts.instrument;
    this.#grid = parts.grid;
    this.#ledger = parts.ledger;
    this.#units = parts.units;
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

  /** Tells the order, moves the money and tells the fill. A maker's money was held for it. */
  fill(before: Order, { ticks, lots, leftLots, liquidity, tradeId }: FillTerms, events: VenueEvent[]): Order {
    const add = (text: string, units: bigint): string => this.#ledger.text((toUnits(text, this.#ledger.scale) ?? 0n) + units);
    const order = {
      ...this.changed(before, leftLots === 0 ? 'FILLED' : 'PARTIALLY_FILLED', 'FILLED'),
      filledQty: add(before.filledQty, this.#units.base(lots)),
      filledQuote: add(before.filledQuote, this.#units.quote(ticks, lots)),
    };
    const { exchange, orderId, apiId, instrumentId, side } = order;
    const { makerFee, takerFee } = this.#instrument;
    const gives = this.#units.given(side, ticks, lots);
    const receives = this.#units.received(side, ticks, lots);
    const { feeUnits, events: settled } = this.#ledger.settle({
      apiId,
      gives,
      receives,
      releasedUnits: liquidity === 'MAKER' ? gives.units : 0n,
      feePpm: toUnits(liquidity === 'MAKER' ? makerFee : takerFee, 6) ?? 0n,
      reference: tradeId,
      timeMs: this.timeMs,
    });
    const amounts = { price: this.price(ticks), qty: this.qty(lots), fee: this.#ledger.text(feeUnits), feeAsset: receives.asset };
    const fill = { exchange, instrumentId, tradeId, orderId, apiId, side, liquidity, ...amounts, timeMs: this.timeMs };
    events.push({ type: 'order', order }, { type: 'fill', fill }, ...settled);
    return order;
  }

  /** Worst price that an order may reach (DOMAIN §1.1); null before the first trade. */
  bound(side: OrderSide, lastTicks: number): number | null {
    if (lastTicks === 0) return null;
    const band = toUnits(this.#instrument.priceBand, 6) ?? 0n;
    const last = BigInt(lastTicks);
    return Number(side === 'BUY' ? (last * (million + band)) / million : (last * (million - band) + million - 1n) / million);
  }
}
