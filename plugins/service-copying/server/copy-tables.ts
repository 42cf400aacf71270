import type { OwnDataPart } from '../../../core/contract/own-data.ts';
import type { Sql, TableMigration, Tables } from '../../../core/contract/server-contributions.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { grouped } from '../../../core/domain/grouped.ts';
import type { CopyRecord, MainRecord } from './copy-record.ts';
import type { CopyPlan, Follower } from './copy-rules.ts';

const plans = 'service_copying__plan';
const followers = 'service_copying__follower';
const mains = 'service_copying__main';
const copies = 'service_copying__copy';

const own = '(select a.api_id from api_account a where a.user_id = $1)';
/** Who follows, and what was copied, are told to the owners of the accounts. Plans and main orders have a user. */
export const copiesAsOwnData: readonly OwnDataPart[] = [
  { table: followers, of: `(t.api_id in ${own} or t.main_api_id in ${own})`, name: 'followers', leaving: 'goes' },
  { table: copies, of: `t.api_id in ${own}`, name: 'copied-orders', leaving: 'goes', key: ['main_api_id', 'main_order_id', 'api_id'] },
];

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'copying',
    statements: [
      `create table ${plans} (
        main_api_id integer primary key,
        user_id text not null,
        is_on boolean not null,
        sync_ratio text not null,
        since_ms bigint not null
      )`,
      `create table ${followers} (
        api_id integer primary key,
        main_api_id integer not null,
        ratio text not null,
        max_amount text,
        is_on boolean not null,
        ordinal integer not null
      )`,
      `create table ${mains} (
        main_api_id integer not null,
        order_id text not null,
        user_id text not null,
        created_ms bigint not null,
        is_live boolean not null,
        record jsonb not null,
        primary key (main_api_id, order_id)
      )`,
      `create index service_copying__main_user on ${mains} (user_id, created_ms desc)`,
      `create index service_copying__main_live on ${mains} (is_live) where is_live`,
      `create table ${copies} (
        main_api_id integer not null,
        main_order_id text not null,
        api_id integer not null,
        record jsonb not null,
        primary key (main_api_id, main_order_id, api_id)
      )`,
    ],
  },
];

interface PlanRow {
  readonly main_api_id: number;
  readonly user_id: string;
  readonly is_on: boolean;
  readonly sync_ratio: string;
  readonly since_ms: string;
}
interface FollowerRow {
  readonly api_id: number;
  readonly main_api_id: number;
  readonly ratio: string;
  readonly max_amount: string | null;
  readonly is_on: boolean;
}

/** A main order with its copies, in order of api ids. */
export interface CopiedOrder {
  readonly main: MainRecord;
  readonly copies: readonly CopyRecord[];
}

export interface CopiedPage {
  readonly items: readonly CopiedOrder[];
  /** Created before this there are more; null: there are none. */
  readonly next: number | null;
}

/** Plans of all users, and what was copied. */
export class CopyTables {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<CopyTables> {
    await tables.migrate(steps);
    return new CopyTables(tables);
  }

  async plans(): Promise<readonly CopyPlan[]> {
    const [planRows, followerRows] = await Promise.all([
      this.#tables.run<PlanRow>(`select * from ${plans} order by main_api_id`),
      this.#tables.run<FollowerRow>(`select * from ${followers} order by main_api_id, ordinal`),
    ]);
    return planRows.map((row) => ({
      ...{ mainApiId: row.main_api_id, userId: row.user_id, isOn: row.is_on, syncRatio: row.sync_ratio, sinceMs: Number(row.since_ms) },
      followers: followerRows.filter(({ main_api_id }) => main_api_id === row.main_api_id).map(toFollower),
    }));
  }

