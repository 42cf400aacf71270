import type { AccountKey } from '../domain/accounts/account-key.ts';
import type { AccountFees, ChargedFees, FeeChange } from '../domain/accounts/fee-schedule.ts';
import type { AccountType, Asset, Instrument, InstrumentId } from '../domain/markets/instrument.ts';
import type { Interval } from '../domain/markets/interval.ts';
import type { InstrumentSteps, MarketTerms } from '../domain/markets/market-terms.ts';
import type { VenueHealth } from '../domain/markets/venue-health.ts';
import {
  type OrderSide,
  type OrderType,
  orderTypes,
  type TimeInForce,
  type TriggerKind,
  timesInForce,
  triggerKinds,
  type WatchedPrice,
} from '../domain/orders/order.ts';
import type { AccountKeyPort } from './account-keys.ts';
import type { Outcome } from './app-error.ts';
import type { Candle, DepthSnapshot, PublicTrade } from './market.ts';
import type { Disposer, Resolved, ResolvedOptional, TokenMap } from './token.ts';
import type { ApiId, Balance, Fill, LedgerRecord, Loan, Order, OrderChange, OrderIntent, Transfer } from './trading.ts';

/** What a venue can do; the conformance suite skips what it does not declare. */
export interface VenueCapabilities {
  readonly marketData: boolean;
  readonly trading: boolean;
  /** Types of accounts that every api account has here; isolated margin accounts come with their markets. */
  readonly accountTypes: readonly AccountType[];
  readonly orderTypes: readonly OrderType[];
  readonly triggerKinds: readonly TriggerKind[];
  readonly timesInForce: readonly TimeInForce[];
  /** Prices from outside that its triggers may watch beside its own last price; absent: none. With {@link Venue.tellReferencePrice}. */
  readonly referencePrices?: readonly WatchedPrice[];
  readonly amend: boolean;
  readonly quoteAmount: boolean;
  /** Deposits from outside by an operator or the demo. */
  readonly deposit: boolean;
  /** Withdrawals to the outside; absent: none. With {@link TransferPort.withdraw}. */
  readonly withdrawal?: boolean;
  /** Transfers between the accounts of one api account. With {@link TransferPort.transfer}. */
  readonly transfer: boolean;
  /** Transfers between two api accounts as well; absent: none. */
  readonly accountTransfer?: boolean;
  /** Loans to accounts, and their repayment; absent: none. With {@link TransferPort.borrow} and {@link TransferPort.repay}. */
  readonly lending?: boolean;
}

/** The part of what a venue can do that is about orders. */
type OrderCapabilities = Pick<VenueCapabilities, 'orderTypes' | 'triggerKinds' | 'timesInForce' | 'amend' | 'quoteAmount'>;

/** Every spot order that the house knows; what matches by the house's rules can do it all. */
export const everyOrder: OrderCapabilities = { orderTypes, triggerKinds, timesInForce, amend: true, quoteAmount: true };

/** Of a venue that only speaks. */
export const noOrders: OrderCapabilities = { orderTypes: [], triggerKinds: [], timesInForce: [], amend: false, quoteAmount: false };

/** What happened at a venue. Those that name an account belong to it, the others are public. */
export type VenueEvent =
  | {
      readonly type: 'order';
      readonly order: Order;
      /** The change's own number at its venue, where one batch holds several: its name whichever batch tells it. Default: the batch's. */
      readonly sequence?: number;
    }
  | { readonly type: 'fill'; readonly fill: Fill }
  | { readonly type: 'ledger'; readonly entry: LedgerRecord }
  | { readonly type: 'balance'; readonly balance: Balance }
  | { readonly type: 'trade'; readonly trade: PublicTrade }
  | { readonly type: 'level'; readonly instrumentId: InstrumentId; readonly side: OrderSide; readonly price: string; readonly qty: string }
  | { readonly type: 'book'; readonly book: DepthSnapshot }
  /**
   * A market is new, has other terms or another state from now on. What it says of one that is told before it (its orders, trades and levels)
   * was by the former terms. `DELISTED` is its end: its open orders have been told to have ended, with their cause, and nothing of it follows.
   */
  | { readonly type: 'instrument'; readonly instrument: Instrument }
  /** By what positions in a contract are valued from now on, in quote. */
  | { readonly type: 'mark'; readonly instrumentId: InstrumentId; readonly price: string }
  /** A perpetual was funded: `rate` is the signed fraction of one period, which longs pay; `timeMs` the moment by the hours of its terms. */
  | { readonly type: 'funding'; readonly instrumentId: InstrumentId; readonly rate: string; readonly timeMs: number };

