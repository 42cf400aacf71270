import type { PluginDefinition } from '../contract/plugin.ts';
import { contractVersion } from '../contract/version.ts';
import { grantAll } from './checks/access-policy.ts';
import { createManifestValidator } from './checks/manifest-validator.ts';
import type { KernelOptions } from './kernel.ts';
import type { KernelEvent } from './kernel-report.ts';
import type { PluginManifest } from './manifest.ts';
import type { PluginSource } from './plugin-source.ts';

const validate = createManifestValidator();

/** A valid manifest of `id` with the given changes, for tests. */
export const manifestOf = (id: string, changes: Partial<PluginManifest> = {}): PluginManifest => ({
  id,
  version: '1.0.0',
  api: '^2.0.0',
  kind: 'service',
  title: `${id}.title`,
  description: `${id}.description`,
  ...changes,
});

/** An installed plugin whose code is `definition`, for tests. */
export const sourceOf = (manifest: PluginManifest, definition: PluginDefinition = {}, more: Partial<PluginSource> = {}): PluginSource => ({
  folder: manifest.id,
  manifest,
  load: async () => ({ plugin: definition }),
  ...more,
});

/** Kernel options with a clock that stands still, and the list that reports go to. */
export function optionsFor(
  plugins: readonly PluginSource[],
  changes: Partial<KernelOptions> = {},
): { readonly options: KernelOptions; readonly events: KernelEvent[] } {
  const events: KernelEvent[] = [];
  const options: KernelOptions = {
    side: 'client',
    contractVersion,
    plugins,
    services: [],
    access: grantAll,
    validate,
    report: (event) => events.push(event),
    nowMs: () => 0,
    ...changes,
  };
  return { options, events };
}
