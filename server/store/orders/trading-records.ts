import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../core/contract/error-catalogue.ts';
import type { Order } from '../../../core/contract/trading.ts';
import type { MovementKind } from '../../../core/domain/accounts/money-movement.ts';
import type { AccountType, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import type { LiquiditySide, OrderSide, OrderType, WatchedPrice } from '../../../core/domain/orders/order.ts';
import type { OrderStatus } from '../../../core/domain/orders/order-status.ts';
import type { Refuser } from '../../../schemas/wire/order-events.ts';

/** Prices, quantities and amounts are decimal strings; times are ms since 1970; `venue` is the exchange part of an instrument id. */

/** A place in a list sorted by time; `formatCursor` and `parseCursor` carry it over the wire. */
export interface Cursor {
  readonly timeMs: number;
  readonly venue: string;
  readonly id: string;
  readonly part: string;
}

/** An order as the contract speaks of it, its market in parts, no name as null. */
export interface OrderRecord extends Omit<Order, 'exchange' | 'instrumentId' | 'clientOrderId' | 'watchedPrice'> {
  readonly venue: string;
  readonly accountType: AccountType;
  readonly symbol: string;
  readonly clientOrderId: string | null;
  readonly watchedPrice: WatchedPrice;
}

/** One change of an order; (venue, sequence, ordinal) names it: the journal record and its place among the changes of orders that it caused. */
export interface OrderEventRecord {
  readonly venue: string;
  readonly sequence: number;
  readonly ordinal: number;
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly cause: string;
  /** The terms that this change set: all of them when the order was placed or amended, else null. */
  readonly price: string | null;
  readonly qty: string | null;
  readonly triggerPrice: string | null;
  /** Filled in all, after this change. */
  readonly filledQty: string;
  /** Taken off by self-trade prevention in all, after this change. */
  readonly preventedQty: string;
  readonly timeMs: number;
}

/** Last command of a journal, and its time; 0 for an empty one. */
export interface JournalEndRecord {
  readonly sequence: number;
  readonly timeMs: number;
}

export interface StoredAfter {
  readonly events: readonly OrderEventRecord[];
  readonly postings: readonly LedgerPostingRecord[];
}

/** An order, or an amendment of one, that was refused. Not of the journal: nothing changed there. */
export interface OrderRefusalRecord {
  readonly venue: string;
  /** Unique per venue; ids of one order sort by time. */
  readonly refusalId: string;
  readonly orderId: string;
  /** Null: of before it was kept. */
  readonly apiId: number | null;
  readonly by: Refuser;
  /** The error that was answered. */
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  /** What was asked for; null: nothing. */
  readonly price: string | null;
  readonly qty: string | null;
  readonly triggerPrice: string | null;
  readonly timeMs: number;
  /** Further ones of the same account, minute and reason that were joined to this one. */
  readonly repeats: number;
}

/** A refusal, with the order that never came to be, or that stayed as it was. */
export interface RefusedOrder {
  readonly refusal: OrderRefusalRecord;
  readonly order: OrderRecord;
}

export interface RefusalBatch {
  /** Orders that never came to be; each has its refusal. */
  readonly orders: readonly OrderRecord[];
  readonly refusals: readonly OrderRefusalRecord[];
}

/** One side of a trade: a trade between two of our accounts is two fills with one trade id. */
export interface FillRecord {
  readonly venue: string;
  readonly symbol: string;
  readonly accountType: AccountType;
  readonly tradeId: string;
  readonly orderId: string;
  readonly apiId: number;
  readonly side: OrderSide;
  readonly liquidity: LiquiditySide;
  readonly price: string;
  readonly qty: string;
  /** What this side paid, in `feeAsset`; negative is a rebate. */
  readonly fee: string;
  readonly feeAsset: string;
  readonly timeMs: number;
}

/** A sell and what it realised. The three are null when the cost of nothing that was sold is known (core/domain/cost-basis). */
export interface CloseRecord extends FillRecord {
  readonly closedQty: string | null;
  readonly closedCost: string | null;
  /** After the fee, in quote. */
  readonly realised: string | null;
}

/** A spot holding with a known cost, of one account in one market (core/domain/cost-basis). */
export interface PositionRecord {
  readonly venue: string;
  readonly apiId: number;
  readonly accountType: AccountType;
  readonly symbol: string;
  readonly qty: string;
  /** In quote. */
  readonly cost: string;
  /** Sum of what all its sells realised, in quote. */
  readonly realised: string;
  /** When it last began from nothing. */
  readonly openedMs: number;
  readonly updatedMs: number;
}

/** One balanced posting: the lines sum to zero per asset. */
export interface LedgerEntryRecord {
  readonly venue: string;
  readonly entryId: number;
  /** TRADE, TRANSFER, FEE, FUNDING, INTEREST, LIQUIDATION, SETTLEMENT… */
  readonly kind: string;
  /** Trade id, transfer reference… */
  readonly reference: string;
  readonly timeMs: number;
  readonly lines: readonly LedgerLineRecord[];
}

export interface LedgerLineRecord {
  /** Api id; below zero an account of the venue itself (outside world, fees, insurance…). */
  readonly account: number;
  /** Null for the venue's own accounts. */
  readonly accountType: AccountType | null;
  /** Market of an isolated margin account; absent otherwise. */
  readonly symbol?: string | undefined;
  readonly asset: string;
  readonly amount: string;
}

/** A line together with its entry, as a statement shows it. */
export interface LedgerPostingRecord extends LedgerLineRecord {
  readonly venue: string;
  readonly entryId: number;
  readonly ordinal: number;
  readonly kind: string;
  readonly reference: string;
  readonly timeMs: number;
}

/** What a statement says beside a line. */
export interface LineStandingRecord {
  /** Of its asset in its account, with this line and all before it. */
  readonly balance: string;
  /** The movement that has brought its money from outside the exchange, or taken it there; null: none. */
  readonly movement: MovementKind | null;
}

/** Sums of an account's lines of one asset: of its transfers by quarters of an hour, and of everything else. */
export interface BalanceChangeRecord {
  readonly venue: string;
  readonly apiId: number;
  readonly accountType: AccountType;
  readonly symbol?: string | undefined;
  readonly asset: string;
  readonly traded: string;
  /** By time; `timeMs` is the end of the quarter. */
  readonly moves: readonly { readonly amount: string; readonly timeMs: number }[];
}

export interface BalanceRecord {
  readonly venue: string;
  readonly apiId: number;
  readonly accountType: AccountType;
  /** Market of an isolated margin account; absent otherwise. */
  readonly symbol?: string | undefined;
  readonly asset: string;
  readonly total: string;
  /** The part of `total` that open orders hold. */
  readonly held: string;
}

/** What a stretch of a venue's journal did. Later rows of the same key win. */
export interface ProjectionBatch {
  readonly venue: string;
  /** Journal number of the last record in the batch. */
  readonly sequence: number;
  /** When given, the stored position must be exactly this, else the batch is refused as a gap. */
  readonly afterSequence?: number | undefined;
  readonly orders: readonly OrderRecord[];
  readonly events: readonly OrderEventRecord[];
  readonly fills: readonly FillRecord[];
  readonly entries: readonly LedgerEntryRecord[];
  readonly balances: readonly BalanceRecord[];
}

/** `position` is the stored one: the batch's own number after 'applied', what was there before otherwise. */
export interface ProjectionResult {
  readonly outcome: 'applied' | 'stale' | 'gap';
  readonly position: number;
}

export interface TimeFilter {
  /** Inclusive. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
  readonly cursor?: Cursor | undefined;
  /** 1–1000. */
  readonly limit: number;
}

/** An empty list matches nothing; an absent one matches all. Times are those of the order's creation. */
export interface OrderFilter extends TimeFilter {
  readonly apiIds: readonly number[];
  readonly venues?: readonly string[] | undefined;
  readonly symbol?: string | undefined;
  readonly accountType?: AccountType | undefined;
  readonly side?: OrderSide | undefined;
  readonly types?: readonly OrderType[] | undefined;
  readonly statuses?: readonly OrderStatus[] | undefined;
}

export interface FillFilter extends TimeFilter {
  readonly apiIds: readonly number[];
  readonly venues?: readonly string[] | undefined;
  readonly symbol?: string | undefined;
  readonly accountType?: AccountType | undefined;
  readonly side?: OrderSide | undefined;
}

export interface LedgerFilter extends TimeFilter {
  readonly accounts: readonly number[];
  readonly venues?: readonly string[] | undefined;
  readonly accountType?: AccountType | undefined;
  readonly asset?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
}

export interface CandleRecord {
  readonly instrumentId: InstrumentId;
  readonly interval: Interval;
  readonly openMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly quoteVolume: string;
  readonly trades: number;
}

/** Takers' volume by price line within a minute or a quarter of an hour; quantities are in units of 10^-12. */
export interface TradeFlowRecord {
  readonly instrumentId: InstrumentId;
  readonly openMs: number;
  readonly lengthMs: number;
  readonly firstMs: number;
  readonly trades: number;
  /** Decimal string: line n holds prices from n × step on. */
  readonly step: string;
  readonly lines: ReadonlyArray<readonly [line: number, buy: bigint, sell: bigint]>;
}

export interface CandleBounds {
  readonly firstOpenMs: number;
  readonly lastOpenMs: number;
  readonly count: number;
}
