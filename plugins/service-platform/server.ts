import type { Static } from '@sinclair/typebox';
import { accepted, refused } from '../../core/contract/app-error.ts';
import { MAIL_SERVER, type MailServerState } from '../../core/contract/mail-server.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import { PLATFORM, type PlatformState } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, userOf } from '../../core/contract/server-contributions.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import { type MailServerView, type PlatformView, platformRoutes, type TypedMailServer } from '../../schemas/wire/platform.ts';

const view = ({ version, settings: { firmName, secondFactor, languages, ...settings } }: PlatformState): PlatformView => ({
  ...{ version, firm_name: firmName, second_factor: secondFactor, languages: [...languages], ...settings },
});

const mailView = ({ hasPassword, server, ...state }: MailServerState): MailServerView => ({
  ...{ ...state, has_password: hasPassword, server: server === null ? null : { ...server, notify: [...server.notify] } },
});

const apart = ({ user_password: password, ...server }: Static<typeof TypedMailServer>) => ({ password, server });

/** Null: no reason was given. */
function noteOf(request: Parameters<typeof userOf>[0], typed: string): ChangeNote | null {
  const reason = tidyText(typed);
  const { role } = request.principal;
  return reason === '' || role === null ? null : { by: { userId: userOf(request), role }, reason };
}

export const plugin = definePlugin({
  requires: { routes: ROUTES, platform: PLATFORM, mailServer: MAIL_SERVER },
  setup: ({ services: { routes, platform, mailServer } }) => {
    routes.add(platformRoutes, {
      platformGet: async () => accepted(view(platform.state)),
      platformChange: async (request) => {
        const { version, firm_name: firmName, second_factor: secondFactor, reason: typed, ...others } = request.body;
        const note = noteOf(request, typed);
        if (note === null) return refused('FORM_FIELD_EMPTY', { field: 'reason' });
        const named = { ...(firmName === undefined ? {} : { firmName }), ...(secondFactor === undefined ? {} : { secondFactor }) };
        const changed = await platform.change(version, { ...others, ...named }, note);
        return changed.ok ? accepted(view(changed.value)) : changed;
      },
      platformMail: async () => accepted(mailView(mailServer.state)),
      platformMailChange: async (request) => {
        const { version, server: typed, reason } = request.body;
        const note = noteOf(request, reason);
        if (note === null) return refused('FORM_FIELD_EMPTY', { field: 'reason' });
        const { password, server } = typed === null ? { password: null, server: null } : apart(typed);
        const changed = await mailServer.change(version, server, password, note);
        return changed.ok ? accepted(mailView(changed.value)) : changed;
      },
      platformMailTest: (request) => mailServer.test(userOf(request)),
    });
    return undefined;
  },
});
