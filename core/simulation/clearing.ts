import { type Outcome, refused } from '../contract/app-error.ts';
import type { ApiId } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import type { OrderSide } from '../domain/order.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { MarketUnits } from './market-units.ts';

export interface OrderTerms {
  readonly apiId: ApiId;
  readonly side: OrderSide;
  /** Its limit; of a market order the price that it is valued at. */
  readonly ticks: number;
  readonly lots: number;
}

export interface ClearedTrade extends OrderTerms {
  /** Of {@link feeRateOf}. */
  readonly feeRate: bigint;
  /** What the order gives is still held for it. */
  readonly isHeld: boolean;
  readonly tradeId: string;
  readonly timeMs: number;
}

export interface ClearedFee {
  readonly feeUnits: bigint;
  readonly feeAsset: string;
}

/** What one position has paid (negative) or received at one funding time. */
export interface FundingPayment {
  readonly timeMs: number;
  readonly apiId: ApiId;
  readonly instrumentId: string;
  /** Signed position in base. */
  readonly qty: string;
  /** Mark price at that time. */
  readonly price: string;
  readonly rate: string;
  /** Signed, in `asset`. */
  readonly amount: string;
  readonly asset: string;
}

/** An order as something that has to be paid. */
export interface PayableOrder extends OrderTerms {
  /** What it gives where it meets several prices, in minor units of what its side gives; absent: by its own price. */
  readonly gives?: bigint;
  /** The order whose place it takes. */
  readonly instead?: OrderTerms;
}

/** What an order needs and what a fill moves: coins against money, or a position with its margin. */
export interface Clearing {
  /** Why an order cannot be paid; null when it can. */
  problem(order: PayableOrder): Outcome<never> | null;
  /** Holds what an order needs while it waits; it can be paid. */
  hold(order: OrderTerms, events: VenueEvent[]): void;
  /** Gives back what `hold` has taken, for these lots of an order. */
  release(order: OrderTerms, events: VenueEvent[]): void;
  settle(trade: ClearedTrade, events: VenueEvent[]): ClearedFee;
  /** True while the price alone changes what accounts are worth to the exchange: every price has to be told by `mark`. */
  readonly isExposed: boolean;
  /** What positions are worth: the price now. */
  value(ticks: number): void;
  /** The price now, which a position must survive. Throws MarginBroken. */
  mark(ticks: number, timeMs: number): void;
  /** Moves the funding of all positions at a rate for the time. Throws MarginBroken. */
  fund(rate: string, timeMs: number, events: VenueEvent[]): readonly FundingPayment[];
  /** Open profit of all positions in minor units of the quote. */
  readonly openProfit: bigint;
}

/** Spot: a buy gives money for coins, a sell coins for money; the fee comes off what is received. */
export class SpotClearing implements Clearing {
  readonly #units: MarketUnits;
  readonly #ledger: AccountLedger;
  readonly isExposed = false;
  readonly openProfit = 0n;

  constructor(units: MarketUnits, ledger: AccountLedger) {
    this.#units = units;
    this.#ledger = ledger;
  }

  problem({ apiId, side, ticks, lots, gives, instead }: PayableOrder): Outcome<never> | null {
    const { asset, units } = this.#units.given(side, ticks, lots);
    const freed = instead === undefined ? 0n : this.#units.given(side, instead.ticks, instead.lots).units;
    const available = this.#ledger.available(apiId, asset) + freed;
    if ((gives ?? units) <= available) return null;
    return refused('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: this.#ledger.text(available), asset });
  }

  hold({ apiId, side, ticks, lots }: OrderTerms, events: VenueEvent[]): void {
    const { asset, units } = this.#units.given(side, ticks, lots);
    this.#ledger.hold(apiId, asset, units, events);
  }

  release({ apiId, side, ticks, lots }: OrderTerms, events: VenueEvent[]): void {
    const { asset, units } = this.#units.given(side, ticks, lots);
    this.#ledger.hold(apiId, asset, -units, events);
  }

  settle({ apiId, side, ticks, lots, feeRate, isHeld, tradeId, timeMs }: ClearedTrade, events: VenueEvent[]): ClearedFee {
    const gives = this.#units.given(side, ticks, lots);
    const receives = this.#units.received(side, ticks, lots);
    const releasedUnits = isHeld ? gives.units : 0n;
    const feeUnits = this.#ledger.settle({ apiId, gives, receives, releasedUnits, feeRate, reference: tradeId, timeMs }, events);
    return { feeUnits, feeAsset: receives.asset };
  }

  value(): void {
    // Coins are worth what they are sold for.
  }

  mark(): void {
    // A spot price changes nobody's duties.
  }

  fund(): readonly FundingPayment[] {
    return [];
  }
}
