import { definePlugin } from '../../../core/contract/plugin.ts';
import { MATCHING, type MatchingVenue } from '../../../core/contract/server-services.ts';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';

export const closed = 'closed';

/** The same venue, to which nothing comes from outside and which gives nothing out. */
function withoutMoney(venue: MatchingVenue): MatchingVenue {
  const capabilities: VenueCapabilities = { ...venue.capabilities, deposit: false, withdrawal: false };
  return new Proxy(venue, {
    get: (target, name) => {
      if (name === 'capabilities') return capabilities;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** An exchange on the house's engine without deposits and withdrawals. */
export const closedVenue = {
  folder: 'venue-closed',
  manifest: {
    id: 'venue-closed',
    version: '1.0.0',
    api: '^2.0.0',
    kind: 'venue',
    title: 'venue-closed.title',
    description: 'venue-closed.description',
    requires: ['tessera.matching'],
    contributes: { venues: [{ id: closed, title: 'venue-closed.title' }] },
  },
  load: async () => ({
    plugin: definePlugin({
      requires: { matching: MATCHING },
      venues: {
        [closed]: {
          open: async ({ matching }, { sink }) => {
            const assets = ['BTC', 'USDT'].map((code) => ({ code, scale: 8 }));
            return [withoutMoney(await matching.open({ exchange: closed, title: 'Closed', assets, instruments: [], sink, retain: 'all' }))];
          },
        },
      },
    }),
  }),
} satisfies PluginSource;
