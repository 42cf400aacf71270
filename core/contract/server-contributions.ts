import type { BodyOf, QueryOf, ReplyOf, Route } from '../../schemas/wire/route.ts';
import type { Principal } from './access.ts';
import { AppError, type Outcome } from './app-error.ts';
import { type Token, token } from './token.ts';

/**
 * What a plugin's server half may add to the server, each by a service of its own that it names in `requires`. All of it is declared
 * during `setup` and ends with the plugin. What collides with another's throws, with a sentence that names both: the plugin is off then,
 * an administrator reads why on the page of plugins, and everything else goes on.
 */

/** Who makes a call, found before its body is read. */
export interface Caller {
  readonly principal: Principal;
  readonly ip: string;
  readonly userAgent: string;
}

export interface RouteRequest<R> extends Caller {
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Until when the caller waits, of a call that is dated and says so. */
  readonly notAfterMs?: number;
  /** Aborts when the caller goes away before the answer. */
  readonly gone: () => AbortSignal;
}

export type RouteHandler<R> = (request: RouteRequest<R>) => Promise<Outcome<ReplyOf<R>>>;
export type RouteHandlers<T> = { readonly [N in keyof T]: RouteHandler<T[N]> };

/** The user of a call that needs a session; SESSION_MISSING for a guest, whom only public routes let in. */
export function userOf({ principal }: Pick<Caller, 'principal'>): string {
  if (principal.userId === null) throw new AppError('SESSION_MISSING');
  return principal.userId;
}

/** Calls of the plugin under `/sapi`. */
export interface Routes {
  /**
   * Serves the routes, by their names. Access, rate class, key permission and schemas are checked before a handler is asked; whoever's role does not
   * have the plugin is refused as everywhere. Names and paths are the product's: one that is taken throws.
   */
  add<const T extends Readonly<Record<string, Route>>>(routes: T, handlers: RouteHandlers<T>): void;
}
export const ROUTES: Token<Routes> = token<Routes>('tessera.routes', 'Calls of its own to the server');

/** One step of a plugin's tables; once it was run anywhere its text stays as it is. */
export interface TableMigration {
  /** 1, 2, 3 … in order. */
  readonly id: number;
  readonly name: string;
  readonly statements: readonly string[];
}

export type SqlValue = string | number | boolean | null;

export interface Sql {
  /** Runs one statement, in which `$1`, `$2` … stand for the values, and gives its rows. A `bigint` comes as text. */
  run<R extends object = Readonly<Record<string, unknown>>>(statement: string, values?: readonly SqlValue[]): Promise<readonly R[]>;
}

/** Tables of the plugin, in the embedded database and in PostgreSQL alike. */
export interface Tables extends Sql {
  /**
   * Brings the plugin's tables up to date, all steps in one transaction. Everything that they make has to be called after the plugin, as in
   * `panel_notes__note`, and nothing else may be changed; `adopts` names tables of the house from before, which a step renames so.
   * Throws with a sentence, and everything is as before.
   */
  migrate(steps: readonly TableMigration[], options?: { readonly adopts?: readonly string[] }): Promise<void>;
  /** All or nothing. Only what is handed to `work` may be used inside it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}
export const TABLES: Token<Tables> = token<Tables>('tessera.tables', 'Tables of its own in the database');
