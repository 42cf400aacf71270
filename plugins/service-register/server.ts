import { ADMISSIONS } from '../../core/contract/admissions.ts';
import { CAPTCHA } from '../../core/contract/captcha.ts';
import { CODES } from '../../core/contract/codes.ts';
import { DELIVERIES } from '../../core/contract/deliveries.ts';
import { INVITATIONS } from '../../core/contract/invitations.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { PLATFORM } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES } from '../../core/contract/server-contributions.ts';
import { ENVIRONMENT } from '../../core/contract/server-services.ts';
import { invitedRoutes } from '../../schemas/wire/invitation.ts';
import { registerRoutes } from '../../schemas/wire/register.ts';
import { accountCalls } from './account-calls.ts';
import { codeCalls } from './code-calls.ts';
import { invitedCalls } from './invited-calls.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, captcha: CAPTCHA, codes: CODES, deliveries: DELIVERIES, invitations: INVITATIONS },
    ...{ admissions: ADMISSIONS, people: PEOPLE, platform: PLATFORM, environment: ENVIRONMENT },
  },
  setup: ({ services: { routes, ...parts } }) => {
    routes.add(registerRoutes, { ...codeCalls(parts), ...accountCalls(parts) });
    routes.add(invitedRoutes, invitedCalls(parts));
    return undefined;
  },
});
