/**
 * Names a service and carries its type. Plugins name what they need and what they give by token; only the kernel knows
 * the container behind it. `description` is shown on the admin's plugin page.
 */
export interface Token<T> {
  readonly id: string;
  readonly description: string;
  /** Never set: carries the type to the compiler. */
  readonly type?: T;
}

export const token = <T>(id: string, description: string): Token<T> => ({ id, description });

/** What a token gives. */
export type ServiceOf<K> = K extends Token<infer T> ? T : never;

/** Named tokens, as a plugin writes them: `{ api: API, stream: STREAM }`. */
export type TokenMap = Readonly<Record<string, Token<unknown>>>;

/** The same names with the services behind them. */
export type Resolved<M extends TokenMap> = { readonly [K in keyof M]: ServiceOf<M[K]> };
/** Optional services arrive as null when nobody provides them. */
export type ResolvedOptional<M extends TokenMap> = { readonly [K in keyof M]: ServiceOf<M[K]> | null };

/** Ends what was started. Calling it twice is harmless. */
export type Disposer = () => void | Promise<void>;
