import { accepted, refused } from '../../core/contract/app-error.ts';
import { PLATFORM, type PlatformState } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, userOf } from '../../core/contract/server-contributions.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import { type PlatformView, platformRoutes } from '../../schemas/wire/platform.ts';

const view = ({ version, settings: { firmName, ...settings } }: PlatformState): PlatformView => ({
  ...{ version, firm_name: firmName, ...settings },
});

export const plugin = definePlugin({
  requires: { routes: ROUTES, platform: PLATFORM },
  setup: ({ services: { routes, platform } }) => {
    routes.add(platformRoutes, {
      platformGet: async () => accepted(view(platform.state)),
      platformChange: async (request) => {
        const { version, firm_name: firmName, reason: typed, ...others } = request.body;
        const reason = tidyText(typed);
        const { role } = request.principal;
        if (reason === '' || role === null) return refused('FORM_FIELD_EMPTY', { field: 'reason' });
        const changes = { ...others, ...(firmName === undefined ? {} : { firmName }) };
        const changed = await platform.change(version, changes, { by: { userId: userOf(request), role }, reason });
        return changed.ok ? accepted(view(changed.value)) : changed;
      },
    });
    return undefined;
  },
});
