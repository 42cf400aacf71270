import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Access } from '../manifest.ts';
import type { RateClass } from './rate-class.ts';

/** Who may call a route: guests too, any session, or a session that passes `Access`. */
export type RouteAccess = 'public' | 'session' | Access;

/** What an API key may do: look, or also place orders and run strategies. `trade` includes `read`. */
export const keyPermissions = ['read', 'trade'] as const;
export type KeyPermission = (typeof keyPermissions)[number];

/** A form with a file, as multipart/form-data. */
export interface Upload {
  /** Field of the file; there is one, or none. */
  readonly file: string;
  /** Longest file in bytes. */
  readonly mostBytes: number;
  /** Of the other fields, all of them text. */
  readonly fields: TSchema;
}

/** One HTTP call under /sapi: the server registers it, the client is typed by it, /docs is made from it. */
export interface Route<Q extends TSchema = TSchema, B extends TSchema = TSchema, R extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: RouteAccess;
  readonly rate: RateClass;
  readonly query?: Q;
  readonly body?: B;
  /** Permission that an API key needs for it; absent: no key may call it, whoever it belongs to. */
  readonly key?: KeyPermission;
  /**
   * The caller must have proven within the last five minutes that it is he, by signing in or by `/user/confirm`; no API key may ever call it. Where the firm
   * wants a second factor of him, he must have one, but for `enrol`, which gives him one.
   */
  readonly confirm?: 'fresh' | 'enrol';
  /** Longest body in bytes; absent: 64 KiB. */
  readonly mostBytes?: number;
  /** In place of a body: the handler receives the form when it wants it. */
  readonly upload?: Upload;
  /** With the header `X-Not-After` the call is refused as too late once the server's clock shows more. */
  readonly dated?: true;
  /** Shape of the envelope's `data`. */
  readonly reply: R;
  /**
   * The reply is sent as it is and with this type, without the envelope. A table comes in pieces (`CsvText`); bytes (`FileBytes`) are saved by
   * browsers under their name and never shown, whatever they are.
   */
  readonly media?: 'image/svg+xml' | 'text/csv' | 'application/octet-stream';
  /** The call is refused with this error, whatever it asks for. */
  readonly notOffered?: NotOffered;
}

/** A file that a call gives. */
export interface SentFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}
export const FileBytes = Type.Unsafe<SentFile>({ type: 'string', contentMediaType: 'application/octet-stream' });

/** Errors that say what the product does not do yet, and why. */
export type NotOffered = 'MARGIN_NOT_OFFERED' | 'A_SHARES_NOT_OFFERED';

export const route = <Q extends TSchema, B extends TSchema, R extends TSchema>(definition: Route<Q, B, R>): Route<Q, B, R> => definition;

/** A call that is known and refused until the product can do what it is for: its data would be invented. */
export const routeNotOffered = <N extends NotOffered>(
  definition: Pick<Route, 'method' | 'path' | 'summary' | 'tag' | 'access'> & { readonly notOffered: N },
) => ({
  ...definition,
  rate: 'read' as const,
  reply: Type.Never(),
});

export type QueryOf<T> = T extends Route<infer Q, TSchema, TSchema> ? (TSchema extends Q ? undefined : Static<Q>) : never;
export type BodyOf<T> = T extends Route<TSchema, infer B, TSchema> ? (TSchema extends B ? undefined : Static<B>) : never;
export type ReplyOf<T> = T extends Route<TSchema, TSchema, infer R> ? Static<R> : never;

/** Every reply: `code` 200 is success, any other is a number of the error catalogue; `msg` is English, for logs. */
export interface Envelope<T> {
  readonly code: number;
  readonly data: T | null;
  readonly msg: string;
  /** With an error: the parameters of its text. */
  readonly params?: Readonly<Record<string, string | number>>;
}
