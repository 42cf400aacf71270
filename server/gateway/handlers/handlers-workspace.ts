import { accepted } from '../../../core/contract/app-error.ts';
import type { pluginSetRoutes } from '../../../schemas/wire/plugin-set.ts';
import type { workspaceRoutes } from '../../../schemas/wire/workspace.ts';
import type { PluginAdministration, SetChangePreview, StoppingInstances, VenueDirectory } from '../ports.ts';
import type { HandlersOf } from './handlers.ts';

interface WorkspaceHandlerParts {
  readonly plugins: PluginAdministration;
  readonly setChanges: SetChangePreview;
  readonly staying: StoppingInstances;
  readonly venues: VenueDirectory;
}

export function createWorkspaceHandlers(parts: WorkspaceHandlerParts): HandlersOf<typeof workspaceRoutes & typeof pluginSetRoutes> {
  const { plugins, setChanges, staying, venues } = parts;
  return {
    pluginList: async ({ principal }) => accepted([...(await plugins.list(principal))]),
    pluginOptOut: ({ principal, body }) => plugins.optOut(principal, body.plugin, body.off),
    adminPlugins: async () => accepted([...(await plugins.statuses())]),
    adminPluginSets: async () => accepted([...(await plugins.sets())]),
    adminPluginMatrix: async () => accepted([...(await setChanges.matrix())]),
    adminPluginSetPreview: ({ principal, body }) => setChanges.preview(principal, body),
    adminPluginSetSave: async ({ principal, body: { expected, ...set } }) => {
      const change = await setChanges.preview(principal, set);
      if (!change.ok) return change;
      const saved = await plugins.saveSet(principal, set, expected);
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