/** Durable events in order. `sequence` is the venue's position after the batch; a projector stores it to go on from there. */
export interface VenueBatch {
  readonly exchange: string;
  readonly sequence: number;
  readonly timeMs: number;
  readonly events: readonly VenueEvent[];
}

export type { VenueHealth };

export interface VenueSink {
  /** May return a promise while recovering; the venue waits for it before the next batch. */
  batch(batch: VenueBatch): void | Promise<void>;
  /**
   * `exchange` is one of those that the contribution opens; `reason` is empty while LIVE. One that says DOWN takes no orders
   * and is opened again after a while, its contribution's other exchanges with it, unless it is ephemeral.
   */
  health(exchange: string, health: VenueHealth, reason: string): void;
}

export type OrderMemory = Order | 'USED' | 'FRESH' | 'UNSURE';

export interface VenueAudit {
  readonly sequence: number;
  readonly stateHash: string;
}

/**
 * Where the truth of a venue lies, and so what the house does when the venue goes down or its projection is behind:
 * - `journal`: in a journal of the house. What it told can be told again from any sequence, the same;
 * - `reconciled`: at an exchange elsewhere, of which the venue keeps a replica. It cannot tell the past again: at each opening it asks what has
 *   become of everything and tells the difference, numbering on after the sequence that the house has stored;
 * - `ephemeral`: nowhere. Every opening starts from nothing (replays, simulations), and nothing of it is kept in the store.
 */
export type VenueDurability = 'journal' | 'reconciled' | 'ephemeral';

/**
 * What somebody looks at. From `watch` on the venue reports book and trades of a market, first a whole book; until then and from `unwatch` on
 * nothing of it. Neither fails: where the exchange is away, it is made good when that is back.
 */
export interface VenueDemand {
  watch(id: InstrumentId): void;
  unwatch(id: InstrumentId): void;
}

/** Funding of a perpetual at one moment. */
export interface FundingDue {
  /** The moment by the hours of its terms, in ms. */
  readonly fundingMs: number;
  /** Mark price of that moment, in quote per base; the nearest tick to it counts. */
  readonly mark: string;
  /** What a long pays of its notional and a short gets, as a signed fraction of at most nine decimals; '0.0003' is 0.03 %. */
  readonly rate: string;
}

/** Market data. What a venue reports goes into the house's own books and candles; these reads are for their beginning. */
export interface MarketPort {
  /** The venue's book as of now, null while it has none: an exchange elsewhere that nobody watches. */
  depth(id: InstrumentId, levels: number): DepthSnapshot | null;
  lastPrice(id: InstrumentId): string | null;
  /**
   * Tick and lot that a market counts in. Those of its terms are multiples of them, and what rests need be one of these alone. Null of a market
   * that is not known; absent: tick and lot never change.
   */
  countsIn?(id: InstrumentId): InstrumentSteps | null;
  /** The venue's own older candles, for charts and strategies: those that open before `beforeMs`, oldest first, at most `limit`; the last may still be open. */
  candles?(id: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]>;
  /** Of a venue that reports only what somebody looks at; without it everything is reported always. Orders and balances are, in any case. */
  readonly demand?: VenueDemand;
  /**
   * Tells it a price from outside, in quote per base, before an order that watches it and then as it moves while {@link waitsFor} says that
   * one waits. What it fires is told like everything else. Only of those that the capability names.
   */
  tellReferencePrice?(id: InstrumentId, watched: WatchedPrice, price: string): Promise<Outcome<void>>;
  /** Whether an order of the market waits for that price. */
  waitsFor?(id: InstrumentId, watched: WatchedPrice): boolean;
  /** The moment through which the funding of a perpetual is paid, in ms: at first that of its listing. Null of what is never funded. */
  fundedMs?(id: InstrumentId): number | null;
  /** Has all open positions pay or get funding. A moment that is not after {@link fundedMs} is accepted and changes nothing. */
  payFunding?(id: InstrumentId, due: FundingDue): Promise<Outcome<void>>;
}

