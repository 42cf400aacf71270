// Inversify reads decorator metadata through this; loaded here, once, before anything that imports it.
import 'reflect-metadata/lite';

export { type AccessRule, decideAccess, lockedForAll, permissionVip } from './checks/access.ts';
export { type AccessPolicy, grantAll, type PluginDecision } from './checks/access-policy.ts';
export type {
  CommandCode,
  CommandEntry,
  ContributionEntry,
  PanelCode,
  PanelEntry,
  RouteCode,
  RouteEntry,
  StrategyCode,
  StrategyEntry,
  VenueCode,
  VenueEntry,
  VisibleDecision,
} from './contributions/contribution-entry.ts';
export type { HookResult } from './hook-runner.ts';
export { createKernel, type Kernel, type KernelOptions } from './kernel.ts';
export { type FailureCode, type FailureReason, failureCodes, type KernelEvent, type KernelReport } from './kernel-report.ts';
export { KernelStartError } from './kernel-start-error.ts';
export {
  type ContributionKind,
  type ContributionRef,
  contributionKey,
  contributionKinds,
  type ManifestCheck,
  type ManifestValidator,
  type PluginManifest,
  partsOf,
  trustManifest,
} from './manifest.ts';
export { type ManifestRole, rolesOf } from './manifest-roles.ts';
export {
  changedPanel,
  migratePanelConfig,
  type PanelState,
  type PlaceholderReason,
  type RestoredPanel,
  restorePanel,
  type SavedPanel,
} from './panels/panel-config.ts';
export { type EffectivePlugin, effectivePlugins, type PluginSet, policyOf } from './plugin-set.ts';
export { type HostService, hostService, type PluginSource, perPlugin, type Side } from './plugin-source.ts';
export type { DisabledReason, PluginState, PluginStatus } from './plugin-state.ts';
