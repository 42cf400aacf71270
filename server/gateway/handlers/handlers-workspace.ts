import { accepted } from '../../../core/contract/app-error.ts';
import { vipLevels } from '../../../core/domain/accounts/role.ts';
import type { pluginSetRoutes } from '../../../schemas/wire/plugin-set.ts';
import type { workspaceRoutes } from '../../../schemas/wire/workspace.ts';
import type { PluginAdministration, PluginSetHistory, SetChangePreview, StoppingInstances, VenueDirectory } from '../ports.ts';
import type { HandlersOf } from './handlers.ts';

const usualPage = 20;

interface WorkspaceHandlerParts {
  readonly plugins: PluginAdministration;
  readonly setChanges: SetChangePreview;
  readonly setHistory: PluginSetHistory;
  readonly staying: StoppingInstances;
  readonly venues: VenueDirectory;
}

export function createWorkspaceHandlers(parts: WorkspaceHandlerParts): HandlersOf<typeof workspaceRoutes & typeof pluginSetRoutes> {
  const { plugins, setChanges, setHistory, staying, venues } = parts;
  return {
    pluginList: async ({ principal }) => accepted([...(await plugins.list(principal))]),
    pluginOptOut: ({ principal, body }) => plugins.optOut(principal, body.plugin, body.off),
    adminPlugins: async () => accepted([...(await plugins.statuses())]),
    adminPluginSets: async () => accepted([...(await plugins.sets())]),
    adminPluginMatrix: async () => accepted([...(await setChanges.matrix())]),
    adminPluginSetPreview: ({ principal, body }) => setChanges.preview(principal, body),
    adminPluginSetVersions: async ({ query: { role, after, limit = usualPage } }) => {
      const { results, next } = await setHistory.versions(role, { before: after === undefined ? undefined : Number(after), limit });
      return accepted({ results: [...results], next: next === null ? null : String(next) });
    },
    adminPluginSetAs: async ({ body: { set, level, product_version: version = null } }) =>
      accepted([...(await setChanges.seenAs(set, vipLevels.find((one) => one === level) ?? 0, version))]),
    adminNamedSets: async () => accepted([...(await setHistory.named())]),
    adminNamedSetSave: ({ principal, body: { reason, ...set } }) => setHistory.saveNamed(principal, set, reason),
    adminNamedSetRemove: ({ principal, body: { name, reason } }) => setHistory.removeNamed(principal, name, reason),
    adminProductVersions: async () => accepted([...(await setHistory.versionSets())]),
    adminProductVersionTie: ({ principal, body: { product_version: version, set_name: name, reason } }) =>
      setHistory.tieVersion(principal, version, name, reason),
    adminPluginSetSave: async ({ principal, body: { expected, reason, ...set } }) => {
      const change = await setChanges.preview(principal, set);
      if (!change.ok) return change;
      const saved = await plugins.saveSet(principal, set, reason, expected);
      return saved.ok ? change : saved;
    },
    adminStayingStop: async ({ principal, body }) => accepted({ stopped: [...(await staying.stop(principal, body.instance_ids))] }),
    adminVenues: async () =>
      accepted(
        venues.list().map(({ venue, health }) => {
          const audit = venue.audit?.();
          const { exchange, title } = venue;
          return {
            exchange,
            title,
            health,
            sequence: audit?.sequence ?? null,
            state_hash: audit?.stateHash ?? null,
          };
        }),
      ),
  };
}
