import type { AccountType } from '../domain/markets/instrument.ts';
import type { LiquiditySide } from '../domain/orders/order.ts';
import { type Token, token } from './token.ts';

/**
 * What one kind of sender filled in one hour, in one market, on one side of the book. Amounts are in quote unless they say otherwise, to the
 * eighth decimal.
 */
export interface TradedSum {
  readonly hourMs: number;
  readonly exchange: string;
  readonly symbol: string;
  readonly accountType: AccountType;
  /** `pluginId/id` of the strategy whose instances sent the orders; null: people and scripts. */
  readonly strategy: string | null;
  readonly liquidity: LiquiditySide;
  readonly feeAsset: string;
  readonly fills: number;
  /** Price by quantity of every fill. */
  readonly turnover: string;
  /** The same with each trade once, however many of its sides are accounts of the platform. */
  readonly volume: string;
  /** What was paid, in the fee's asset; rebates make it less. */
  readonly fees: string;
  /** The fees, each by the price of its fill: what they are in quote where they are paid in base. */
  readonly feesByPrice: string;
  /** What was received of it, above zero, as the two before. */
  readonly rebates: string;
  readonly rebatesByPrice: string;
}

/** Orders that began in one hour. */
export interface OrderedSum {
  readonly hourMs: number;
  readonly exchange: string;
  readonly strategy: string | null;
  readonly orders: number;
}

/** Fees that one person paid of one asset, exact. */
export interface FeesPaid {
  readonly exchange: string;
  readonly userId: string;
  readonly asset: string;
  /** Less what he was given for resting; negative where that was more. */
  readonly fees: string;
}

/** Rebates that were credited in one hour, exact. */
export interface RebatedSum {
  readonly hourMs: number;
  readonly exchange: string;
  readonly asset: string;
  readonly amount: string;
  readonly credits: number;
}

/** Sums over what all accounts have traded, as the history stores it: some moments behind. Times are whole hours, the end is left out. */
export interface Traded {
  /** When the first order or fill there is was made; null before. */
  firstMs(): Promise<number | null>;
  sums(fromMs: number, untilMs: number): Promise<readonly TradedSum[]>;
  orders(fromMs: number, untilMs: number): Promise<readonly OrderedSum[]>;
  /** By exchange, person and asset, those of accounts that were deleted since among them. */
  fees(fromMs: number, untilMs: number): Promise<readonly FeesPaid[]>;
  /** What came of invitations, by when it was credited. */
  rebated(fromMs: number, untilMs: number): Promise<readonly RebatedSum[]>;
}
export const TRADED: Token<Traded> = token<Traded>('tessera.traded', 'Sums over what all accounts have traded');
