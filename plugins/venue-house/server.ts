import { definePlugin } from '../../core/contract/plugin.ts';
import { CLOCK, MATCHING, VENUE_PAST } from '../../core/contract/server-services.ts';
import { usualSchedule } from '../../core/domain/accounts/fee-schedule.ts';
import { pastCandles } from './house-past.ts';
import { assets, exchange, instruments } from './instruments.ts';

export const plugin = definePlugin({
  requires: { matching: MATCHING, clock: CLOCK },
  optional: { past: VENUE_PAST },
  venues: {
    [exchange]: {
      open: async ({ matching, clock }, { sink }, { past }) => [
        await matching.open({
          exchange,
          title: 'Tessera',
          assets,
          instruments,
          feeSchedule: usualSchedule,
          sink,
          // The books of the house: every order and posting stays provable.
          retain: 'all',
          ...(past === null ? {} : { candles: pastCandles(past, clock.nowMs()) }),
        }),
      ],
    },
  },
});
