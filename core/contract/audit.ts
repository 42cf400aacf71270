import type { AuditProblem } from '../domain/audit/audit-problem.ts';
import type { SealVerdict } from '../domain/audit/seal-verdict.ts';
import type { OrderOrigin } from '../domain/orders/order-origin.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

export type AuditValue = null | boolean | number | string | readonly AuditValue[] | { readonly [name: string]: AuditValue };

/** What was done, by whom, and why. Never secrets: nothing of it is ever taken out. */
export interface NewAuditEntry {
  /** User id, or `system`. */
  readonly actor: string;
  /** Past tense: `person.changed`. */
  readonly action: string;
  /** What was acted on: `person/<id>`. */
  readonly subject: string;
  readonly reason: string | null;
  readonly before: AuditValue;
  readonly after: AuditValue;
}

export interface AuditEntry extends Omit<NewAuditEntry, 'before' | 'after'> {
  readonly entryId: number;
  /** ms. */
  readonly timeMs: number;
  readonly before: unknown;
  readonly after: unknown;
  /** Of the chain. */
  readonly hash: string;
}

export interface AuditQuery {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Entries whose action is like one of these: `%` stands for anything, as in `person.%`. */
  readonly actionLike?: readonly string[] | undefined;
  /** Entries of these actions are left out. */
  readonly exceptActions?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  /** User id: entries about the person, his accounts and keys, and his movements of money, transfers and strategy instances, of these the newest. */
  readonly aboutUser?: string | undefined;
  /** Seals of orders alone that cover a change of an order of this ID, at whichever exchanges. */
  readonly sealedOrderId?: string | undefined;
  /** ms, inclusive. */
  readonly fromMs?: number | undefined;
  /** ms, exclusive. */
  readonly toMs?: number | undefined;
  /** Stands in action, subject, reason or in what was before or after, in letters of any size. */
  readonly text?: string | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The entry before which the next page begins; null at the end. */
  readonly next: number | null;
}

/** `broken`: the first entry that is not as it was written, null when none can be named, and why. */
export type AuditFinding =
  | {
      readonly outcome: 'unbroken';
      /** Of the chain; `earlier` stood there before it began. */
      readonly entries: number;
      readonly earlier: number;
      /** The last entry that was read, and its hash. */
      readonly lastId: number;
      readonly hash: string;
    }
  | { readonly outcome: 'broken'; readonly entryId: number | null; readonly problem: AuditProblem };

export interface AuditCheckOptions {
  /** How many entries have been read, of how many that there are. */
  readonly onProgress?: (read: number, of: number) => void;
  /** Throws its reason when it aborts. */
  readonly stop?: AbortSignal;
}

/** A change of an order, as a seal has hashed it. Null: the order itself is not stored any more. */
export interface SealedOrderChange {
  /** Where it stands in the journal of its exchange; the later has the later one. */
  readonly sequence: number;
  readonly ordinal: number;
  readonly timeMs: number;
  readonly orderId: string;
  readonly clientOrderId: string | null;
  readonly apiId: number | null;
  /** Whose the account is, which is not sealed; null: it is nobody's any more. */
  readonly ownerId: string | null;
  readonly origin: OrderOrigin | null;
  readonly market: string | null;
  readonly side: string | null;
  readonly type: string | null;
  readonly status: string;
  readonly cause: string;
  readonly price: string | null;
  readonly qty: string | null;
  readonly triggerPrice: string | null;
  readonly filledQty: string | null;
}

export interface SealedOrderPage {
  readonly verdict: SealVerdict;
  readonly changes: readonly SealedOrderChange[];
  /** The change after which the next page begins; null at the end. */
  readonly next: SealPlace | null;
}

/** The verdict speaks of the whole seal, whatever of it is asked for. */
export interface SealPageQuery {
  readonly after?: SealPlace | undefined;
  /** Changes of this order alone. */
  readonly orderId?: string | undefined;
  /** 1–1000. */
  readonly limit: number;
}

export type SealPlace = Pick<SealedOrderChange, 'sequence' | 'ordinal'>;

export interface AuditPageQuery {
  readonly before?: number | undefined;
  readonly limit: number;
  /**
   * After looking through about so many entries, of an actor or subject that is asked for those alone, a page ends with what was found, if only with where
   * the next one begins; absent: it goes on to the end.
   */
  readonly patience?: number | undefined;
  /** Whoever asked waits no more once it has aborted: the page ends with what was found until then. */
  readonly gone?: AbortSignal | undefined;
}

/** Append-only: each entry has the hash of the one before, in one chain for the database. */
export interface AuditLog {
  /**
   * `within`: in a transaction of the plugin's own tables, with what it tells of or not at all. It comes last there: until the transaction ends nobody
   * else can add an entry.
   */
  append(entry: NewAuditEntry, within?: Sql): Promise<void>;
  /** Somebody looked at something: the same look of the same person stands there once an hour, however often a page is read. */
  appendLook(look: Pick<NewAuditEntry, 'actor' | 'action' | 'subject'>): Promise<void>;
  /** Newest first, at most `limit` (1–1000) of those before `before`. */
  page(filter: AuditQuery, page: AuditPageQuery): Promise<AuditPage>;
  /** Reads the chain from its first entry to its end, in small steps beside everything else. */
  check(options?: AuditCheckOptions): Promise<AuditFinding>;
  /** What the seal of this entry covers, as it is stored now, in the order in which it was hashed. Null: the entry is no seal. */
  sealedOrders(entryId: number, page: SealPageQuery): Promise<SealedOrderPage | null>;
}
export const AUDIT: Token<AuditLog> = token<AuditLog>('tessera.audit', 'Who did what, and why, unchangeably');
