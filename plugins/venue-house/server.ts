import { definePlugin } from '../../core/contract/plugin.ts';
import { CLOCK, ENVIRONMENT, MATCHING, SIMULATED_PAST } from '../../core/contract/server-services.ts';
import { pastCandles } from './house-past.ts';
import { assets, exchange, instruments } from './instruments.ts';

export const plugin = definePlugin({
  requires: { matching: MATCHING, clock: CLOCK, environment: ENVIRONMENT },
  optional: { past: SIMULATED_PAST },
  venues: {
    [exchange]: {
      open: async ({ matching, clock, environment }, { sink, projectedThrough }, { past }) => [
        await matching.open({
          exchange,
          title: 'Tessera',
          assets,
          instruments,
          sink,
          projectedThrough: projectedThrough(exchange),
          // The books of the house: every order and posting stays provable.
          retain: 'all',
          ...(environment.houseTraders && past !== null ? { candles: pastCandles(past, clock.nowMs()) } : {}),
        }),
      ],
    },
  },
});
