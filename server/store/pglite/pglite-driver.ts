import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { PgliteClient } from './pglite-client.ts';

/** One connection for all: who acquires it waits in line until the one before, a whole transaction perhaps, releases it. */
export class PgliteDriver implements Driver {
  readonly #client: PgliteClient;
  readonly #line: (() => void)[] = [];
  #taken = false;

  constructor(client: PgliteClient) {
    this.#client = client;
  }

  async init(): Promise<void> {
    // The client is started before the driver is made.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((resolve) => this.#line.push(resolve));
    this.#taken = true;
    return connectionOf(this.#client);
  }

  async releaseConnection(): Promise<void> {
    const next = this.#line.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.acquireConnection();
    await this.#client.close();
    await this.releaseConnection();
  }
}

/** Ends with the session in which it began: what is left of a transaction must not run after a restart, each statement for itself. */
function connectionOf(client: PgliteClient): DatabaseConnection {
  const { session } = client;
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, affectedRows } = await client.query(sql, parameters, session);
      return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
    },
    streamQuery: () => {
      throw new Error('the embedded database does not stream; page instead');
    },
  };
}
