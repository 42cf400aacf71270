import type { Contributions } from '../contract/plugin.ts';
import type { Disposer, Token } from '../contract/token.ts';
import type { AccessPolicy } from './checks/access-policy.ts';
import type { CommandEntry, PanelEntry, RouteEntry, StrategyEntry, VenueEntry } from './contributions/contribution-entry.ts';
import { discover } from './discovery.ts';
import type { HookPatience } from './hook-runner.ts';
import type { KernelReport } from './kernel-report.ts';
import { KernelStartError } from './kernel-start-error.ts';
import type { ManifestValidator } from './manifest.ts';
import { PluginKernel } from './plugin-kernel.ts';
import type { HostService, PluginSource, Side } from './plugin-source.ts';
import type { InstalledPlugin } from './plugin-state.ts';

export interface KernelOptions {
  readonly side: Side;
  readonly contractVersion: string;
  readonly plugins: readonly PluginSource[];
  readonly services: readonly HostService[];
  readonly access: AccessPolicy;
  readonly validate: ManifestValidator;
  readonly report: KernelReport;
  /** A steady clock, for the time that hooks take. */
  readonly nowMs: () => number;
  /** A hook that takes longer has failed, and the others go on; absent: each is waited for. */
  readonly patience?: HookPatience;
}

/** The running plugins. Every list is a snapshot of this moment; `onChange` says when to read it again. */
export interface Kernel {
  /** Every installed plugin, by id. */
  plugins(): readonly InstalledPlugin[];
  plugin(id: string): InstalledPlugin | null;
  panels(): readonly PanelEntry[];
  routes(): readonly RouteEntry[];
  commands(): readonly CommandEntry[];
  venues(): readonly VenueEntry[];
  strategies(): readonly StrategyEntry[];
  /** Contributions to a point of the host. */
  contributions<T>(point: string): Contributions<T>;
  /** A service that the host or a running plugin provides, or null. */
  service<T>(token: Token<T>): T | null;
  /** Drops and gains plugins and contributions under a new policy, without a restart. Calls queue up. */
  update(access: AccessPolicy): Promise<void>;
  /**
   * Adds a plugin, or puts another version in the place of one, while the others run. Gives what speaks against it; then
   * everything is as before. Calls queue up with those of `update`.
   */
  install(source: PluginSource): Promise<readonly string[]>;
  /** Stops a plugin and forgets it, with what depends on it disabled. Harmless for an unknown one. */
  remove(id: string): Promise<void>;
  onChange(listener: () => void): Disposer;
  /** Stops every plugin, in reverse order of setup. */
  dispose(): Promise<void>;
}

/**
 * Discovers, validates, orders and starts the plugins. Rejects with {@link KernelStartError}, with everything stopped
 * again, when names clash, plugins require each other in a circle, or one with `onFailure: 'abort'` failed.
 */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const discovery = discover(options.plugins, options.validate, options.contractVersion, options.services);
  const invalid = discovery.found.flatMap(({ id, failure }) => (failure === null ? [] : [`plugin "${id}": ${failure.detail}`]));
  if (discovery.failures.length > 0) throw new KernelStartError([...discovery.failures, ...invalid]);
  const kernel = new PluginKernel(options, discovery);
  await kernel.start();
  return kernel;
}
