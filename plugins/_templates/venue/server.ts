import { definePlugin } from '../../../core/contract/plugin.ts';
import { MATCHING } from '../../../core/contract/server-services.ts';
import { assets, exchange, instruments } from './instruments.ts';

export const plugin = definePlugin({
  requires: { matching: MATCHING },
  venues: {
    [exchange]: {
      open: async ({ matching }, { sink }) => [
        await matching.open({
          exchange,
          title: 'Sample',
          assets,
          instruments,
          sink,
          retain: 'since-snapshot',
        }),
      ],
    },
  },
});
