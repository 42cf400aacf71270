import { type RouteName, routes } from '../../../schemas/wire/index.ts';
import { type CallRoute, callRoute } from './call-route.ts';
import { isOfOffice } from './office-route.ts';

export type RouteTable = Readonly<Partial<Record<RouteName, CallRoute>>>;

/**
 * The routes of `schemas/wire` that traders have, without their schemas. The browser build replaces this module by its value
 * (`vite.config.ts`, "route tables"), so that TypeBox stays out of the bundle.
 */
export const routeTable: RouteTable = Object.fromEntries(
  Object.entries(routes).flatMap(([name, route]) => (isOfOffice(route) ? [] : [[name, callRoute(route)]])),
);
