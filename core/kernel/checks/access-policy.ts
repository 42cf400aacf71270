import type { AccessDecision } from '../../contract/access.ts';
import type { ContributionRef, PluginManifest } from '../manifest.ts';

/** `disabled`: the user opted out of the plugin. */
export type PluginDecision = AccessDecision | { readonly outcome: 'disabled'; readonly reason: 'opted-out' };

/** What the kernel may start and show. Both answers already hold the stricter of all layers. */
export interface AccessPolicy {
  plugin(manifest: PluginManifest): PluginDecision;
  contribution(manifest: PluginManifest, ref: ContributionRef): AccessDecision;
}

/** For the server's own kernel, which runs plugins for everybody and checks each caller at the edge. */
export const grantAll: AccessPolicy = {
  plugin: () => ({ outcome: 'granted' }),
  contribution: () => ({ outcome: 'granted' }),
};
