import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { LoginLogRecord, Page } from '../records.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { LoginLog } from '../store.ts';
import type { DatabaseTables } from '../tables.ts';

export class SqlLoginLog implements LoginLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(entry: Omit<LoginLogRecord, 'id'>): Promise<void> {
    const row = { user_id: entry.userId, time_ms: entry.timeMs, ip: entry.ip, user_agent: entry.userAgent, outcome: entry.outcome };
    await this.#database.insertInto('login_log').values(row).execute();
  }

  async page(userId: string, page: { readonly beforeId?: number | undefined; readonly limit: number }): Promise<Page<LoginLogRecord>> {
    const limit = checkedLimit(page.limit);
    let query = this.#database
      .selectFrom('login_log')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (page.beforeId !== undefined) query = query.where('id', '<', String(page.beforeId));
    const rows = await query.execute();
    return toPage(rows.map(toEntry), limit, (last) => last.id);
  }

  async last(userId: string): Promise<LoginLogRecord | null> {
    const all = this.#database.selectFrom('login_log').selectAll().where('user_id', '=', userId).where('outcome', '=', 'OK');
    const row = await all.orderBy('id', 'desc').limit(1).executeTakeFirst();
    return row === undefined ? null : toEntry(row);
  }

  async agentsOf(userId: string): Promise<readonly string[]> {
    const rows = await this.#database
      .selectFrom('login_log')
      .select('user_agent')
      .distinct()
      .where('user_id', '=', userId)
      .where('outcome', '=', 'OK')
      .execute();
    return rows.map((row) => row.user_agent);
  }

  async deleteOlder(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('login_log').where('time_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

const toEntry = (row: Selectable<DatabaseTables['login_log']>): LoginLogRecord => ({
  id: Number(row.id),
  userId: row.user_id,
  timeMs: Number(row.time_ms),
  ip: row.ip,
  userAgent: row.user_agent,
  outcome: row.outcome,
});
