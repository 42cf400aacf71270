import type { BodyOf, KeyPermission, QueryOf, ReplyOf, Route } from '../../schemas/wire/route.ts';
import type { CountedKind } from '../../schemas/wire/storage.ts';
import type { Role } from '../domain/accounts/role.ts';
import type { Principal } from './access.ts';
import { AppError, type Outcome } from './app-error.ts';
import type { ReceivedForm } from './files.ts';
import { type Token, token } from './token.ts';
import type { ApiId } from './trading.ts';

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
  /** Names the session that the call came with and lets nobody in; absent: it came with none, or with a key. */
  readonly sessionId?: string;
  /** Origin of the page that makes the call, where it is one of the product's own; absent: it is none, or a browser does not say so, as with GET. */
  readonly page?: string;
  /** The same where it is more than the request's word: an origin of TESSERA_ORIGINS, or on the server's own machine. What is sent to others leads there alone. */
  readonly site?: string;
}

export interface RouteRequest<R> extends Caller {
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Until when the caller waits, of a call that is dated and says so. */
  readonly notAfterMs?: number;
  /**
   * Of a call with `upload`: reads the form, which waits until then, so that a handler can refuse before anything comes in. REQUEST_TOO_LARGE and
   * whatever else is wrong with the form are the handler's to pass on or to say in its own words.
   */
  readonly receive: () => Promise<Outcome<ReceivedForm>>;
  /** Aborts when the caller goes away before the answer, and when it takes so long that he is told PLUGIN_SILENT. */
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
   * have the plugin is refused as everywhere. A handler has half a minute: then the caller is told PLUGIN_SILENT. Names and paths are the product's:
   * one that is taken throws.
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

/** Statements of one transaction, or each for itself. */
export interface Sql {
  /** Runs one statement, in which `$1`, `$2` … stand for the values, and gives its rows. A `bigint` comes as text. */
  run<R extends object = Readonly<Record<string, unknown>>>(statement: string, values?: readonly SqlValue[]): Promise<readonly R[]>;
}

/**
 * Rows that count towards the quota of the users whose they are: the table has a column `user_id`. They count whether the plugin runs or not, until
 * its next `migrate` says otherwise.
 */
export interface CountedRows {
  readonly table: string;
  /** As the user is told what takes his room. */
  readonly kind: CountedKind;
  /** SQL: bytes of one row, as {@link storedBytes} gives them. */
  readonly bytes: string;
  /** Column in whose order rows are written without anybody asking: of more than some thousand of a user the oldest go by themselves. */
  readonly newest?: string;
  /** Rows that can still be restored: they count apart and give way by themselves, the oldest first, when room is needed. */
  readonly deleted?: {
    /** When that was, in ms; null for those that are there. */
    readonly column: string;
    /** Names a row. */
    readonly key: string;
  };
}

/** A row beside its large columns. */
const rowBytes = 64;

/** SQL: what a row with these large columns takes, as stored, which costs nothing to ask: large values are neither read nor unpacked for it. */
export const storedBytes = (...columns: readonly string[]): string =>
  [rowBytes, ...columns.map((column) => `coalesce(pg_column_size(${column}), 0)`)].join(' + ');

export interface MigrateOptions {
  /** Tables of the house from before, which a step renames. */
  readonly adopts?: readonly string[];
  /** Tables whose rows are their users'; absent: none. */
  readonly counted?: readonly CountedRows[];
}

/**
 * Tables of the plugin, in the embedded database and in PostgreSQL alike. A statement that is run reads and writes rows of the plugin's own
 * tables; one that names a table of the house or of another plugin throws, with a sentence.
 */
export interface Tables extends Sql {
  /**
   * Brings the plugin's tables up to date, all steps in one transaction. Everything that they make has to be called after the plugin, as in
   * `panel_notes__note`, and nothing else may be changed: no table, index, trigger or row of the house or of another plugin.
   * Throws with a sentence, and everything is as before.
   */
  migrate(steps: readonly TableMigration[], options?: MigrateOptions): Promise<void>;
  /** A transaction that adds to what is stored for a user. STORAGE_FULL: his quota does not allow what it writes into counted rows, and nothing is written. */
  within<T>(userId: string, work: (sql: Sql) => Promise<T>): Promise<Outcome<T>>;
  /** All or nothing. Only what is handed to `work` may be used inside it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}
export const TABLES: Token<Tables> = token<Tables>('tessera.tables', 'Tables of its own in the database');

/** `snapshot` replaces what a subscriber has, `delta` changes it, `event` stands alone. */
export type TopicMessageKind = 'snapshot' | 'delta' | 'event';

interface TopicTerms {
  /** As clients subscribe to it. */
  readonly name: string;
  /** Permission that an API key needs for it; absent: not for keys. */
  readonly key?: KeyPermission;
}

/** `whom` names one of those whose part of the topic this is; payloads are told as they are and must not be changed afterwards. */
export interface Topic<W extends readonly (string | number)[]> {
  publish(...message: [...whom: W, kind: TopicMessageKind, payload: unknown]): void;
  /** False spares the work of making what nobody gets. */
  hasSubscribers(...whom: W): boolean;
}

/** Topics of the plugin on `/wssapi/stream`. Names are the product's: one that is taken throws. Null as a snapshot: news alone. */
export interface Topics {
  /** The same for all, guests too. */
  forEverybody(terms: TopicTerms & { snapshot(): unknown }): Topic<[]>;
  /** To each user his own. */
  forUsers(terms: TopicTerms & { snapshot(userId: string): unknown }): Topic<[userId: string]>;
  /** The same for everybody of a role, and for nobody else. */
  forRole(role: Role, terms: TopicTerms & { snapshot(): unknown }): Topic<[]>;
  /** To each user what belongs to the accounts that he may see, also when those change. */
  forAccounts(terms: TopicTerms & { snapshot(apiIds: readonly ApiId[]): unknown }): Topic<[apiId: ApiId]>;
}
export const TOPICS: Token<Topics> = token<Topics>('tessera.topics', 'Topics of its own for open pages');

/** Work that is done again and again, by exactly one of the servers of a database. */
export interface JobTerms {
  /** Unique in the plugin. */
  readonly id: string;
  /** From the end of one run to the next. */
  readonly everyMs: number;
  /** After a start, so that it is not among everything else that a start has to do; default `everyMs`. */
  readonly firstAfterMs?: number;
  /** One run; the next waits for it. Throwing is logged and counted, and tried again at the next. The signal says that the server ends. */
  run(stop: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Throws for an id that the plugin has already used. */
  add(job: JobTerms): void;
}
export const JOBS: Token<Jobs> = token<Jobs>('tessera.jobs', 'Work of its own that is done again and again');

/** Whom a token stands for. He may what his role may, within the permission that the token carries: like an API key, never more. */
export interface Authenticated {
  readonly principal: Principal & { readonly userId: string; readonly username: string };
  /** Names the credential among those of the scheme, and is no secret. */
  readonly credential: string;
  readonly permission: KeyPermission;
}

/** Another way to come in, beside sessions and API keys: `Authorization: Bearer <token>`, on calls and sockets. */
export interface AuthenticationScheme {
  /** As the pages of the API call it: letters, digits and hyphens; no other scheme has it. */
  readonly id: string;
  /** What its tokens are, and where they come from. */
  readonly description: string;
  /** What its tokens begin with, such as `demo_`; no other's may begin so, and none may look like a session's (43 characters of base64url). */
  readonly prefix: string;
  /** Null: no such token. Errors of the catalogue are given to the caller. Each call asks; the address pays for tokens that were not found before. */
  find(token: string, ip: string): Promise<Outcome<Authenticated> | null>;
  /** Whether sockets that were opened with it may stay open; asked from time to time. */
  isLive(credential: string): Promise<boolean>;
}

export interface Authentication {
  /** `ended` closes the sockets of a credential at once. Throws when the prefix or the id is another's. */
  add(scheme: AuthenticationScheme): { ended(credential: string): void };
}
export const AUTHENTICATION: Token<Authentication> = token<Authentication>('tessera.authentication', 'Ways to come in of its own');

/** A call as it came, its body not yet understood. */
export interface DialectRequest {
  readonly method: string;
  /** Below the base, such as `/v3/order`. */
  readonly path: string;
  /** As it stands behind the `?`; signatures are made over it. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly ip: string;
  /** Whom a token stands for, by any scheme that there is; a guest without one. Refuses whoever's role does not have the plugin. */
  caller(token: string | null): Promise<Outcome<DialectCaller>>;
}

export interface DialectCaller extends Caller {
  /** What the credential allows; absent: all that its user may. */
  readonly permission?: KeyPermission;
}

export interface DialectReply {
  readonly status: number;
  /** Beside those of every answer; JSON unless `content-type` says otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A part of the server's paths with a manner of its own: its parsers, its errors. For calls that others have defined, and public pages. */
export interface Dialect {
  /** One word that no page and no other dialect has, such as `/api`. */
  readonly base: string;
  /** Longest body in bytes; absent: 64 KiB. */
  readonly mostBytes?: number;
  /** Errors of the catalogue that it throws, PLUGIN_SILENT after half a minute, and whatever else fails, come back by `failure`. */
  answer(request: DialectRequest): Promise<DialectReply>;
  /** How a refusal looks here; what is no refusal comes as SERVER_FAILURE and is logged. */
  failure(error: AppError): DialectReply;
}

/** A base that comes while the server runs is answered from its next start on. */
export interface Dialects {
  /** Throws when the base is another's. */
  add(dialect: Dialect): void;
}
export const DIALECTS: Token<Dialects> = token<Dialects>('tessera.dialects', 'Paths with a manner of its own');
