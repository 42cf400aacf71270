import { type Driver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { PgliteClient } from '../pglite/pglite-client.ts';
import { PgliteDriver } from '../pglite/pglite-driver.ts';
import type { OpenTransaction } from '../sql/open-transaction.ts';
import type { DatabaseTables } from '../tables.ts';
import { postgresDriver } from './postgres-driver.ts';

export type Database = Kysely<DatabaseTables>;

const connect = (createDriver: () => Driver): Database =>
  new Kysely<DatabaseTables>({
    dialect: {
      createDriver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
  });

export const connectPglite = (client: PgliteClient, open: OpenTransaction): Database => connect(() => open.guard(new PgliteDriver(client)));

/** `onBroken` hears of connections that broke; the pool replaces them. */
export const connectPostgres = (databaseUrl: string, open: OpenTransaction, onBroken: (error: Error) => void): Database =>
  connect(() => open.guard(postgresDriver(databaseUrl, onBroken)));
