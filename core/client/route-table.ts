import { type RouteName, routes } from '../../schemas/wire/index.ts';
import type { RouteAccess } from '../../schemas/wire/route.ts';

/** What a call needs to know of a route; the schemas stay on the server. */
export interface RouteEntry {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A session is needed: without a token the call is refused and not sent. */
  readonly session: boolean;
}

export type RouteTable = Readonly<Partial<Record<RouteName, RouteEntry>>>;

const entryOf = (route: { readonly method: 'GET' | 'POST'; readonly path: string; readonly access: RouteAccess }): RouteEntry => ({
  method: route.method,
  path: route.path,
  session: route.access !== 'public',
});

/**
 * Every route of `schemas/wire` without its schemas. The browser build replaces this module by its value
 * (`vite.config.ts`, "route table"), so that TypeBox stays out of the bundle.
 */
export const routeTable: RouteTable = Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, entryOf(route)]));
