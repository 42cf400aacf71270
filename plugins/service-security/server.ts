import { AUDIT } from '../../core/contract/audit.ts';
import { DELIVERIES } from '../../core/contract/deliveries.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { PLACES } from '../../core/contract/places.ts';
import { PLATFORM } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { SEALING } from '../../core/contract/sealing.ts';
import { JOBS, ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS } from '../../core/contract/server-services.ts';
import { SIGN_IN_STEPS } from '../../core/contract/sign-in-steps.ts';
import { securityRoutes } from '../../schemas/wire/security.ts';
import { factorCalls } from './factor-calls.ts';
import { FactorTable } from './factor-table.ts';
import { FactorWays } from './factor-ways.ts';
import { securityLetters } from './letters.ts';
import { ownCalls } from './own-calls.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { PasskeyChallenges } from './passkey-challenges.ts';
import { PasskeyTable } from './passkey-table.ts';
import { Passkeys } from './passkeys.ts';
import { SecondFactor } from './second-factor.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, jobs: JOBS, ids: IDS, steps: SIGN_IN_STEPS, sealing: SEALING, clock: CLOCK },
    ...{ people: PEOPLE, audit: AUDIT, messages: MESSAGES, platform: PLATFORM, deliveries: DELIVERIES, places: PLACES },
  },
  setup: async ({ services }) => {
    const { routes, tables, jobs, ids, steps, sealing, clock, people, audit, messages, platform, deliveries, places } = services;
    const write = securityLetters({ deliveries, people, platform });
    const table = await FactorTable.open(tables);
    const passkeyTable = new PasskeyTable(tables);
    const ways = new FactorWays({ table, passkeys: passkeyTable, steps, sealing });
    const challenges = new PasskeyChallenges(sealing, clock);
    const passkeys = new Passkeys({
      ...{ table: passkeyTable, ways, challenges, sealing, audit, messages, platform, clock, ids, write },
    });
    const factor = new SecondFactor({ table, ways, passkeyTable, passkeys, sealing, audit, platform, clock, write });
    steps.add(factor);
    routes.add(securityRoutes, {
      ...ownCalls(people, places, write),
      ...factorCalls({ factor, passkeys, people, messages, clock }),
      ...passkeyCalls({ passkeys, steps }),
    });
    jobs.add({
      id: 'forget-challenges',
      everyMs: 10 * 60_000,
      firstAfterMs: 60_000,
      run: () => passkeyTable.forgetUsed(clock.nowMs()),
    });
    return undefined;
  },
});
