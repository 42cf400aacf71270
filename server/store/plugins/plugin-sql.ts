import { CompiledQuery } from 'kysely';
import type { Sql, SqlValue } from '../../../core/contract/server-contributions.ts';
import type { Database } from '../opening/dialect.ts';

/** A plugin's statements, over the database itself or in an open transaction. */
export class PluginSql implements Sql {
  readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async run<R extends object>(statement: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    return (await this.database.executeQuery<R>(CompiledQuery.raw(statement, [...values]))).rows;
  }
}
