import type { Outcome } from '../../contract/app-error.ts';
import type { ApiId, Order } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import type { MarketGrid } from '../market-grid.ts';
import type { MarketUnits } from '../market-units.ts';
import type { AccountLedger } from './account-ledger.ts';

export interface ClearingOrder {
  readonly apiId: ApiId;
  readonly side: OrderSide;
  /** Its limit; of a market order the price that it is valued at. */
  readonly ticks: number;
  readonly lots: number;
  /** It may only bring a position nearer to nothing: it needs and holds nothing of its own. */
  readonly reduceOnly: boolean;
}

/** An order's lots at a price, as something that needs money. */
export const termsOf = (
  { apiId, side, reduceOnly }: Pick<Order, 'apiId' | 'side' | 'reduceOnly'>,
  ticks: number,
  lots: number,
): ClearingOrder => ({
  apiId,
  side,
  ticks,
  lots,
  reduceOnly,
});

/** Lots that an order meets at one price; 0 where they cost nothing. */
export interface PaidLots {
  readonly ticks: number;
  readonly lots: number;
}

export interface ClearedTrade extends ClearingOrder {
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
export interface PayableOrder extends ClearingOrder {
  /** What it would meet, in order, where it never rests; absent: all its lots at its own price. */
  readonly meets?: readonly PaidLots[];
  /** The order whose place it takes. */
  readonly instead?: ClearingOrder;
  /** Price at which it is worth least; absent: its own. */
  readonly leastTicks?: number;
}

/** A market order by an amount of quote. */
export interface PayableAmount {
  readonly apiId: ApiId;
  readonly side: OrderSide;
  /** Minor units of quote. */
  readonly amount: bigint;
  /** Where the price is, and the worst that it may reach; 0 where nobody knows. */
  readonly ticks: number;
  readonly worstTicks: number;
}

/** What an order needs and what a fill moves: coins against money, or a position with its margin. */
export interface Clearing {
  /** Why an order cannot be paid; null when it can. */
  problem(order: PayableOrder): Outcome<never> | null;
  amountProblem(order: PayableAmount): Outcome<never> | null;
  /** Holds what an order needs while it waits; it can be paid. */
  hold(order: ClearingOrder, events: VenueEvent[]): void;
  /** Gives back what `hold` has taken, for these lots of an order. */
  release(order: ClearingOrder, events: VenueEvent[]): void;
  settle(trade: ClearedTrade, events: VenueEvent[]): ClearedFee;
  /** Accounts have positions here, which orders may be bound to reduce. */
  readonly hasPositions: boolean;
  /** Lots of this side that would bring the account's position nearer to nothing. */
  reducible(apiId: ApiId, side: OrderSide): number;
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

export interface MarketParts {
  /** Whose terms may become others. */
  readonly market: { readonly instrument: Instrument };
  readonly grid: MarketGrid;
  readonly units: MarketUnits;
  readonly ledger: AccountLedger;
}
