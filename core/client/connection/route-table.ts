import { type RouteName, routes } from '../../../schemas/wire/index.ts';
import { type CallRoute, callRoute } from './call-route.ts';

export type RouteTable = Readonly<Partial<Record<RouteName, CallRoute>>>;

/**
 * Every route of `schemas/wire` without its schemas. The browser build replaces this module by its value
 * (`vite.config.ts`, "route tables"), so that TypeBox stays out of the bundle.
 */
export const routeTable: RouteTable = Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, callRoute(route)]));
