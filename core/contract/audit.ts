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
}

export interface AuditQuery {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Entries of this action are left out. */
  readonly exceptAction?: string | undefined;
  readonly subject?: string | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The entry before which the next page begins; null at the end. */
  readonly next: number | null;
}

/** Append-only: each entry has the hash of the one before, in one chain for the database. */
export interface AuditLog {
  /**
   * `within`: in a transaction of the plugin's own tables, with what it tells of or not at all. It comes last there: until the transaction ends nobody
   * else can add an entry.
   */
  append(entry: NewAuditEntry, within?: Sql): Promise<void>;
  /** Newest first, at most `limit` (1–1000) of those before `before`. */
  page(filter: AuditQuery, page: { readonly before?: number | undefined; readonly limit: number }): Promise<AuditPage>;
}
export const AUDIT: Token<AuditLog> = token<AuditLog>('tessera.audit', 'Who did what, and why, unchangeably');
