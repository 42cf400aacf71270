import { sql } from 'kysely';
import type { ApprovalState } from '../../../core/contract/approvals.ts';
import type { Database } from '../opening/dialect.ts';
import type { ApprovalRecord, StoredApprovals } from './money-store.ts';

export class SqlApprovals implements StoredApprovals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add({ id, kind, subject, content, askedBy, askedMs }: Omit<ApprovalRecord, 'state'>): Promise<void> {
    const row = { id, kind, subject, content: JSON.stringify(content), asked_by: askedBy, asked_ms: askedMs, state: 'WAITING' };
    await this.#database
      .insertInto('approval')
      .values({ ...row, decided_by: null, decided_ms: null, reason: null })
      .execute();
  }

  async waiting(kind: string): Promise<number> {
    const { rows } = await sql<{
      count: string;
    }>`select count(*) as count from approval where kind = ${kind} and state = 'WAITING'`.execute(this.#database);
    return Number(rows[0]?.count ?? 0);
  }

  async hold(id: string): Promise<ApprovalRecord | null> {
    const row = await this.#database.selectFrom('approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined) return null;
    const { kind, subject, content, asked_by: askedBy } = row;
    return { id, kind, subject, content, askedBy, askedMs: Number(row.asked_ms), state: row.state as ApprovalState };
  }

  async decided(id: string, state: ApprovalState, { userId, timeMs, reason }: Parameters<StoredApprovals['decided']>[2]): Promise<void> {
    const set = sql`state = ${state}, decided_by = ${userId}, decided_ms = ${timeMs}, reason = ${reason}`;
    await sql`update approval set ${set} where id = ${id}`.execute(this.#database);
  }
}
