import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import type { EffectivePlugin, InstalledPlugin } from '../../core/kernel/index.ts';
import type { ClientPackage } from '../../schemas/wire/package.ts';
import type { PluginSetView } from '../../schemas/wire/plugin-set.ts';
import type { PluginStatusView, PluginView } from '../../schemas/wire/workspace.ts';
import type { PluginSetRecord } from '../store/records.ts';

/** Opted-out plugins are not in the caller's list: for the client they are switched off. */
export const pluginViews = (
  effective: readonly EffectivePlugin[],
  packageOf: (pluginId: string) => ClientPackage | null,
): readonly PluginView[] =>
  effective.flatMap(({ pluginId, decision }) => {
    if (decision.outcome === 'disabled') return [];
    const foreign = packageOf(pluginId);
    const view = { id: pluginId, locked_at_vip: decision.outcome === 'locked' ? decision.minVip : null };
    return [foreign === null ? view : { ...view, package: foreign }];
  });

export const setFromRecord = ({ role, included, excluded, vipOverrides, locked }: PluginSetRecord): PluginSet => ({
  role,
  included,
  excluded,
  vipOverrides,
  locked,
});

export const setFromView = ({ role, included, excluded, vip_overrides, locked }: PluginSetView): PluginSet => ({
  role,
  included,
  excluded,
  vipOverrides: vip_overrides,
  locked,
});

export const pluginSetView = ({ role, included, excluded, vipOverrides, locked }: PluginSet): PluginSetView => ({
  role,
  included: [...included],
  excluded: [...excluded],
  vip_overrides: { ...vipOverrides },
  locked: [...locked],
});

/**
 * One row of the admin's plugin page. A plugin without a valid manifest shows its folder's name and the reason; one that runs
 * while its exchange did not open shows that it failed, and why.
 */
export function pluginStatusView({ id, manifest, state, setupMs }: InstalledPlugin, unopened: string | null = null): PluginStatusView {
  const failed = state.kind === 'active' ? unopened : null;
  return {
    id,
    version: manifest?.version ?? '',
    kind: manifest?.kind ?? 'service',
    title: manifest?.title ?? id,
    description: manifest?.description ?? '',
    state: failed !== null ? 'failed' : state.kind === 'stopped' ? 'disabled' : state.kind,
    reason: state.kind === 'failed' || state.kind === 'disabled' ? state.reason.detail : failed,
    requires: [...(manifest?.requires ?? [])],
    provides: [...(manifest?.provides ?? [])],
    setup_ms: setupMs,
  };
}
