import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Sql } from '../../core/contract/server-contributions.ts';
import { copyTree } from './opening/copy-tree.ts';
import { createDatabase } from './opening/create-database.ts';
import { lockData } from './opening/data-lock.ts';
import { connectPglite, connectPostgres, type Database } from './opening/dialect.ts';
import { type MaintenanceIntervals, startMaintenance } from './opening/maintenance.ts';
import { expectMigrated, migrate } from './opening/migrate.ts';
import { ownFolder, ownTree } from './opening/own-folder.ts';
import { MessageNews } from './people/message-news.ts';
import { PgliteClient } from './pglite/pglite-client.ts';
import { PluginSql } from './plugins/plugin-sql.ts';
import { PluginTables } from './plugins/plugin-tables.ts';
import { createRepositories } from './repositories.ts';
import { OpenTransaction } from './sql/open-transaction.ts';
import type { Repositories, Store } from './store.ts';
import { StoreError } from './store-error.ts';

/** What the store says; pino fits. */
interface StoreLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface StoreOptions extends MaintenanceIntervals {
  /** Holds the embedded database in its folder `database`; created when missing. Unused with a `databaseUrl`. */
  readonly dataDir: string;
  /** A PostgreSQL (15 or later) to use instead of the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Read and left as it is: a schema that is not this version's is refused (STORE_OLDER), and nothing is tidied. */
  readonly leaveAsIs?: boolean | undefined;
  readonly logger?: StoreLogger | undefined;
  /** The embedded database is lost for good: every call fails from now on and only a new process helps. */
  readonly onLost?: ((error: StoreError) => void) | undefined;
}

/** Opens the store and brings its schema up to date. Throws {@link StoreError} when it cannot be trusted to work. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return options.databaseUrl === undefined ? openEmbedded(options) : openPostgres(options.databaseUrl, options);
}

async function openEmbedded(options: StoreOptions): Promise<Store> {
  ownFolder(options.dataDir);
  const lock = await lockData(options.dataDir);
  let client: PgliteClient | null = null;
  try {
    const directory = join(options.dataDir, 'database');
    if (await createDatabase(directory)) options.logger?.info({ directory }, 'database created');
    // PGlite does not follow a link at its root; an operator may have put the database on another disk.
    client = await startDatabase(realpathSync(directory), options);
    const open = new OpenTransaction();
    const database = connectPglite(client, open);
    await migrateAndReport(database, options);
    const failed = (error: unknown): void => options.logger?.warn({ error }, 'database maintenance failed');
    const stop = options.leaveAsIs === true ? async () => undefined : startMaintenance(database, options, failed);
    return createStore('pglite', database, open, copier(database, realpathSync(directory)), async () => {
      await stop();
      await database.destroy();
      await lock.release();
    });
  } catch (error) {
    await client?.close();
    await lock.release();
    throw error;
  }
}

async function startDatabase(directory: string, options: StoreOptions): Promise<PgliteClient> {
  try {
    ownTree(directory);
    return await PgliteClient.start(directory, options);
  } catch (error) {
    throw startProblem(directory, error, options);
  }
}

/** What a person can do about an embedded database that does not open. */
function startProblem(directory: string, error: unknown, { hasRoom }: StoreOptions): unknown {
  if (error instanceof Error && 'syscall' in error)
    return new StoreError(
      'STORE_DISK_FAILED',
      `the database in ${directory} cannot be read: ${error.message}. Look at the disk before the next start`,
      { cause: error },
    );
  if (!(error instanceof StoreError) || error.code !== 'STORE_FAILED') return error;
  const reason = error.message.slice(`${error.code}: `.length);
  if (hasRoom?.() === false)
    return new StoreError(
      'STORE_FAILED',
      `the database in ${directory} cannot be opened on a full disk: make room and start again (${reason})`,
    );
  const text = [
    `the database in ${directory} cannot be opened and is probably damaged (${reason}).`,
    'Restore a backup of the whole data folder. Without one move that folder away and run "npm run recover": the journals of the exchanges have',
    'every order and all money, but people, layouts and settings are lost. docs/operations.md has the steps',
  ];
  return new StoreError('STORE_DAMAGED', text.join(' '), { cause: error });
}

async function openPostgres(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const open = new OpenTransaction();
  const database = connectPostgres(databaseUrl, open, (error) => options.logger?.warn({ error }, 'database connection lost'));
  try {
    await migrateAndReport(database, options);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return createStore('postgres', database, open, null, () => database.destroy());
}

async function migrateAndReport(database: Database, options: StoreOptions): Promise<void> {
  if (options.leaveAsIs === true) return expectMigrated(database);
  const migrations = await migrate(database);
  if (migrations > 0) options.logger?.info({ migrations }, 'database schema updated');
}

/** Of the transaction in which a plugin is. */
function repositoriesOf(sql: Sql, news: MessageNews): Repositories {
  if (!(sql instanceof PluginSql)) throw new StoreError('TRANSACTION_OPEN', 'a plugin has to hand over what its transaction was given');
  return createRepositories(sql.database, news);
}

/** The one session is held meanwhile; what a checkpoint has written, and the log since, is what a start after a kill finds. */
const copier =
  (database: Database, directory: string): NonNullable<Store['copyTo']> =>
  (folder) =>
    database.connection().execute(async (connection) => {
      await sql`checkpoint`.execute(connection);
      await copyTree(directory, join(folder, 'database'));
    });

function createStore(
  kind: Store['kind'],
  database: Database,
  open: OpenTransaction,
  copyTo: Store['copyTo'],
  shutDown: () => Promise<void>,
): Store {
  let closing: Promise<void> | null = null;
  const messageNews = new MessageNews();
  const transaction = <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> =>
    messageNews.transaction(database, (handle) => open.run(() => work(createRepositories(handle, messageNews))));
  const ready = async (): Promise<boolean> => {
    try {
      await sql`select 1`.execute(database);
      return true;
    } catch {
      // Whatever the reason, the answer is the same; the caller of a real query sees it.
      return false;
    }
  };
  const version = async (): Promise<string> => {
    const { rows } = await sql<{ readonly version: string }>`select current_setting('server_version') as version`.execute(database);
    return rows[0]?.version ?? '';
  };
  const close = (): Promise<void> => {
    closing ??= shutDown();
    return closing;
  };
  const tablesOf: Store['tablesOf'] = (pluginId, quota) =>
    new PluginTables(pluginId, database, { open, quota: quota ?? null, news: messageNews });
  const of: Store['of'] = (within) => repositoriesOf(within, messageNews);
  return { ...createRepositories(database, messageNews), kind, transaction, tablesOf, of, messageNews, version, copyTo, ready, close };
}
