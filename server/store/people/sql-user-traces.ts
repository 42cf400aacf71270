import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { sentByKey } from '../orders/order-senders.ts';
import type { Page, TraceFilter, TraceRecord } from '../records.ts';
import { checkedLimit, toPage } from '../sql/page.ts';
import type { UserTraces } from '../store.ts';

/** By which key an order came stands as long as the order, for the house: it takes nothing of its user's quota. As the index of the others says it. */
export const doesAge = sql<boolean>`action <> ${sql.lit(sentByKey)}`;

export class SqlUserTraces implements UserTraces {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append({ timeMs, actor, action, subject, before, after }: Omit<TraceRecord, 'id'>): Promise<void> {
    const facts = { before: JSON.stringify(before), after: JSON.stringify(after) };
    await this.#database
      .insertInto('user_trace')
      .values({ time_ms: timeMs, actor, action, subject, ...facts })
      .execute();
  }

  async deleteOlder(actions: readonly string[], beforeMs: number): Promise<number> {
    const result = await this.#database
      .deleteFrom('user_trace')
      .where(doesAge)
      .where('action', 'in', actions)
      .where('time_ms', '<', String(beforeMs))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  async page(filter: TraceFilter): Promise<Page<TraceRecord>> {
    const limit = checkedLimit(filter.limit);
    let query = this.#database
      .selectFrom('user_trace')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor);
    if (filter.action !== undefined) query = query.where('action', '=', filter.action);
    if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject);
    if (filter.beforeId !== undefined) query = query.where('id', '<', String(filter.beforeId));
    const lines = (await query.execute()).map(({ id, time_ms, actor, action, subject, before, after }) => ({
      ...{ id: Number(id), timeMs: Number(time_ms), actor, action, subject, before, after },
    }));
    return toPage(lines, limit, (last) => last.id);
  }
}
