import { sql } from 'kysely';
import { accepted, type Outcome } from '../../../core/contract/app-error.ts';
import type { CountedRows, MigrateOptions, Sql, SqlValue, TableMigration, Tables } from '../../../core/contract/server-contributions.ts';
import type { Database } from '../opening/dialect.ts';
import { checksumOf, migrationLock } from '../opening/migrate.ts';
import type { MessageNews } from '../people/message-news.ts';
import type { Quota } from '../quota/user-quota.ts';
import type { OpenTransaction } from '../sql/open-transaction.ts';
import { OwnStatements } from './own-statements.ts';
import { PluginSql, type StatementGuard } from './plugin-sql.ts';
import { type SchemaObject, schemaObjects } from './schema-objects.ts';

/** What the names of a plugin's tables begin with. No id of a plugin has an underscore, so no two plugins share one. */
const tablePrefix = (pluginId: string): string => `${pluginId.replaceAll('-', '_')}__`;

/** Statements that would end the transaction of a migration or outlive it in its session, before or after another one. Texts and bodies of functions may have these words. */
const leavesTransaction =
  /(^|;)\s*(begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare|set|reset|discard|listen|load)\b/i;
const quoted = /\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

interface TableParts {
  readonly open: OpenTransaction;
  /** Null: there is room for everything. */
  readonly quota: Quota | null;
  readonly news: MessageNews;
}

/** The tables of one plugin, beside those of the house. */
export class PluginTables implements Tables {
  readonly #pluginId: string;
  readonly #database: Database;
  readonly #open: OpenTransaction;
  readonly #quota: Quota | null;
  readonly #news: MessageNews;
  readonly #guard: StatementGuard;
  readonly #sql: PluginSql;

  constructor(pluginId: string, database: Database, { open, quota, news }: TableParts) {
    this.#pluginId = pluginId;
    this.#database = database;
    this.#open = open;
    this.#quota = quota;
    this.#news = news;
    const own = new OwnStatements(pluginId, tablePrefix(pluginId));
    this.#guard = (statement, asked) => own.check(statement, asked);
    this.#sql = new PluginSql(database, this.#guard);
  }

  run<R extends object>(statement: string, values?: readonly SqlValue[]): Promise<readonly R[]> {
    return this.#sql.run<R>(statement, values);
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#news.transaction(this.#database, (handle) => this.#open.run(() => work(new PluginSql(handle, this.#guard))));
  }

  async within<T>(userId: string, work: (sql: Sql) => Promise<T>): Promise<Outcome<T>> {
    if (this.#quota === null) return accepted(await this.transaction(work));
    return this.#quota.within(userId, ({ sql: open }) => work(new PluginSql((open as PluginSql).database, this.#guard)));
  }

  async migrate(steps: readonly TableMigration[], options: MigrateOptions = {}): Promise<void> {
    const unordered = steps.find(({ id }, index) => id !== index + 1);
    if (unordered !== undefined) throw new Error(`migration ${unordered.id} (${unordered.name}) is not in order: ids are 1, 2, 3 …`);
    const ending = steps.find(({ statements }) => statements.some((statement) => leavesTransaction.test(statement.replace(quoted, ''))));
    if (ending !== undefined)
      throw new Error(`migration ${ending.id} (${ending.name}) may neither end its transaction nor change its session`);
    await this.#database.transaction().execute((transaction) => this.#open.run(() => this.#bringUpToDate(transaction, steps, options)));
  }

  async #bringUpToDate(transaction: Database, steps: readonly TableMigration[], { adopts = [], counted = [] }: MigrateOptions) {
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
    if (pending.length > 0) {
      const before = await this.#others(transaction, adopts);
      for (const step of pending) await runStep(transaction, step);
      refuseChange(before, await this.#others(transaction, adopts), tablePrefix(this.#pluginId));
      const rows = pending.map((step) => ({ plugin_id: this.#pluginId, id: step.id, name: step.name, checksum: checksumOf(step) }));
      await transaction.insertInto('plugin_migration').values(rows).execute();
    }
    await this.#count(transaction, counted);
  }

  /** What is the house's and other plugins', label → object. */
  async #others(transaction: Database, adopts: readonly string[]): Promise<ReadonlyMap<string, SchemaObject>> {
    const prefix = tablePrefix(this.#pluginId);
    const others = (await schemaObjects(transaction)).filter(({ of }) => !of.startsWith(prefix) && !adopts.includes(of));
    return new Map(others.map((object) => [object.label, object]));
  }

  async #count(transaction: Database, counted: readonly CountedRows[]): Promise<void> {
    for (const { table, bytes } of counted) {
      if (!table.startsWith(tablePrefix(this.#pluginId))) throw new Error(`rows of table "${table}" are not its own to count`);
      const query = sql`select sum(${sql.raw(bytes)}) from ${sql.table(table)} where user_id = ''`.execute(transaction);
      await query.catch((error: unknown) => {
        throw new Error(`rows of table "${table}" cannot be counted: ${textOf(error)}`, { cause: error });
      });
    }
    const rows = counted.map(({ table, kind, bytes, newest = null, deleted }) => ({
      ...{ plugin_id: this.#pluginId, table_name: table, kind, bytes, newest },
      ...{ deleted: deleted?.column ?? null, key: deleted?.key ?? null },
    }));
    await transaction.deleteFrom('counted_rows').where('plugin_id', '=', this.#pluginId).execute();
    if (rows.length > 0) await transaction.insertInto('counted_rows').values(rows).execute();
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function runStep(transaction: Database, step: TableMigration): Promise<void> {
  try {
    for (const statement of step.statements) await sql.raw(statement).execute(transaction);
  } catch (error) {
    throw new Error(`migration ${step.id} (${step.name}) failed: ${textOf(error)}`, { cause: error });
  }
}

function refuseChange(before: ReadonlyMap<string, SchemaObject>, after: ReadonlyMap<string, SchemaObject>, prefix: string): void {
  for (const label of new Set([...after.keys(), ...before.keys()])) {
    const [former, present] = [before.get(label), after.get(label)];
    if (former?.shape === present?.shape) continue;
    const isNew = former === undefined && !label.includes(' of table ') && !label.startsWith('index ');
    throw new Error(`${label} ${isNew ? `has to begin with "${prefix}"` : 'is not its own to change'}`);
  }
}