  /** Takes the place of what was planned for the main account; those `freed` follow nobody else any more; `more` is written with it or none of it is. */
  save(plan: CopyPlan, freed: readonly ApiId[], more: (sql: Sql) => Promise<void>): Promise<void> {
    return this.#tables.transaction(async (sql) => {
      for (const apiId of freed) await sql.run(`delete from ${followers} where api_id = $1`, [apiId]);
      await sql.run(`delete from ${followers} where main_api_id = $1`, [plan.mainApiId]);
      await sql.run(
        `insert into ${plans} (main_api_id, user_id, is_on, sync_ratio, since_ms) values ($1, $2, $3, $4, $5)
        on conflict (main_api_id) do update set is_on = excluded.is_on, sync_ratio = excluded.sync_ratio, since_ms = excluded.since_ms`,
        [plan.mainApiId, plan.userId, plan.isOn, plan.syncRatio, plan.sinceMs],
      );
      for (const [ordinal, { apiId, ratio, maxAmount, isOn }] of plan.followers.entries())
        await sql.run(`insert into ${followers} (api_id, main_api_id, ratio, max_amount, is_on, ordinal) values ($1, $2, $3, $4, $5, $6)`, [
          apiId,
          plan.mainApiId,
          ratio,
          maxAmount,
          isOn,
          ordinal,
        ]);
      await more(sql);
    });
  }

  remove(mainApiId: ApiId, more: (sql: Sql) => Promise<void>): Promise<void> {
    return this.#tables.transaction(async (sql) => {
      await sql.run(`delete from ${followers} where main_api_id = $1`, [mainApiId]);
      await sql.run(`delete from ${plans} where main_api_id = $1`, [mainApiId]);
      await more(sql);
    });
  }

  /** Those of which something may still become. */
  live(): Promise<readonly CopiedOrder[]> {
    return this.#withCopies('is_live', []);
  }

  /** Newest first. */
  async page(userId: string, { before, limit }: { readonly before: number | null; readonly limit: number }): Promise<CopiedPage> {
    // Orders of one millisecond stand on one page, as the next begins before a millisecond.
    const where = `(main_api_id, order_id) in (
        select main_api_id, order_id from ${mains} where user_id = $1 and created_ms < $2 order by created_ms desc fetch first ($3) rows with ties
      ) order by created_ms desc, order_id desc`;
    const items = await this.#withCopies(where, [userId, before ?? Number.MAX_SAFE_INTEGER, limit]);
    const last = items.at(-1);
    return { items, next: items.length < limit || last === undefined ? null : last.main.createdMs };
  }

  /** When the newest order of the account came that was copied, ms; null: none was. */
  async newestMs(mainApiId: ApiId): Promise<number | null> {
    const [row] = await this.#tables.run<{ readonly ms: string | null }>(
      `select max(created_ms) as ms from ${mains} where main_api_id = $1`,
      [mainApiId],
    );
    return row?.ms == null ? null : Number(row.ms);
  }

  /** Ids of those orders of the account that were copied, out of these. */
  async known(mainApiId: ApiId, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#tables.run<{ readonly order_id: string }>(
      `select order_id from ${mains} where main_api_id = $1 and order_id in (select value from jsonb_array_elements_text($2::jsonb))`,
      [mainApiId, JSON.stringify(orderIds)],
    );
    return new Set(rows.map(({ order_id }) => order_id));
  }

  /** Adds or replaces all of it at once. */
  write(written: readonly MainRecord[], of: readonly CopyRecord[]): Promise<void> {
    const rows = written.map((record) => ({
      ...{ main_api_id: record.mainApiId, order_id: record.orderId, user_id: record.userId },
      ...{ created_ms: record.createdMs, is_live: record.isLive, record },
    }));
    const copyRows = of.map((record) => ({
      ...{ main_api_id: record.mainApiId, main_order_id: record.mainOrderId, api_id: record.apiId, record },
    }));
    return this.#tables.transaction(async (sql) => {
      await sql.run(
        `insert into ${mains} (main_api_id, order_id, user_id, created_ms, is_live, record)
        select main_api_id, order_id, user_id, created_ms, is_live, record from jsonb_to_recordset($1::jsonb)
          as written(main_api_id integer, order_id text, user_id text, created_ms bigint, is_live boolean, record jsonb)
        on conflict (main_api_id, order_id) do update set is_live = excluded.is_live, record = excluded.record`,
        [JSON.stringify(rows)],
      );
      await sql.run(
        `insert into ${copies} (main_api_id, main_order_id, api_id, record)
        select main_api_id, main_order_id, api_id, record from jsonb_to_recordset($1::jsonb)
          as written(main_api_id integer, main_order_id text, api_id integer, record jsonb)
        on conflict (main_api_id, main_order_id, api_id) do update set record = excluded.record`,
        [JSON.stringify(copyRows)],
      );
    });
  }

  /** Forgets what ended before a moment. */
  async forget(beforeMs: number): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      await sql.run(`delete from ${mains} where not is_live and created_ms < $1`, [beforeMs]);
      // Of a main order that went with its user too.
      await sql.run(
        `delete from ${copies} where (record->>'updatedMs')::bigint < $1
          and not exists (select 1 from ${mains} where ${mains}.main_api_id = ${copies}.main_api_id and ${mains}.order_id = ${copies}.main_order_id)`,
        [beforeMs],
      );
    });
  }

  async #withCopies(where: string, values: readonly (string | number)[]): Promise<readonly CopiedOrder[]> {
    const found = await this.#tables.run<{ readonly record: MainRecord }>(`select record from ${mains} where ${where}`, values);
    const keys = found.map(({ record }) => ({ main_api_id: record.mainApiId, main_order_id: record.orderId }));
    const rows = await this.#tables.run<{ readonly record: CopyRecord }>(
      `select ${copies}.record from ${copies} join jsonb_to_recordset($1::jsonb) as asked(main_api_id integer, main_order_id text)
        on asked.main_api_id = ${copies}.main_api_id and asked.main_order_id = ${copies}.main_order_id order by api_id`,
      [JSON.stringify(keys)],
    );
    const byMain = grouped(
      rows.map(({ record }) => record),
      ({ mainApiId, mainOrderId }) => `${mainApiId}/${mainOrderId}`,
    );
    return found.map(({ record: main }) => ({ main, copies: byMain.get(`${main.mainApiId}/${main.orderId}`) ?? [] }));
  }
}

const toFollower = ({ api_id, ratio, max_amount, is_on }: FollowerRow): Follower => ({
  ...{ apiId: api_id, ratio, maxAmount: max_amount, isOn: is_on },
});
