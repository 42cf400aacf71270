import { marketRoutes } from './market.ts';
import { orderRoutes } from './order.ts';
import { userRoutes } from './user.ts';
import { workspaceRoutes } from './workspace.ts';

/** Every HTTP call of the product, under the base path. */
export const routes = { ...userRoutes, ...marketRoutes, ...orderRoutes, ...workspaceRoutes } as const;
export type Routes = typeof routes;
export type RouteName = keyof Routes;

export const httpBase = '/sapi';
export const socketBase = '/wssapi';
