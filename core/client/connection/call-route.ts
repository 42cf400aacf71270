import type { Route } from '../../../schemas/wire/route.ts';

/** What a call needs to know of a route; the schemas stay on the server. */
export interface CallRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A session is needed: without a token the call is refused and not sent. */
  readonly session: boolean;
  /** The call says until when its sender waits, and is not carried out later. */
  readonly dated?: true;
}

export const callRoute = (route: Pick<Route, 'method' | 'path' | 'access' | 'dated'>): CallRoute => ({
  method: route.method,
  path: route.path,
  session: route.access !== 'public',
  ...(route.dated === true ? { dated: true } : {}),
});
