import { accepted } from '../../core/contract/app-error.ts';
import type { workspaceRoutes } from '../../schemas/wire/workspace.ts';
import type { HandlersOf } from './handlers.ts';
import type { PluginDesk, VenueDirectory } from './ports.ts';

export interface WorkspaceHandlerParts {
  readonly plugins: PluginDesk;
  readonly venues: VenueDirectory;
}

export function createWorkspaceHandlers({ plugins, venues }: WorkspaceHandlerParts): HandlersOf<typeof workspaceRoutes> {
  return {
    pluginList: async ({ principal }) => accepted([...(await plugins.list(principal))]),
    pluginOptOut: ({ principal, body }) => plugins.optOut(principal, body.plugin, body.off),
    adminPlugins: async () => accepted([...(await plugins.statuses())]),
    adminPluginSets: async () => accepted([...(await plugins.sets())]),
    adminPluginSetSave: ({ principal, body }) => plugins.saveSet(principal, body),
    adminVenues: async () =>
      accepted(
        venues.list().map(({ venue, health }) => {
          const audit = venue.audit?.();
          const { exchange, title } = venue;
          return {
            ...{ exchange, title, health },
            sequence: audit?.sequence ?? null,
            state_hash: audit?.stateHash ?? null,
          };
        }),
      ),
  };
}
