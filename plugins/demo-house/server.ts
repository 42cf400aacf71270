import { definePlugin } from '../../core/contract/plugin.ts';
import { ENVIRONMENT, SIMULATED_PAST, VENUE_PAST } from '../../core/contract/server-services.ts';
import { housePast } from './house-past.ts';
import { houseTraders } from './house-traders.ts';

export const plugin = definePlugin({
  requires: { environment: ENVIRONMENT },
  optional: { past: SIMULATED_PAST },
  setup: ({ services, optional, provide }) => {
    const isAlive = services.environment.demo && optional.past !== null;
    provide(VENUE_PAST, isAlive ? housePast(optional.past) : { candlesOf: () => null });
    return undefined;
  },
  open: { traders: houseTraders },
});
