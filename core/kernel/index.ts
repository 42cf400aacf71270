// Inversify reads decorator metadata through this; loaded here, once, before anything that imports it.
import 'reflect-metadata/lite';

export { decideAccess, lockedForAll } from './checks/access.ts';
export { type AccessPolicy, grantAll } from './checks/access-policy.ts';
export type { CommandEntry, PanelEntry, RouteEntry } from './contributions/contribution-entry.ts';
export { providersOf } from './discovery.ts';
export { createKernel, type Kernel } from './kernel.ts';
export type { KernelEvent } from './kernel-report.ts';
export { KernelStartError } from './kernel-start-error.ts';
export {
  type ContributionKind,
  contributionKinds,
  type ManifestValidator,
  type PluginManifest,
  partsOf,
  trustManifest,
} from './manifest.ts';
export { type ManifestRole, rolesOf } from './manifest-roles.ts';
export { sitePagesOf } from './manifest-site.ts';
export { changedPanel, type PanelState, type RestoredPanel, restorePanel } from './panels/panel-config.ts';
export { type EffectivePlugin, effectivePlugins, isInSet, matchesAny } from './plugin-set.ts';
export { type HostService, hostService, type PluginSource, perPlugin } from './plugin-source.ts';
export type { InstalledPlugin } from './plugin-state.ts';
