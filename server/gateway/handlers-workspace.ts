import { accepted } from '../../core/contract/app-error.ts';
import type { workspaceRoutes } from '../../schemas/wire/workspace.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';
import type { LayoutDesk } from './layout-desk.ts';
import type { PluginDesk } from './ports.ts';

export interface WorkspaceHandlerParts {
  readonly plugins: PluginDesk;
  readonly layouts: LayoutDesk;
}

export function createWorkspaceHandlers({ plugins, layouts }: WorkspaceHandlerParts): HandlersOf<typeof workspaceRoutes> {
  return {
    pluginList: async ({ principal }) => accepted([...(await plugins.list(principal))]),
    pluginOptOut: ({ principal, body }) => plugins.optOut(principal, body.plugin, body.off),
    adminPlugins: async () => accepted([...(await plugins.statuses())]),
    adminPluginSets: async () => accepted([...(await plugins.sets())]),
    adminPluginSetSave: ({ principal, body }) => plugins.saveSet(principal, body),
    layoutCurrent: async (request) => accepted(await layouts.current(sessionOf(request).principal.userId)),
    layoutSave: (request) => layouts.save(sessionOf(request).principal.userId, request.body),
    layoutReset: async (request) => {
      await layouts.reset(sessionOf(request).principal.userId);
      return accepted(null);
    },
  };
}
