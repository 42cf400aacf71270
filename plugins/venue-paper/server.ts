import { definePlugin } from '../../core/contract/plugin.ts';
import { CLOCK, ENVIRONMENT, LOGGER, MATCHING } from '../../core/contract/server-services.ts';
import { openExchanges } from './open-exchanges.ts';

export const plugin = definePlugin({
  requires: { matching: MATCHING, clock: CLOCK, logger: LOGGER, environment: ENVIRONMENT },
  venues: { paper: { open: openExchanges } },
});
