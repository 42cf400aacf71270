import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import type { PgliteClient } from './pglite-client.ts';

/** One connection for all: who acquires it waits in line until the one before, a whole transaction perhaps, releases it. */
export class PgliteDriver implements Driver {
  readonly #client: PgliteClient;
  readonly #connection: DatabaseConnection;
  readonly #line: (() => void)[] = [];
  #taken = false;

  constructor(client: PgliteClient) {
    this.#client = client;
    this.#connection = {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
        const { rows, affectedRows } = await client.query(sql, parameters);
        return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
      },
      streamQuery: () => {
        throw new Error('the embedded database does not stream; page instead');
      },
    };
  }

  async init(): Promise<void> {
    // The client is started before the driver is made.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>((resolve) => this.#line.push(resolve));
    this.#taken = true;
    return this.#connection;
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
