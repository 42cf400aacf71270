import { routes } from '../../../schemas/wire/index.ts';
import { callRoute } from './call-route.ts';
import { isOfOffice } from './office-route.ts';
import type { RouteTable } from './route-table.ts';

/** The rest of the routes, which the workspace of a trader never loads; replaced by its value as the first part is. */
export const officeRouteTable: RouteTable = Object.fromEntries(
  Object.entries(routes).flatMap(([name, route]) => (isOfOffice(route) ? [[name, callRoute(route)]] : [])),
);
