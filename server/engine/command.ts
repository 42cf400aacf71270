import type { CommandOf, CommandType, OrderTermsFields } from './codec/command-fields.ts';

/**
 * What the engine can be told; the fields and what they mean are in `command-fields.ts`. Everything is an integer: prices in ticks,
 * quantities in lots, amounts in minor units of the asset (bigint), names as dense indices that the ADD_* commands introduce, so that
 * a journal explains itself. The sequencer adds a sequence number and the time; the engine has neither clock nor randomness.
 */
export type Command = { [T in CommandType]: CommandOf<T> }[CommandType];

export type AddAsset = CommandOf<'ADD_ASSET'>;

/** One tick of price times one lot of quantity is `quotePerTickLot` minor units of quote; one lot is `basePerLot` minor units of base. */
export type AddInstrument = CommandOf<'ADD_INSTRUMENT'>;

export type AddAccount = CommandOf<'ADD_ACCOUNT'>;

export type SetInstrumentState = CommandOf<'SET_INSTRUMENT_STATE'>;

/** Terms that hold from the next order or fill on; what rests stays where it is. */
export type SetInstrumentTerms = CommandOf<'SET_INSTRUMENT_TERMS'>;

/** A row of the fee schedule: the share of an instrument's fees that accounts of the tier pay. */
export type SetFeeTier = CommandOf<'SET_FEE_TIER'>;

/** The tier of an account and its own discount; it pays by them from its next fill on. */
export type SetAccountFees = CommandOf<'SET_ACCOUNT_FEES'>;

/** Moves money between a user wallet and the outside world (deposit, withdrawal) or between two wallets. */
export type TransferFunds = CommandOf<'TRANSFER'>;

/** Keeps money of an account back until the transfer of the same reference takes it to the outside world. */
export type HoldFunds = CommandOf<'HOLD'>;

/** What was kept back is free again. */
export type ReleaseHold = CommandOf<'RELEASE_HOLD'>;

/** A price from outside that triggers may watch; it fires those whose condition it meets. */
export type SetReferencePrice = CommandOf<'SET_REFERENCE_PRICE'>;

/** Funding of all positions of a contract at one moment; each moment is paid once. */
export type PayFunding = CommandOf<'PAY_FUNDING'>;

/** Fees of an instrument by an operator, from the next fill on. */
export type ChangeInstrumentFees = CommandOf<'CHANGE_INSTRUMENT_FEES'>;

/** Filters and limits of an instrument by an operator, from the next order on. */
export type ChangeInstrumentTerms = CommandOf<'CHANGE_INSTRUMENT_TERMS'>;

/** What the exchange itself says of an instrument of which an operator has said something else. */
export type SetOwnTerms = CommandOf<'SET_OWN_TERMS'>;

/** A row of the fee schedule by an operator. */
export type ChangeFeeTier = CommandOf<'CHANGE_FEE_TIER'>;

/** The leverage of an account in a contract. */
export type SetLeverage = CommandOf<'SET_LEVERAGE'>;

export type OrderTerms = OrderTermsFields;

/** One order of any type. A trigger type waits; LIMIT and MARKET act at once. */
export type PlaceOrder = CommandOf<'PLACE'>;

/** Two legs of the same side and quantity; one cancels the other (trading rules §7). */
export type PlaceOco = CommandOf<'PLACE_OCO'>;

/** CONDITIONAL_OCO: an entry that arms a pair for the quantity filled so far (trading rules §8). The pair's qty is ignored. */
export type PlaceBracket = CommandOf<'PLACE_BRACKET'>;

/** Lowering only the quantity keeps time priority; anything else loses it. `qty` is the new total, filled part included. */
export type AmendOrder = CommandOf<'AMEND'>;

export type CancelOrder = CommandOf<'CANCEL'>;

export type CancelAll = CommandOf<'CANCEL_ALL'>;
