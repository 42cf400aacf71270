import { AUDIT } from '../../core/contract/audit.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { ROUTES } from '../../core/contract/server-contributions.ts';
import { CLOCK, LOGGER } from '../../core/contract/server-services.ts';
import { auditRoutes } from '../../schemas/wire/audit.ts';
import { auditCalls } from './audit-calls.ts';
import { ChainCheck } from './chain-check.ts';

export const plugin = definePlugin({
  requires: { routes: ROUTES, audit: AUDIT, people: PEOPLE, clock: CLOCK, logger: LOGGER },
  setup: ({ services: { routes, audit, people, clock, logger } }) => {
    const check = new ChainCheck({ audit, clock, logger });
    routes.add(auditRoutes, auditCalls({ audit, people, check }));
    return () => check.stop();
  },
});
