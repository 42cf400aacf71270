import type { Database } from '../opening/dialect.ts';

/** Runs `work` in a transaction: the one the repository was handed over in, or a new one of its own. */
export function inTransaction<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return database.isTransaction ? work(database) : database.transaction().execute(work);
}

/** True for PostgreSQL's unique_violation, on both engines. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505';
