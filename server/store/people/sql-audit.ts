import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { AuditFilter, AuditRecord, Json, NewAuditRecord, Page } from '../records.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { Audit } from '../store.ts';
import { chainedHash, toAudit } from './audit-chain.ts';
import { type AuditFinding, verifyAudit } from './verify-audit.ts';

export class SqlAudit implements Audit {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  append(entry: NewAuditRecord): Promise<number> {
    return this.#chain([entry]);
  }

  async appendAll(entries: readonly NewAuditRecord[]): Promise<void> {
    if (entries.length > 0) await this.#chain(entries);
  }

  /** Gives the number of the last. */
  #chain(entries: readonly NewAuditRecord[]): Promise<number> {
    return inTransaction(this.#database, async (database) => {
      const head = await database.selectFrom('audit_head').select(['last_id', 'last_hash']).forUpdate().executeTakeFirstOrThrow();
      let [id, hash] = [Number(head.last_id), head.last_hash];
      const rows = entries.map((entry) => {
        const record = asRead({ ...entry, id: ++id, reason: entry.reason ?? null });
        const prev_hash = hash;
        hash = chainedHash(prev_hash, record);
        const { timeMs: time_ms, before, after, ...words } = record;
        return { ...words, time_ms, before: JSON.stringify(before), after: JSON.stringify(after), prev_hash, hash };
      });
      await database.insertInto('audit_log').values(rows).execute();
      await database.updateTable('audit_head').set({ last_id: id, last_hash: hash }).execute();
      return id;
    });
  }

  verify(): Promise<AuditFinding> {
    return verifyAudit(this.#database);
  }

  async page(filter: AuditFilter): Promise<Page<AuditRecord>> {
    const limit = checkedLimit(filter.limit);
    let query = this.#database
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor);
    if (filter.action !== undefined) query = query.where('action', '=', filter.action);
    if (filter.exceptAction !== undefined) query = query.where('action', '!=', filter.exceptAction);
    if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject);
    if (filter.beforeId !== undefined) query = query.where('id', '<', sql<string>`${filter.beforeId}::bigint`);
    return toPage((await query.execute()).map(toAudit), limit, (last) => last.id);
  }
}

/** As the database will give it back: without what JSON and its texts cannot hold. */
const asRead = ({ id, timeMs, actor, action, subject, reason, before, after }: AuditRecord): AuditRecord => ({
  ...{ id, timeMs, action },
  actor: wellFormed(actor),
  subject: wellFormed(subject),
  reason: reason === null ? null : wellFormed(reason),
  before: JSON.parse(JSON.stringify(before)) as Json,
  after: JSON.parse(JSON.stringify(after)) as Json,
});

/** Halves of characters become U+FFFD, as in the database. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
