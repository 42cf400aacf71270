import { type Driver, Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import type { OpenTransaction } from './open-transaction.ts';
import type { PgliteClient } from './pglite-client.ts';
import { PgliteDriver } from './pglite-driver.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

const connect = (createDriver: () => Driver): Database =>
  new Kysely<Tables>({
    dialect: {
      createDriver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
  });

export const connectPglite = (client: PgliteClient, open: OpenTransaction): Database => connect(() => open.guard(new PgliteDriver(client)));

/** `onIdleError` hears of connections that broke while nobody used them; the pool replaces them. */
export function connectPostgres(databaseUrl: string, open: OpenTransaction, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 10_000, application_name: 'tessera' });
  pool.on('error', onIdleError);
  return connect(() => open.guard(new PostgresDriver({ pool })));
}
