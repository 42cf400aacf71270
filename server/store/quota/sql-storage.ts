import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type StoredKind, storedKinds } from '../../../schemas/wire/storage.ts';
import type { Database } from '../opening/dialect.ts';
import { doesAge } from '../people/sql-user-traces.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { lineBytes, uncounted } from '../strategies/history-bytes.ts';
import type { DatabaseTables } from '../tables.ts';
import { holdUser } from './hold-user.ts';
import type { Storage, StorageUse } from './storage-store.ts';

/** A row beside its large columns. */
const rowBytes = 64;
/** A refused order with its refusal. */
const refusalBytes = 600;
/** A sign-in, or a trace of what the user did with his own keys and halts. */
const traceBytes = 400;

/** As stored, which costs nothing to ask: large values are neither read nor unpacked for it. */
const sizeOf = (...columns: readonly string[]): RawBuilder<number> =>
  sql`(${sql.lit(rowBytes)} + ${sql.join(
    columns.map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`;

const layoutSize = sizeOf('content');
const instanceSize = sql`(${sizeOf('params', 'snapshot', 'told', 'simulation', 'holdings')} + history_bytes)`;

type Rows = (userId: string) => RawBuilder<unknown>;
const rows =
  (size: RawBuilder<unknown>, table: string, narrowing: RawBuilder<unknown> = sql``): Rows =>
  (userId) =>
    sql`select sum(${size}) as bytes from ${sql.table(table)} where user_id = ${userId} ${narrowing}`;

/** Everything that the house stores for a user; rows of plugins come beside it. What is kept beside it for the house, such as his orders and fills, is not his to fill. */
const counted: Readonly<Record<StoredKind, readonly Rows[]>> = {
  workspaces: [rows(layoutSize, 'layout', sql`and deleted_ms is null`)],
  documents: [
    rows(sizeOf('content'), 'user_document'),
    rows(sizeOf('value'), 'setting'),
    rows(sizeOf('config_json'), 'user_config'),
    rows(sizeOf('addresses', 'seen'), 'api_key'),
  ],
  alerts: [rows(sizeOf('title', 'body'), 'message')],
  backtests: [],
  strategies: [rows(instanceSize, 'strategy_instance')],
  refusals: [
    (userId) =>
      sql`select ${sql.lit(refusalBytes)} * count(*) as bytes from order_refusal
        where api_id in (select api_id from api_account where user_id = ${userId})`,
  ],
  traces: [
    rows(sql.lit(traceBytes), 'login_log'),
    (userId) => sql`select ${sql.lit(traceBytes)} * count(*) as bytes from user_trace where actor = ${userId} and ${doesAge}`,
  ],
  deleted: [rows(layoutSize, 'layout', sql`and deleted_ms is not null`)],
};

/** Rows that plugins count. */
type Counted = Selectable<DatabaseTables['counted_rows']>;
const isThere = ({ deleted }: Counted): RawBuilder<unknown> => (deleted === null ? sql`` : sql`and ${sql.ref(deleted)} is null`);
const parts = (counted: Counted): readonly (readonly [StoredKind, Rows])[] => {
  const { table_name: table, kind, deleted } = counted;
  const size = sql`(${sql.raw(counted.bytes)})`;
  const there = [kind as StoredKind, rows(size, table, isThere(counted))] as const;
  return deleted === null ? [there] : [there, ['deleted', rows(size, table, sql`and ${sql.ref(deleted)} is not null`)]];
};

/** What is written without anybody asking: by whose the newest are kept, and of which rows. */
const lines = [
  { table: 'message', key: 'id', of: sql`user_id`, which: sql`user_id is not null` },
  // Somebody who guesses does not push out what worked.
  { table: 'login_log', key: 'id', of: sql`user_id, outcome = 'OK'`, which: sql`true` },
  { table: 'user_trace', key: 'id', of: sql`actor, action`, which: doesAge },
] as const;

export class SqlStorage implements Storage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(userId: string): Promise<void> {
    await holdUser(this.#database, userId);
  }

