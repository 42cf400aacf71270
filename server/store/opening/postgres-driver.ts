import { type DatabaseConnection, type Driver, PostgresDriver } from 'kysely';
import pg from 'pg';
import { StoreError } from '../store-error.ts';

/** How the system says that a line to another machine is not there or broke. */
const brokenLineCodes: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
/**
 * How long a transaction may stand still before the database ends its connection: a process that is stopped in the middle of one would
 * keep its rows locked, also from the server that takes over.
 */
const idleTransactionMs = 10_000;
/** PostgreSQL's own words for it: exceptions of the connection (class 08), a transaction that stood still, and a server that stops, has crashed or starts. */
const awayStates = /^(08...|25P03|57P0[123])$/;
/** What the client library says without a code. */
const awayTexts = /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/;

/** Whether the database is away, rather than unwilling to do what it was asked. */
function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return brokenLineCodes.includes(code) || awayStates.test(code) || awayTexts.test(error.message);
}

/**
 * Connections to a PostgreSQL, ten at most. A call to one that is away fails with STORE_AWAY, and the next one tries again; `onBroken`
 * hears of connections that broke.
 */
export function postgresDriver(databaseUrl: string, onBroken: (error: Error) => void): Driver {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'tessera',
    idle_in_transaction_session_timeout: idleTransactionMs,
  });
  // The pool hears only those that nobody uses; without somebody who hears the others, a broken line ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onBroken));
  const driver = new PostgresDriver({ pool });
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const own = (connection: DatabaseConnection): DatabaseConnection => inner.get(connection) ?? connection;
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const connection = await orAway(driver.acquireConnection());
      const telling: DatabaseConnection = {
        executeQuery: (query) => orAway(connection.executeQuery(query)),
        streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      };
      inner.set(telling, connection);
      return telling;
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection) => driver.releaseConnection(own(connection) as Parameters<PostgresDriver['releaseConnection']>[0]),
    destroy: () => driver.destroy(),
  };
}

async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isAway(error) ? new StoreError('STORE_AWAY', `PostgreSQL is away: ${error.message}`, { cause: error }) : error;
  }
}