/**
 * Orders. What is asked ends in one of three ways, and the house acts on the difference:
 * - accepted: it has happened and is durable;
 * - a refusal with a code of the catalogue: it has certainly not happened and never will, so that it may be asked anew.
 *   Before anything was sent to a venue that cannot take it, that is VENUE_UNAVAILABLE;
 * - a rejected promise: nobody knows. The house says ORDER_UNRESOLVED and waits for what the venue reports, answers to {@link find} or, opened
 *   again, reports of it. So a network or a disk that fails once something is under way must reject, and never be made a refusal.
 */
export interface TradingPort {
  /**
   * `intent` is on the instrument's grid, uses what `capabilities` declare and always has a client order id. It trades in the account
   * of the instrument's type (core/domain/account-key). The placed orders,
   * the intent's own first, as they are after their first fills; none for a repeat of an id whose order is no longer in memory.
   * Refused when it breaks a rule of the venue (ORDER_…), for an unknown account (ACCESS_ACCOUNT) or instrument
   * (MARKET_UNKNOWN_INSTRUMENT), and as ORDER_DUPLICATE_CLIENT_ID when the id belongs to another order.
   */
  submit(intent: OrderIntent): Promise<Outcome<readonly Order[]>>;
  /**
   * What the venue knows at once of a client order id of the account (it tells a repeat from another order): the order as it is durable;
   * USED by one that is not durable yet or ended long ago; FRESH; or UNSURE when it may be one of long ago. A venue without it is always unsure.
   */
  recall?(account: AccountKey, clientOrderId: string): OrderMemory;
  /**
   * The same of a venue that has to ask elsewhere. FRESH only when no order of that id is there and none that was sent can still come;
   * UNSURE while one may be under way, and when nobody answers. Without it {@link recall} is all that can be learned.
   */
  find?(account: AccountKey, clientOrderId: string): Promise<OrderMemory>;
  /** The changed order; refused as ORDER_UNKNOWN when it is not open, or by the rule that the change breaks. */
  amend(change: OrderChange): Promise<Outcome<Order>>;
  /** The canceled order; refused as ORDER_UNKNOWN when it is not open. */
  cancel(target: { readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly orderId: string }): Promise<Outcome<Order>>;
  /** The canceled orders; none is no refusal. */
  cancelAll(scope: { readonly account: AccountKey; readonly instrumentId?: InstrumentId }): Promise<Outcome<readonly Order[]>>;
  /** Current durable state, for the start of a reader. */
  openOrders(account: AccountKey): readonly Order[];
}

/** Accounts and their money. */
export interface AccountPort {
  /** Where people bring accounts of their own, with keys; without it an account is opened by a name alone. */
  readonly accountKeys?: AccountKeyPort;
  /**
   * Makes the account known to the venue, with the fees of its user's VIP level; harmless when it is already, and the way to tell that
   * the level has changed: it pays by the new one from its next fill on. Rejects for a type that the venue does not have.
   */
  openAccount(account: AccountKey): Promise<void>;
  /** Accounts of an api account that it knows. */
  accounts(apiId: ApiId): readonly AccountKey[];
  /** Current durable state, for the start of a reader. */
  balances(account: AccountKey): readonly Balance[];
  /** Free part of a balance as a risk check must see it now, orders in flight included. */
  available(account: AccountKey, asset: string): string;
  /** What an account pays in a market from its next fill on; null for an unknown account or market. A venue without it takes the market's fees. */
  fees?(account: AccountKey, id: InstrumentId): AccountFees | null;
  /**
   * An operator's change of what is charged, from the next fill on; answers with what it was before. What a market or a tier was changed to stays
   * until its plugin itself says something else of it than before.
   */
  changeFees?(change: FeeChange): Promise<Outcome<FeeChange>>;
  /** What is charged beside the fees of markets, with every change of an operator. With {@link changeFees}. */
  chargedFees?(): ChargedFees;
  /** By what orders in a market are judged now; null for an unknown one. With {@link changeTerms}. */
  terms?(id: InstrumentId): MarketTerms | null;
  /**
   * An operator's change of terms, told as an `instrument` event; answers with what they were before. Orders that are open stay as they are; what
   * is sent from then on is held to it. It stays until its plugin itself says something else of it than before. Tick and lot are multiples of
   * those that the market counts in. Bad ones are refused by field and rule, and then nothing has changed.
   */
  changeTerms?(id: InstrumentId, change: Partial<MarketTerms>): Promise<Outcome<MarketTerms>>;
}

