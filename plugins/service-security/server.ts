import { AUDIT } from '../../core/contract/audit.ts';
import { DELIVERIES } from '../../core/contract/deliveries.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { PLATFORM } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { SEALING } from '../../core/contract/sealing.ts';
import { ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK } from '../../core/contract/server-services.ts';
import { SIGN_IN_STEPS } from '../../core/contract/sign-in-steps.ts';
import { securityRoutes } from '../../schemas/wire/security.ts';
import { factorCalls } from './factor-calls.ts';
import { FactorTable } from './factor-table.ts';
import { securityLetters } from './letters.ts';
import { ownCalls } from './own-calls.ts';
import { SecondFactor } from './second-factor.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, steps: SIGN_IN_STEPS, sealing: SEALING, clock: CLOCK },
    ...{ people: PEOPLE, audit: AUDIT, messages: MESSAGES, platform: PLATFORM, deliveries: DELIVERIES },
  },
  setup: async ({ services: { routes, tables, steps, sealing, clock, people, audit, messages, platform, deliveries } }) => {
    const write = securityLetters({ deliveries, people, platform });
    const factor = new SecondFactor({ table: await FactorTable.open(tables), sealing, steps, audit, platform, clock, write });
    steps.add(factor);
    routes.add(securityRoutes, { ...ownCalls(people, write), ...factorCalls({ factor, people, messages, clock }) });
    return undefined;
  },
});
