import type { InstrumentId } from '../markets/instrument.ts';
import type { AccountKey } from './account-key.ts';

/** What accounts of one tier pay of a market's fees, as fractions: '0.9' is nine tenths. */
export interface FeeShares {
  readonly makerShare: string;
  readonly takerShare: string;
}

/** An exchange's fee schedule: the shares by VIP level, from 0 on. Levels beyond the last pay as the last; without tiers everybody pays the market's fees. */
export type FeeSchedule = readonly FeeShares[];

/** What an account pays in a market, as fractions of what is received, and by what. */
export interface AccountFees {
  /** Fee of what rested. */
  readonly makerFee: string;
  /** Fee of what traded at once. */
  readonly takerFee: string;
  /** Its tier of the schedule; 0 where there is none. */
  readonly tier: number;
  /** What it is let off of what its tier pays, as a fraction. */
  readonly discount: string;
}

/** What an operator sets while an exchange is open, as fractions from 0 to 1 of six decimals at most; it holds from the next fill on. */
export type FeeChange =
  | { readonly of: 'market'; readonly instrumentId: InstrumentId; readonly makerFee: string; readonly takerFee: string }
  | { readonly of: 'tier'; readonly tier: number; readonly makerShare: string; readonly takerShare: string }
  | { readonly of: 'account'; readonly account: AccountKey; readonly discount: string };

/** What an exchange charges beside the fees of its markets, as it holds now. */
export interface ChargedFees {
  readonly tiers: FeeSchedule;
  /** Accounts that are let off something. */
  readonly discounts: ReadonlyArray<{ readonly account: AccountKey; readonly tier: number; readonly discount: string }>;
}

/** The schedule of the house: from level 2 on a level more is a tenth less, for what rests two. */
export const usualSchedule: FeeSchedule = [
  { makerShare: '1', takerShare: '1' },
  { makerShare: '1', takerShare: '1' },
  { makerShare: '0.8', takerShare: '0.9' },
  { makerShare: '0.6', takerShare: '0.8' },
];
