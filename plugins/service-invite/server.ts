import { accepted } from '../../core/contract/app-error.ts';
import { INVITATIONS } from '../../core/contract/invitations.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES, userOf } from '../../core/contract/server-contributions.ts';
import { ENVIRONMENT } from '../../core/contract/server-services.ts';
import { inviteRoutes } from '../../schemas/wire/invite.ts';

export const plugin = definePlugin({
  requires: { routes: ROUTES, invitations: INVITATIONS, environment: ENVIRONMENT },
  setup: ({ services: { routes, invitations, environment } }) => {
    routes.add(inviteRoutes, {
      checkInviteCode: async ({ query }) => accepted((await invitations.isCode(query.invite_code)) ? 1 : 0),
      inviteMine: async (request) => {
        const { code, invited } = await invitations.of(userOf(request));
        const people = invited.map(({ username, joinedMs, invited: theirs }) => ({
          ...{ username, join_time: joinedMs },
          invited: theirs.map((one) => ({ beginning: one.beginning, join_time: one.joinedMs })),
        }));
        return accepted({ invite_code: code, public_url: environment.publicUrl, invited: people });
      },
    });
    return undefined;
  },
});
