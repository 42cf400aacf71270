import { CompiledQuery } from 'kysely';
import type { Sql, SqlValue } from '../../../core/contract/server-contributions.ts';
import type { Database } from '../opening/dialect.ts';

/** Rejects with a sentence for a statement that is not the plugin's to run; asks the given database what there is. */
export type StatementGuard = (statement: string, database: Database) => Promise<void>;

/** Statements over the database itself or in an open transaction: of the house, or of a plugin, which a guard keeps to its own tables. */
export class PluginSql implements Sql {
  readonly database: Database;
  readonly #guard: StatementGuard | null;

  constructor(database: Database, guard: StatementGuard | null = null) {
    this.database = database;
    this.#guard = guard;
  }

  async run<R extends object>(statement: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    await this.#guard?.(statement, this.database);
    return (await this.database.executeQuery<R>(CompiledQuery.raw(statement, [...values]))).rows;
  }
}
