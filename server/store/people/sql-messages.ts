import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { MessageFilter, MessageRecord, MessageType, MessageWords, NewMessage, Page } from '../records.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { StoredMessages } from '../store.ts';
import type { MessageNews } from './message-news.ts';

interface MessageRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly type: number;
  readonly title: string;
  readonly body: string;
  readonly msg_time_ms: string;
  readonly words: string | null;
  readonly refers_to: string | null;
  readonly is_read: boolean;
}

export class SqlMessages implements StoredMessages {
  readonly #database: Database;
  readonly #news: Pick<MessageNews, 'changed'>;

  constructor(database: Database, news: Pick<MessageNews, 'changed'>) {
    this.#database = database;
    this.#news = news;
  }

  async append(message: NewMessage): Promise<MessageRecord> {
    const appended = await this.appendOnce(message);
    if (appended === null) throw new Error(`there is a message of ${message.refersTo}`);
    return appended;
  }

  async appendOnce(message: NewMessage): Promise<MessageRecord | null> {
    const row = await this.#database
      .insertInto('message')
      .values(rowOf(message))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) return null;
    this.#news.changed(this.#database, message.userId);
    return { ...message, id: Number(row.id), isRead: false };
  }

  async appendToAll(userIds: readonly string[], message: Omit<NewMessage, 'userId'>): Promise<void> {
    if (userIds.length === 0) return;
    const { type, title, body, msg_time_ms, words, refers_to } = rowOf({ ...message, userId: null });
    await sql`insert into message (user_id, type, title, body, msg_time_ms, words, refers_to)
      select user_id, ${type}::integer, ${title}::text, ${body}::text, ${msg_time_ms}::bigint, ${words}::text, ${refers_to}::text
        from unnest(${arrayLiteral(userIds)}::text::text[]) as user_id
      on conflict do nothing`.execute(this.#database);
    for (const userId of userIds) this.#news.changed(this.#database, userId);
  }

  async page(userId: string, filter: MessageFilter): Promise<Page<MessageRecord>> {
    const limit = checkedLimit(filter.limit);
    const conditions: RawBuilder<unknown>[] = [sql`true`];
    if (filter.type !== undefined) conditions.push(sql`type = ${filter.type}`);
    if (filter.afterMs !== undefined) conditions.push(sql`msg_time_ms > ${filter.afterMs}`);
    if (filter.beforeId !== undefined) conditions.push(sql`id < ${filter.beforeId}`);
    if (filter.afterId !== undefined) conditions.push(sql`id > ${filter.afterId}`);
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

  async unread(userId: string): Promise<Readonly<Record<MessageType, number>>> {
    const unreadOf = (whose: RawBuilder<unknown>) =>
      sql`select type from message as m where ${whose} and not exists (select from message_read where user_id = ${userId} and message_id = m.id)`;
    const { rows } = await sql<{ readonly type: MessageType; readonly messages: string }>`select type, count(*) as messages from (
        ${unreadOf(sql`user_id = ${userId}`)} union all ${unreadOf(sql`user_id is null`)}
      ) as unread group by type`.execute(this.#database);
    const of = (type: MessageType): number => Number(rows.find((row) => row.type === type)?.messages ?? 0);
    return { 1: of(1), 2: of(2), 3: of(3) };
  }

  async unreadOf(userIds: readonly string[], prefix: string): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ readonly user_id: string }>`select distinct user_id from message as m
      where user_id = any(${arrayLiteral(userIds)}::text::text[]) and refers_to is not null and starts_with(refers_to, ${prefix})
        and not exists (select from message_read as r where r.user_id = m.user_id and r.message_id = m.id)`.execute(this.#database);
    return new Set(rows.map(({ user_id }) => user_id));
  }

  async markRead(userId: string, ids: readonly number[], nowMs: number): Promise<readonly number[]> {
    const visible = sql`select id from message
      where id = any(${arrayLiteral(ids)}::text::bigint[]) and (user_id = ${userId} or user_id is null)`;
    const { rows } = await sql<{ id: string }>`with visible as (${visible}), marked as (
        insert into message_read (user_id, message_id, read_ms) select ${userId}::text, id, ${nowMs}::bigint from visible
        on conflict do nothing
      ) select id from visible order by id`.execute(this.#database);
    if (rows.length > 0) this.#news.changed(this.#database, userId);
    return rows.map((row) => Number(row.id));
  }

  async markReadUntil(userId: string, id: number, nowMs: number): Promise<void> {
    await sql`insert into message_read (user_id, message_id, read_ms)
      select ${userId}::text, id, ${nowMs}::bigint from message where id <= ${id} and (user_id = ${userId} or user_id is null)
      on conflict do nothing`.execute(this.#database);
    this.#news.changed(this.#database, userId);
  }
}

const rowOf = ({ userId, type, title, body, msgTimeMs, words, refersTo }: NewMessage) => ({
  ...{ user_id: userId, type, title, body, msg_time_ms: msgTimeMs },
  ...{ words: words === undefined ? null : JSON.stringify(words), refers_to: refersTo ?? null },
});

const toMessage = (row: MessageRow): MessageRecord => ({
  id: Number(row.id),
  userId: row.user_id,
  type: row.type as MessageType,
  title: row.title,
  body: row.body,
  msgTimeMs: Number(row.msg_time_ms),
  ...(row.words === null ? {} : { words: JSON.parse(row.words) as MessageWords }),
  ...(row.refers_to === null ? {} : { refersTo: row.refers_to }),
  isRead: row.is_read,
});
