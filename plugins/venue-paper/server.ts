import { definePlugin } from '../../core/contract/plugin.ts';
import { CLOCK, ENVIRONMENT, LOGGER, MATCHING, SIMULATED_PAST } from '../../core/contract/server-services.ts';
import { openExchanges } from './open-exchanges.ts';
import { simulatedPast } from './simulated-past.ts';

export const plugin = definePlugin({
  requires: { matching: MATCHING, clock: CLOCK, logger: LOGGER, environment: ENVIRONMENT },
  setup: ({ services, provide }) => {
    provide(SIMULATED_PAST, simulatedPast(services.environment.seed));
    return undefined;
  },
  venues: { paper: { open: openExchanges } },
});
