import type { Amount } from '../../../core/domain/clearing/amount.ts';
import type { AccountType, ContractKind } from '../../../core/domain/markets/instrument.ts';
import type { OrderSide, WatchedPrice } from '../../../core/domain/orders/order.ts';
import type { OrderTerms, PayFunding } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import { cashRules } from './cash-rules.ts';

/** One trade as the accounts see it. Reused: valid only during the call. */
export interface SettledTrade {
  instrument: InstrumentRecord;
  tradeId: number;
  buyer: number;
  seller: number;
  /** The buyer's order rested, and held what these lots need; else the seller's did. */
  makerBuys: boolean;
  price: number;
  lots: number;
  /** Minor units of base and of quote that the lots are worth. */
  baseAmount: Amount;
  quoteAmount: Amount;
  buyerFeePpm: number;
  sellerFeePpm: number;
  /** Set by {@link AccountRules.charge}, in minor units of the asset that the kind takes fees in. */
  buyerFee: Amount;
  sellerFee: Amount;
  timeMs: number;
}

/** Whose money an order asks for. */
export type Asking = Pick<OrderTerms, 'account' | 'side' | 'reduceOnly'>;

/** An order that acts now, as something that has to be paid. */
export type Payable = Asking & Pick<OrderTerms, 'orderType' | 'price' | 'qty' | 'quoteAmount' | 'stp'>;

/**
 * What differs between kinds of markets: who may trade, what an order needs of its account, what is held for it, how a trade settles. All
 * amounts are minor units of the one asset that the kind asks for on that side. Nothing outside asks for the kind.
 */
export interface AccountRules {
  readonly accountTypes: readonly AccountType[];
  /** Fills change positions, which are part of the state. */
  readonly hasPositions: boolean;
  /** Prices from outside that the kind has, and that its triggers may watch beside the last price. */
  readonly referencePrices: readonly WatchedPrice[];
  /** Whether the kind knows an order's words; tells the sink the first that it does not. */
  knows(state: EngineState, instrument: InstrumentRecord, terms: OrderTerms): boolean;
  /** Lots that a reduce-only order may fill now. */
  reducible(instrument: InstrumentRecord, order: Asking): number;
  /** What orders of this side may need; `instead`: as if this open order were not there. */
  available(state: EngineState, instrument: InstrumentRecord, account: number, side: OrderSide, instead?: OpenOrder): Amount;
  /** What `lots` at `price` (ticks) need beside all else of the account; `instead` as above. Not in proportion to the lots in every kind. */
  need(state: EngineState, instrument: InstrumentRecord, order: Asking, price: number, lots: number, instead?: OpenOrder): Amount;
  /** Most lots at `price` that need no more than `free`. */
  lotsFor(state: EngineState, instrument: InstrumentRecord, order: Asking, price: number, free: Amount, instead?: OpenOrder): number;
  /** What an order needs that acts now; `worst` as from `worstPriceNow`. */
  needNow(state: EngineState, instrument: InstrumentRecord, order: Payable, worst: number): Amount;
  /** The largest size of it that `free` pays for: lots, or minor units of quote where it is sized by them; 0 when none could be placed. */
  largestNow(state: EngineState, instrument: InstrumentRecord, order: Payable, worst: number, free: Amount): number | bigint;
  /** Holds what an order needs for the lots that it still has, as it begins to rest. */
  hold(state: EngineState, instrument: InstrumentRecord, order: OpenOrder): void;
  /** Gives that back, as it stops resting. */
  release(state: EngineState, instrument: InstrumentRecord, order: OpenOrder): void;
  /** Gives back what was held for lots that a resting order loses without a trade. */
  releaseLots(state: EngineState, instrument: InstrumentRecord, order: OpenOrder, lots: number): void;
  /** Changes what is held in common for the pair that `leg` belongs to; returns the change, 0 where nothing is held order by order. */
  holdForPair(state: EngineState, instrument: InstrumentRecord, leg: OpenOrder, change: bigint): bigint;
  /** What an account may give away of an asset. */
  movable(state: EngineState, account: number, asset: number): Amount;
  /** Posts what each position pays or gets, one entry each; of kinds that have funding. */
  fund?(state: EngineState, instrument: InstrumentRecord, payment: PayFunding): void;
  /** A price by which its positions are valued has changed: whose margin may be gone is put among the exposed. */
  valued?(state: EngineState, instrument: InstrumentRecord): void;
  /** Ends orders that have nothing to reduce any more, and liquidates an account whose margin is gone. */
  followUp?(state: EngineState, instrument: InstrumentRecord, account: number): void;
  /** Sets the fees of a fill. */
  charge(fill: SettledTrade): void;
  /** Releases what the resting order held for these lots, and posts one balanced ledger entry. */
  settle(state: EngineState, fill: SettledTrade): void;
}

/** Kinds without a row are refused when an instrument is added. */
export type KindRows = Partial<Record<ContractKind, AccountRules>>;

/** The kinds that are open. Linear contracts have a row (`linear-rules.ts`), and open when their marks and liquidations come. */
export const openKinds: KindRows = { spot: cashRules };
