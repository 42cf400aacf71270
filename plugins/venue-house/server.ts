import { definePlugin } from '../../core/contract/plugin.ts';
import { MATCHING } from '../../core/contract/server-services.ts';
import { assets, exchange, instruments } from './instruments.ts';

const requires = { matching: MATCHING };

export const plugin = definePlugin({
  requires,
  venues: {
    [exchange]: {
      open: async ({ matching }, { sink, projectedThrough }) => [
        await matching.open({
          exchange,
          title: 'Tessera',
          assets,
          instruments,
          sink,
          projectedThrough: projectedThrough(exchange),
          // The books of the house: every order and posting stays provable.
          retain: 'all',
        }),
      ],
    },
  },
});
