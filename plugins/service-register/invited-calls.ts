import type { Admissions } from '../../core/contract/admissions.ts';
import { accepted } from '../../core/contract/app-error.ts';
import type { Captcha } from '../../core/contract/captcha.ts';
import type { HousePlatform } from '../../core/contract/platform.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import { termsOfUseVersion } from '../../core/domain/accounts/terms-of-use.ts';
import type { invitedRoutes } from '../../schemas/wire/invitation.ts';

interface InvitedParts {
  readonly admissions: Pick<Admissions, 'look' | 'accept'>;
  readonly captcha: Captcha;
  readonly platform: Pick<HousePlatform, 'state'>;
}

/** How somebody comes whom an administrator has invited: the link of the letter proves his address, and opens the door also where it is closed for others. */
export const invitedCalls = ({ admissions, captcha, platform }: InvitedParts): RouteHandlers<typeof invitedRoutes> => ({
  invitationLook: async ({ body: { token } }) => {
    const found = await admissions.look(token);
    return found.ok ? accepted({ address: found.value.address, role: found.value.role }) : found;
  },
  invitationAccept: async ({ query, body }) => {
    const { token, username, password, language = platform.state.settings.language } = body;
    const solved = await captcha.solved(query);
    if (!solved.ok) return solved;
    const made = await admissions.accept(token, { username, password, language, termsVersion: termsOfUseVersion });
    return made.ok ? accepted(null) : made;
  },
});
