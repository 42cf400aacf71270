import type { SessionInfo } from '../../../core/contract/client-services.ts';
import type { RouteEntry } from '../../../core/kernel/index.ts';
import type { KernelStore } from '../../workbench/kernel-store.ts';

/** The page that is the work of whoever is signed in, as its plugin declares; null: his workspaces are. */
export const homeOf = ({ routes }: Pick<KernelStore, 'routes'>, user: Pick<SessionInfo, 'role'> | null): RouteEntry | null =>
  (user !== null &&
    routes.find(({ manifest, decision }) => decision.outcome === 'granted' && manifest.home?.includes(user.role) === true)) ||
  null;
