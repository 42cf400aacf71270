import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import type { Page } from '../records.ts';
import type { StoredSender } from './order-senders.ts';
import type * as r from './trading-records.ts';

/** Read side of what the venues' journals say; only {@link Projections} writes it. */
export interface Orders {
  /** Refused ones included. */
  get(venue: string, orderId: string): Promise<r.OrderRecord | null>;
  /** Those of these ids that the venue has, refused ones included, oldest first. */
  named(venue: string, orderIds: readonly string[]): Promise<readonly r.OrderRecord[]>;
  byClientOrderId(venue: string, account: AccountKey, clientOrderId: string): Promise<r.OrderRecord | null>;
  /** Of one account, those whose sender's id begins so, oldest first. */
  bySender(apiId: number, begins: string): Promise<readonly r.OrderRecord[]>;
  /** What is known of who has sent these orders, by their ids, refused ones included; what is not stored is missing. */
  senders(venue: string, orderIds: readonly string[]): Promise<ReadonlyMap<string, StoredSender>>;
  /** Newest first by creation, refused ones included. */
  page(filter: r.OrderFilter): Promise<Page<r.OrderRecord, r.Cursor>>;
  /** All orders of the accounts that can still change, oldest first. */
  open(apiIds: readonly number[]): Promise<readonly r.OrderRecord[]>;
  /** The orders with this parent, oldest first. */
  children(venue: string, parentId: string): Promise<readonly r.OrderRecord[]>;
  /** The life of one order, oldest first. */
  events(venue: string, orderId: string): Promise<readonly r.OrderEventRecord[]>;
}

/** What never came to be: kept apart from what the journals say, and not lost when that is rebuilt. */
export interface Refusals {
  /** Repeating a batch changes nothing; a refusal that comes again with another number of repeats has that one. */
  append(batch: r.RefusalBatch): Promise<void>;
  /** Oldest first. */
  ofOrder(venue: string, orderId: string): Promise<readonly r.OrderRefusalRecord[]>;
  /** Those of accounts since a time (inclusive) with their orders, newest first; not those of orders that are gone. */
  ofAccounts(apiIds: readonly number[], fromMs: number, limit: number): Promise<readonly r.RefusedOrder[]>;
  /** Forgets what was refused before this time; returns how many refusals. */
  deleteOlder(beforeMs: number): Promise<number>;
  /** Forgets what is more than so many refusals of one account, the oldest; returns how many. */
  keepNewest(most: number): Promise<number>;
}

export interface Fills {
  page(filter: r.FillFilter): Promise<Page<r.FillRecord, r.Cursor>>;
  ofOrder(venue: string, orderId: string): Promise<readonly r.FillRecord[]>;
  /** Sells with what they realised, newest first. */
  closes(filter: Omit<r.FillFilter, 'side'>): Promise<Page<r.CloseRecord, r.Cursor>>;
}

export interface StoredPositions {
  /** Positions of the accounts, emptied ones included. */
  of(apiIds: readonly number[]): Promise<readonly r.PositionRecord[]>;
}

export interface StoredLedger {
  /** Statement of accounts, newest first. */
  page(filter: r.LedgerFilter): Promise<Page<r.LedgerPostingRecord, r.Cursor>>;
  entry(venue: string, entryId: number): Promise<r.LedgerEntryRecord | null>;
  /**
   * What a statement says beside each of these lines, which follow each other without gaps in their assets, newest first. `older` carries what is
   * there before them to those that follow: pages of one statement are given the same map.
   */
  standings(lines: readonly r.LedgerPostingRecord[], older?: Map<string, string>): Promise<readonly r.LineStandingRecord[]>;
  /** How much accounts have changed since a time (inclusive), each asset that has lines; in order of venue, account and asset. */
  changes(accounts: readonly number[], fromMs: number): Promise<readonly r.BalanceChangeRecord[]>;
  /** The transfer that was made under this reference. */
  transfer(venue: string, reference: string): Promise<r.LedgerEntryRecord | null>;
  /** Sum of all lines of an account per asset; equals its balance totals. */
  sums(venue: string, account: AccountKey): Promise<Readonly<Record<string, string>>>;
  /** Assets whose lines do not sum to zero over the venue; empty when the books balance. */
  imbalance(venue: string): Promise<Readonly<Record<string, string>>>;
}

export interface Balances {
  of(apiIds: readonly number[], venue?: string): Promise<readonly r.BalanceRecord[]>;
}

export interface Projections {
  /** Journal number up to which the venue's projections stand; 0 for a new venue. */
  position(venue: string): Promise<number>;
  /** Those of several at once; one at 0 is left out. */
  positions(venues: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Moves positions on that come without rows; one that stands further already stays. */
  advance(positions: ReadonlyMap<string, number>): Promise<void>;
  /** Writes position and rows in one transaction. A batch at or before the position changes nothing ('stale'), so repeating one is safe. */
  apply(batch: r.ProjectionBatch): Promise<r.ProjectionResult>;
  /** What is stored of a venue after a journal's end: the changes of orders after its last command, the postings after that one's time. */
  after(venue: string, end: r.JournalEndRecord): Promise<r.StoredAfter>;
  /** Forgets everything of a venue, so that it can be rebuilt from its journal. */
  reset(venue: string): Promise<void>;
}

/** Candles of an interval that open in [fromMs, untilMs). */
export interface CandleSpan {
  readonly interval: Interval;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Oldest first; markets and intervals without any are left out. */
export type CandlesByMarket = ReadonlyMap<InstrumentId, ReadonlyMap<Interval, readonly r.CandleRecord[]>>;

export interface TradeFlows {
  /** Adds or overwrites. A longer row takes the place of the shorter ones within it, and then rows of its market that are a day older go. */
  save(flows: readonly r.TradeFlowRecord[]): Promise<void>;
  of(instrumentIds: readonly InstrumentId[]): Promise<readonly r.TradeFlowRecord[]>;
  /** Step of the newest row of each market that has any. */
  steps(instrumentIds: readonly InstrumentId[]): Promise<ReadonlyMap<InstrumentId, string>>;
}

export interface Candles {
  /** Adds or overwrites; later rows of the same key win. */
  upsert(candles: readonly r.CandleRecord[]): Promise<void>;
  /** The last `limit` (1–5000) candles that open before `beforeMs`, oldest first. */
  before(instrumentId: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly r.CandleRecord[]>;
  /** The newest candle of each interval that has any. */
  newest(instrumentIds: readonly InstrumentId[]): Promise<CandlesByMarket>;
  /** Candles of several markets that open in times, at most one span for each interval and time. */
  within(instrumentIds: readonly InstrumentId[], spans: readonly CandleSpan[]): Promise<CandlesByMarket>;
  /** When the first candle of each market opened that has any. */
  firstOpens(instrumentIds: readonly InstrumentId[], interval: Interval): Promise<ReadonlyMap<InstrumentId, number>>;
  bounds(instrumentId: InstrumentId, interval: Interval): Promise<r.CandleBounds | null>;
  /** Forgets the candles and flows of an exchange, and how far they stand, so that they can be made again from its trades. */
  forget(exchange: string): Promise<void>;
}