/** Money that comes and goes; each happens once per reference. */
export interface TransferPort {
  /**
   * Credits an account from outside; `reference` makes it happen once: a repeat is accepted and does nothing, one with another
   * amount is refused as TRANSFER_DUPLICATE_REFERENCE, one finer than the asset's scale as ORDER_AMOUNT_OFF_GRID.
   */
  deposit(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>>;
  /**
   * Takes free money out of an account to the outside, once per reference as a deposit, with the same refusals, and TRANSFER_INSUFFICIENT
   * for more than is free. Only with the capability.
   */
  withdraw?(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>>;
  /**
   * Keeps free money of an account back for the withdrawal of this reference, which takes it: until then it is held as what orders need. Once per
   * reference, with the same refusals, and ORDER_NOT_SUPPORTED for an account that keeps nothing back. Absent: none does.
   */
  hold?(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>>;
  /** Lets it go: it is free again, and the reference as if it had never been used. Also of one that is not held. With {@link hold}. */
  release?(reference: string): Promise<Outcome<void>>;
  /** References under which something is held now. With {@link hold}. */
  holds?(): readonly string[];
  /**
   * Moves free money between two accounts, once per reference as a deposit, with the same refusals, and TRANSFER_INSUFFICIENT for more
   * than is free. Only with the capability, and between two api accounts only with that for it.
   */
  transfer?(move: Transfer): Promise<Outcome<void>>;
  /** Lends to an account, once per reference as a deposit, with the same refusals, and LOAN_LIMIT for more than it lends now. Only with the capability. */
  borrow?(loan: Loan): Promise<Outcome<void>>;
  /** Takes back from what is free in an account, likewise: interest first. LOAN_EXCEEDED for more than is owed, TRANSFER_INSUFFICIENT for more than is free. */
  repay?(loan: Loan): Promise<Outcome<void>>;
}

/**
 * An open venue, by ports. Everything it reports is durable; nothing it acknowledges can be lost. Reads answer at once, from what the venue
 * has told so far: one whose exchange is elsewhere keeps a replica, which its own batches feed (core/replica).
 *
 * Amounts are in their asset (`0.5` BTC is half a coin), quantities in base or contracts, prices in quote per base: decimal
 * strings, never floats.
 */
export interface Venue extends MarketPort, TradingPort, AccountPort, TransferPort {
  readonly exchange: string;
  /** Name shown to people, such as `Aurora`. */
  readonly title: string;
  readonly capabilities: VenueCapabilities;
  readonly durability: VenueDurability;
  readonly assets: readonly Asset[];
  /** As they are now, with every change that was told; ended ones may stay, as `DELISTED`. */
  readonly instruments: readonly Instrument[];
  /**
   * True when `candles` are made up: they are the time before the first candle that the house has seen itself, and of no later one.
   * Without it they are a record of what was traded, also while the house did not listen.
   */
  readonly simulatedPast?: boolean;
  /** Digest of the whole state after command `sequence`, to compare a live venue with a replay of its journal. Costs a pass over the state. */
  audit?(): VenueAudit;
  close(): Promise<void>;
}

export interface VenueOpening {
  readonly sink: VenueSink;
  /**
   * Position that the house has stored of an exchange; 0 for a new one. A reconciled venue tells at open what came after it and numbers that after
   * it. Venues on the engine need not ask: {@link Matching} knows.
   */
  projectedThrough(exchange: string): Promise<number>;
}

/** One venue contribution may open several exchanges: all or none of them (`allOrNothing`), because a failed opening is tried again. */
export interface VenueDefinition<R extends TokenMap = TokenMap, O extends TokenMap = TokenMap> {
  open(services: Resolved<R>, opening: VenueOpening, optional: ResolvedOptional<O>): Promise<readonly Venue[]>;
}

export type { Disposer };
