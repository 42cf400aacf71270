import type { AccountKeyPort, AccountKeys } from '../../../core/contract/account-keys.ts';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import { definePlugin } from '../../../core/contract/plugin.ts';
import { MATCHING } from '../../../core/contract/server-services.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';

export const duo = 'duo';

const instrument: Instrument = {
  ...{ id: `${duo}/BTCUSDT/spot`, exchange: duo, symbol: 'BTCUSDT', accountType: 'spot', contractKind: 'spot', settlement: 'none' },
  ...{ base: 'BTC', quote: 'USDT', tick: '0.01', lot: '0.00001', minQty: '0.00001', maxQty: '9000', minNotional: '10' },
  ...{ priceBand: '0.2', makerFee: '0.001', takerFee: '0.001', state: 'TRADING' },
};

/** Keys that it takes; those that are kept last as long as the exchange. */
export const duoKey = { api_key: 'key-of-duo-0123', secret_key: 'secret-of-duo-4567', passphrase: null };

function duoKeys(): AccountKeyPort {
  const kept = new Map<ApiId, AccountKeys>();
  return {
    passphrase: false,
    check: async ({ apiKey }) => (apiKey === duoKey.api_key ? accepted(undefined) : refused('ACCOUNT_KEYS_WRONG')),
    keep: async (apiId, keys) => void kept.set(apiId, keys),
    forget: async (apiId) => void kept.delete(apiId),
  };
}

/** An exchange on the house's engine where every api account has two accounts, spot and USD-M, and people bring keys. */
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
          open: async ({ matching }, { sink }) => {
            const venue = await matching.open({
              exchange: duo,
              title: 'Duo',
              assets: ['BTC', 'USDT'].map((code) => ({ code, scale: 8 })),
              instruments: [instrument],
              accountTypes: ['spot', 'usdm'],
              sink,
              retain: 'all',
            });
            return [Object.assign(venue, { accountKeys: duoKeys() })];
          },
        },
      },
    }),
  }),
} satisfies PluginSource;
