import type { Database } from '../opening/dialect.ts';
import type { AuditFilter, AuditRecord, Page } from '../records.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { Audit } from '../store.ts';

export class SqlAudit implements Audit {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(entry: Omit<AuditRecord, 'id'>): Promise<number> {
    const row = {
      time_ms: entry.timeMs,
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      before: JSON.stringify(entry.before),
      after: JSON.stringify(entry.after),
    };
    const { id } = await this.#database.insertInto('audit_log').values(row).returning('id').executeTakeFirstOrThrow();
    return Number(id);
  }

  async deleteOlder(actions: readonly string[], beforeMs: number): Promise<number> {
    const result = await this.#database
      .deleteFrom('audit_log')
      .where('action', 'in', actions)
      .where('time_ms', '<', String(beforeMs))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
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
    if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject);
    if (filter.beforeId !== undefined) query = query.where('id', '<', String(filter.beforeId));
    const rows = await query.execute();
    const entries = rows.map((row) => ({
      id: Number(row.id),
      timeMs: Number(row.time_ms),
      actor: row.actor,
      action: row.action,
      subject: row.subject,
      before: row.before,
      after: row.after,
    }));
    return toPage(entries, limit, (last) => last.id);
  }
}
