import type { BodyOf, QueryOf, ReplyOf } from '../../schemas/wire/route.ts';
import type { Outcome } from './app-error.ts';

/** What a call of a route has to be given. */
export type CallInput<R> = (QueryOf<R> extends undefined ? { query?: undefined } : { query: QueryOf<R> }) &
  (BodyOf<R> extends undefined ? { body?: undefined } : { body: BodyOf<R> });

/** `signal` calls it off, at once and as if there were no connection; the server may have done it all the same. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** `onRows` is told how many rows of a table have come. */
export interface DownloadOptions extends CallOptions {
  readonly onRows?: ((rows: number) => void) | undefined;
}

/** Calls that a plugin's server half answers, typed by the plugin's own table. */
export interface RouteCalls<T> {
  call<N extends keyof T & string>(name: N, input: CallInput<T[N]>): Promise<Outcome<ReplyOf<T[N]>>>;
}
