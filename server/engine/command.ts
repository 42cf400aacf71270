import type { AccountType, ContractKind, InstrumentState } from '../../core/domain/instrument.ts';
import type { OrderSide, OrderType, PositionSide, SelfTradePrevention, TimeInForce, WatchedPrice } from '../../core/domain/order.ts';

/**
 * What the engine can be told. Everything is an integer: prices in ticks, quantities in lots, amounts in minor units of
 * the asset (bigint), names as dense indices that the ADD_* commands introduce, so that a journal explains itself.
 * The sequencer adds a sequence number and the time; the engine has neither clock nor randomness.
 */
export type Command =
  | AddAsset
  | AddInstrument
  | AddAccount
  | SetInstrumentState
  | Transfer
  | PlaceOrder
  | PlaceOco
  | PlaceBracket
  | AmendOrder
  | CancelOrder
  | CancelAll;

export interface AddAsset {
  readonly type: 'ADD_ASSET';
  /** Must be the next free index. */
  readonly asset: number;
  readonly code: string;
  /** Decimals of a minor unit, 0–18. */
  readonly scale: number;
}

/** One tick of price times one lot of quantity is `quotePerTickLot` minor units of quote; one lot is `basePerLot` minor units of base. */
export interface AddInstrument {
  readonly type: 'ADD_INSTRUMENT';
  readonly instrument: number;
  readonly symbol: string;
  readonly accountType: AccountType;
  readonly contractKind: ContractKind;
  readonly base: number;
  readonly quote: number;
  readonly basePerLot: bigint;
  readonly quotePerTickLot: bigint;
  readonly minLots: number;
  readonly maxLots: number;
  /** In minor units of quote. */
  readonly minNotional: bigint;
  /** Price band in parts per million of the last price. */
  readonly bandPpm: number;
  /** Fees in parts per million of the received amount. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** Most orders that an account, unless it is a desk, may have resting and waiting for a trigger here. */
  readonly maxResting: number;
  readonly maxWaiting: number;
}

export interface AddAccount {
  readonly type: 'ADD_ACCOUNT';
  readonly account: number;
  /** The trading room's account id; unique per account type. */
  readonly key: string;
  readonly accountType: AccountType;
  /** Accounts of one trade group never trade with each other (self-trade prevention); 0 = no group, the account alone. */
  readonly tradeGroup: number;
  /**
   * A desk plays many traders (liquidity agents of the house): the limits on open orders do not bind it, and what it
   * trades with itself counts as traded between strangers.
   */
  readonly desk: boolean;
}

export interface SetInstrumentState {
  readonly type: 'SET_INSTRUMENT_STATE';
  readonly instrument: number;
  readonly state: InstrumentState;
}

/** Moves money between a user wallet and the outside world (deposit, withdrawal) or between two wallets. */
export interface Transfer {
  readonly type: 'TRANSFER';
  /** Account index, or -1 for the outside world. */
  readonly from: number;
  readonly to: number;
  readonly asset: number;
  readonly amount: bigint;
  /** Unique: a repeated reference with the same content changes nothing and is told as `repeated(0)`. */
  readonly reference: string;
}

export interface OrderTerms {
  readonly instrument: number;
  readonly account: number;
  readonly side: OrderSide;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly positionSide: PositionSide;
  readonly stp: SelfTradePrevention;
  /** Limit price in ticks; 0 when the type has none. */
  readonly price: number;
  /** Quantity in lots; 0 when `quoteAmount` is given. */
  readonly qty: number;
  /** Quote minor units to spend, spot market buy (or to receive at least lot by lot, market sell); 0n when `qty` is given. */
  readonly quoteAmount: bigint;
  /** Trigger price in ticks; 0 when none. */
  readonly trigger: number;
  readonly watchedPrice: WatchedPrice;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  /** Unique per account among all its orders; '' lets the engine go without one. */
  readonly clientOrderId: string;
}

/** One order of any type. A trigger type waits; LIMIT and MARKET act at once. */
export interface PlaceOrder {
  readonly type: 'PLACE';
  readonly terms: OrderTerms;
}

/** Two legs of the same side and quantity; one cancels the other (trading rules §7). */
export interface PlaceOco {
  readonly type: 'PLACE_OCO';
  /** LIMIT, TAKE_PROFIT or TAKE_PROFIT_MARKET. */
  readonly takeProfit: OrderTerms;
  /** STOP_LOSS or STOP_MARKET. */
  readonly stopLoss: OrderTerms;
}

/** CONDITIONAL_OCO: an entry that arms a pair for the quantity filled so far (trading rules §8). The pair's qty is ignored. */
export interface PlaceBracket {
  readonly type: 'PLACE_BRACKET';
  readonly entry: OrderTerms;
  readonly takeProfit: OrderTerms;
  readonly stopLoss: OrderTerms;
}

/** Lowering only the quantity keeps time priority; anything else loses it. `qty` is the new total, filled part included. */
export interface AmendOrder {
  readonly type: 'AMEND';
  readonly account: number;
  readonly orderId: number;
  readonly price: number;
  readonly qty: number;
  readonly trigger: number;
}

export interface CancelOrder {
  readonly type: 'CANCEL';
  readonly account: number;
  readonly orderId: number;
}

export interface CancelAll {
  readonly type: 'CANCEL_ALL';
  readonly account: number;
  /** Instrument index, or -1 for all. */
  readonly instrument: number;
}