  async use(userId: string): Promise<StorageUse> {
    const house = storedKinds.flatMap((kind) => counted[kind].map((part) => [kind, part] as const));
    const all = [...house, ...(await this.#ofPlugins()).flatMap(parts)];
    const selected = all.map(([kind, part]) => sql`select ${sql.lit(kind)} as kind, bytes from (${part(userId)}) as part`);
    const query = sql<{ readonly kind: StoredKind; readonly bytes: string | null }>`${sql.join(selected, sql` union all `)}`;
    const use = Object.fromEntries(storedKinds.map((kind) => [kind, 0])) as Record<StoredKind, number>;
    for (const { kind, bytes } of (await query.execute(this.#database)).rows) use[kind] += Number(bytes ?? 0);
    return use;
  }

  async endDeleted(userId: string, bytes: number): Promise<number> {
    return inTransaction(this.#database, async (database) => {
      const owned = sql`user_id = ${userId} and deleted_ms is not null`;
      let freed = await endOldest(database, { table: 'layout', key: 'id', size: layoutSize, owned, age: 'deleted_ms' }, bytes);
      for (const { table_name: table, key, deleted, bytes: size } of await this.#ofPlugins()) {
        if (deleted === null || key === null) continue;
        const narrowed = sql`user_id = ${userId} and ${sql.ref(deleted)} is not null`;
        freed += await endOldest(database, { table, key, size: sql`(${sql.raw(size)})`, owned: narrowed, age: deleted }, bytes - freed);
      }
      return freed;
    });
  }

  async forgetHistory(userId: string, bytes: number): Promise<number> {
    return inTransaction(this.#database, async (database) => {
      const ended = sql`user_id = ${userId} and settled and status in ('STOPPED', 'INTERRUPTED')`;
      const instances = { table: 'strategy_instance', key: 'instance_id', size: instanceSize, owned: ended, age: 'created_ms' } as const;
      const gone = await oldest(database, instances, bytes);
      const ids = gone.map(({ key }) => key);
      for (const table of ids.length === 0 ? [] : (['strategy_effect', 'strategy_event', 'strategy_instance'] as const)) {
        await database.deleteFrom(table).where('instance_id', 'in', ids).execute();
      }
      const freed = sumOf(gone);
      return freed >= bytes ? freed : freed + (await forgetLines(database, userId, bytes - freed));
    });
  }

  async keepNewest(most: number): Promise<void> {
    const ofPlugins = (await this.#ofPlugins()).flatMap(({ table_name: table, newest }) =>
      newest === null ? [] : [{ table, key: newest, of: sql`user_id`, which: sql`true` }],
    );
    for (const { table, key, of, which } of [...ofPlugins, ...lines]) {
      await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (select ${sql.ref(key)} from
        (select ${sql.ref(key)}, row_number() over (partition by ${of} order by ${sql.ref(key)} desc) as place
          from ${sql.table(table)} where ${which}) as ranked where place > ${most}::integer)`.execute(this.#database);
    }
  }

  #ofPlugins(): Promise<readonly Counted[]> {
    return this.#database.selectFrom('counted_rows').selectAll().execute();
  }

  async longHistories(bytes: number): Promise<readonly string[]> {
    const { rows: found } = await sql<{ readonly user_id: string }>`select user_id from strategy_instance
      group by user_id having sum(${instanceSize}) > ${bytes}::bigint`.execute(this.#database);
    return found.map(({ user_id }) => user_id);
  }
}

interface Ending {
  readonly table: string;
  readonly key: string;
  readonly size: RawBuilder<unknown>;
  readonly owned: RawBuilder<unknown>;
  readonly age: string;
}

interface Gone {
  readonly key: string;
  readonly bytes: string;
}

/** The oldest rows that take so many bytes together. */
async function oldest(database: Database, { table, key, size, owned, age }: Ending, bytes: number): Promise<readonly Gone[]> {
  if (bytes <= 0) return [];
  const { rows: found } = await sql<Gone>`with
    sized as (select ${sql.ref(key)} as key, ${size} as bytes, ${sql.ref(age)} as age from ${sql.table(table)} where ${owned}),
    summed as (select key, bytes, sum(bytes) over (order by age, key) - bytes as before from sized)
    select key, bytes from summed where before < ${bytes}::bigint`.execute(database);
  return found;
}

async function endOldest(database: Database, ending: Ending, bytes: number): Promise<number> {
  const gone = await oldest(database, ending, bytes);
  const keys = gone.map(({ key }) => key);
  if (keys.length > 0)
    await sql`delete from ${sql.table(ending.table)} where ${sql.ref(ending.key)} in (${sql.join(keys)})`.execute(database);
  return sumOf(gone);
}

async function forgetLines(database: Database, userId: string, bytes: number): Promise<number> {
  const { rows: gone } = await sql<Gone>`with
    sized as (select event_id, instance_id, ${lineBytes} as bytes from strategy_event
      where instance_id in (select instance_id from strategy_instance where user_id = ${userId})),
    summed as (select event_id, sum(bytes) over (order by event_id) - bytes as before from sized),
    gone as (delete from strategy_event using summed where strategy_event.event_id = summed.event_id and before < ${bytes}::bigint
      returning instance_id, ${lineBytes} as bytes),
    counted as (${uncounted('gone')})
    select instance_id as key, bytes from gone`.execute(database);
  return sumOf(gone);
}

const sumOf = (gone: readonly Gone[]): number => gone.reduce((sum, { bytes }) => sum + Number(bytes), 0);
