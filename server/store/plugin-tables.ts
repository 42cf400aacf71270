import { CompiledQuery, sql } from 'kysely';
import type { Sql, SqlValue, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { OpenTransaction } from './open-transaction.ts';
import type { Database } from './opening/dialect.ts';
import { checksumOf, migrationLock } from './opening/migrate.ts';

/** What the names of a plugin's tables begin with. No id of a plugin has an underscore, so no two plugins share one. */
export const tablePrefix = (pluginId: string): string => `${pluginId.replaceAll('-', '_')}__`;

const sqlOf = (database: Database): Sql => ({
  run: async <R extends object>(statement: string, values: readonly SqlValue[] = []) =>
    (await database.executeQuery<R>(CompiledQuery.raw(statement, [...values]))).rows,
});

/** The tables of one plugin, beside those of the house. */
export class PluginTables implements Tables {
  readonly #pluginId: string;
  readonly #database: Database;
  readonly #open: OpenTransaction;
  readonly run: Sql['run'];

  constructor(pluginId: string, database: Database, open: OpenTransaction) {
    this.#pluginId = pluginId;
    this.#database = database;
    this.#open = open;
    this.run = sqlOf(database).run;
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#database.transaction().execute((handle) => this.#open.run(() => work(sqlOf(handle))));
  }

  migrate(steps: readonly TableMigration[], { adopts = [] }: { readonly adopts?: readonly string[] } = {}): Promise<void> {
    const unordered = steps.find(({ id }, index) => id !== index + 1);
    if (unordered !== undefined) throw new Error(`migration ${unordered.id} (${unordered.name}) is not in order: ids are 1, 2, 3 …`);
    return this.#database.transaction().execute((transaction) => this.#open.run(() => this.#bringUpToDate(transaction, steps, adopts)));
  }

  async #bringUpToDate(transaction: Database, steps: readonly TableMigration[], adopts: readonly string[]): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
    const done = await transaction
      .selectFrom('plugin_migration')
      .selectAll()
      .where('plugin_id', '=', this.#pluginId)
      .orderBy('id')
      .execute();
    for (const step of done) {
      const known = steps[step.id - 1];
      if (known === undefined) throw new Error(`the data holds migration ${step.id} (${step.name}), which this version does not know`);
      if (checksumOf(known) !== step.checksum)
        throw new Error(`migration ${step.id} (${known.name}) is not the text that was run; add a new one instead`);
    }
    const pending = steps.slice(done.length);
    if (pending.length === 0) return;
    const before = await this.#othersTables(transaction, adopts);
    for (const step of pending) await this.#runStep(transaction, step);
    const after = await this.#othersTables(transaction, adopts);
    const touched = [...new Set([...before.keys(), ...after.keys()])].find((name) => before.get(name) !== after.get(name));
    if (touched !== undefined) {
      const problem = before.has(touched) ? 'is not its own to change' : `has to begin with "${tablePrefix(this.#pluginId)}"`;
      throw new Error(`table "${touched}" ${problem}`);
    }
  }

  async #runStep(transaction: Database, step: TableMigration): Promise<void> {
    try {
      for (const statement of step.statements) await sql.raw(statement).execute(transaction);
    } catch (error) {
      throw new Error(`migration ${step.id} (${step.name}) failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    const row = { plugin_id: this.#pluginId, id: step.id, name: step.name, checksum: checksumOf(step) };
    await transaction.insertInto('plugin_migration').values(row).execute();
  }

  /** Tables and views of the house and of other plugins: name → hash of what they are made of. */
  async #othersTables(transaction: Database, adopts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await sql<{ readonly name: string; readonly shape: string }>`select relname as name,
        md5(coalesce(string_agg(concat_ws(' ', attname, atttypid, atttypmod, attnotnull, attisdropped), ',' order by attnum), '')) as shape
      from pg_class left join pg_attribute on attrelid = pg_class.oid and attnum > 0
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'm', 'p') group by relname`.execute(transaction);
    const prefix = tablePrefix(this.#pluginId);
    return new Map(rows.filter(({ name }) => !name.startsWith(prefix) && !adopts.includes(name)).map(({ name, shape }) => [name, shape]));
  }
}
