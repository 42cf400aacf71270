import type { StoreErrorCode } from '../store-error.ts';

/** The id under which the thread reports that it is ready. */
export const startId = 0;

/** Messages between the store and the thread that runs PGlite. Requests are answered one by one, in order. */
export interface DatabaseRequest {
  readonly id: number;
  readonly kind: 'query' | 'close';
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type DatabaseReply =
  | { readonly kind: 'refused'; readonly code: StoreErrorCode; readonly message: string }
  | { readonly kind: 'done'; readonly id: number; readonly rows: readonly Record<string, unknown>[]; readonly affectedRows: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly fields: DatabaseErrorFields }
  /**
   * The database has died, as at a `crash` of its process, from which another thread recovers; or its `disk` failed, after which
   * nothing that is read back proves anything. The thread ends.
   */
  | { readonly kind: 'lost'; readonly by: 'crash' | 'disk'; readonly message: string };

/** The parts of a PostgreSQL error that code may act on; the same names as in `pg`. */
export interface DatabaseErrorFields {
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
}

export interface DatabaseInput {
  readonly directory: string;
}
