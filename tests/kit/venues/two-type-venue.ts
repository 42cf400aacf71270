import { definePlugin } from '../../../core/contract/plugin.ts';
import { MATCHING } from '../../../core/contract/server-services.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';

export const duo = 'duo';

const instrument: Instrument = {
  ...{ id: `${duo}/BTCUSDT/spot`, exchange: duo, symbol: 'BTCUSDT', accountType: 'spot', contractKind: 'spot', settlement: 'none' },
  ...{ base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.00001', minQty: '0.00001', maxQty: '9000', minNotional: '10' },
  ...{ priceBand: '0.2', makerFee: '0.001', takerFee: '0.001', state: 'TRADING' },
};

/** An exchange on the house's engine where every api account has two accounts: spot and USD-M. */
export const twoTypeVenue = {
  folder: 'venue-duo',
  manifest: {
    id: 'venue-duo',
    version: '1.0.0',
    api: '^2.0.0',
    kind: 'venue',
    title: 'venue-duo.title',
    description: 'venue-duo.description',
    requires: ['tessera.matching'],
    contributes: { venues: [{ id: duo, title: 'venue-duo.title' }] },
  },
  load: async () => ({
    plugin: definePlugin({
      requires: { matching: MATCHING },
      venues: {
        [duo]: {
          open: async ({ matching }, { sink }) => [
            await matching.open({
              exchange: duo,
              title: 'Duo',
              assets: ['BTC', 'USDT'].map((code) => ({ code, scale: 8 })),
              instruments: [instrument],
              accountTypes: ['spot', 'usdm'],
              sink,
              retain: 'all',
            }),
          ],
        },
      },
    }),
  }),
} satisfies PluginSource;
