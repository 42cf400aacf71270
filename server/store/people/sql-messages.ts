import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { MessageFilter, MessageRecord, MessageType, NewMessage, Page } from '../records.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { StoredMessages } from '../store.ts';

interface MessageRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly type: number;
  readonly title: string;
  readonly body: string;
  readonly msg_time_ms: string;
  readonly is_read: boolean;
}

export class SqlMessages implements StoredMessages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(message: NewMessage): Promise<MessageRecord> {
    const { userId, type, title, body, msgTimeMs } = message;
    const row = await this.#database
      .insertInto('message')
      .values({ user_id: userId, type, title, body, msg_time_ms: msgTimeMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: Number(row.id), userId, type, title, body, msgTimeMs, isRead: false };
  }

  async page(userId: string, filter: MessageFilter): Promise<Page<MessageRecord>> {
    const limit = checkedLimit(filter.limit);
    const conditions: RawBuilder<unknown>[] = [sql`true`];
    if (filter.type !== undefined) conditions.push(sql`type = ${filter.type}`);
    if (filter.afterMs !== undefined) conditions.push(sql`msg_time_ms > ${filter.afterMs}`);
    if (filter.beforeId !== undefined) conditions.push(sql`id < ${filter.beforeId}`);
    const rest = sql`${sql.join(conditions, sql` and `)} order by id desc limit ${limit + 1}`;
    // Two short index scans; `user_id = … or user_id is null` would walk through everybody's messages.
    const { rows } = await sql<MessageRow>`select m.*, (r.message_id is not null) as is_read from (
        (select * from message where user_id = ${userId} and ${rest})
        union all
        (select * from message where user_id is null and ${rest})
      ) as m left join message_read as r on r.message_id = m.id and r.user_id = ${userId}
      order by m.id desc limit ${limit + 1}`.execute(this.#database);
    return toPage(rows.map(toMessage), limit, (last) => last.id);
  }

  async count(userId: string, filter: { readonly type?: MessageType | undefined; readonly unread?: boolean | undefined }): Promise<number> {
    const conditions = [sql`(m.user_id = ${userId} or m.user_id is null)`];
    if (filter.type !== undefined) conditions.push(sql`m.type = ${filter.type}`);
    if (filter.unread !== undefined) conditions.push(filter.unread ? sql`r.message_id is null` : sql`r.message_id is not null`);
    const { rows } = await sql<{ messages: string }>`select count(*) as messages from message as m
      left join message_read as r on r.message_id = m.id and r.user_id = ${userId}
      where ${sql.join(conditions, sql` and `)}`.execute(this.#database);
    return Number(rows[0]?.messages ?? 0);
  }

  async markRead(userId: string, ids: readonly number[], nowMs: number): Promise<readonly number[]> {
    const visible = sql`select id from message
      where id = any(${arrayLiteral(ids)}::text::bigint[]) and (user_id = ${userId} or user_id is null)`;
    const { rows } = await sql<{ id: string }>`with visible as (${visible}), marked as (
        insert into message_read (user_id, message_id, read_ms) select ${userId}::text, id, ${nowMs}::bigint from visible
        on conflict do nothing
      ) select id from visible order by id`.execute(this.#database);
    return rows.map((row) => Number(row.id));
  }
}

const toMessage = (row: MessageRow): MessageRecord => ({
  id: Number(row.id),
  userId: row.user_id,
  type: row.type as MessageType,
  title: row.title,
  body: row.body,
  msgTimeMs: Number(row.msg_time_ms),
  isRead: row.is_read,
});
