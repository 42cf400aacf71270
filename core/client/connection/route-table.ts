import { type RouteName, routes } from '../../../schemas/wire/index.ts';
import type { Route } from '../../../schemas/wire/route.ts';

/** What a call needs to know of a route; the schemas stay on the server. */
export interface RouteEntry {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A session is needed: without a token the call is refused and not sent. */
  readonly session: boolean;
  /** The call says until when its sender waits, and is not carried out later. */
  readonly dated?: true;
}

export type RouteTable = Readonly<Partial<Record<RouteName, RouteEntry>>>;

const entryOf = (route: Pick<Route, 'method' | 'path' | 'access' | 'dated'>): RouteEntry => ({
  method: route.method,
  path: route.path,
  session: route.access !== 'public',
  ...(route.dated === true ? { dated: true } : {}),
});

/**
 * Every route of `schemas/wire` without its schemas. The browser build replaces this module by its value
 * (`vite.config.ts`, "route table"), so that TypeBox stays out of the bundle.
 */
export const routeTable: RouteTable = Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, entryOf(route)]));
