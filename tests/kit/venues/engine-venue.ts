import { definePlugin } from '../../../core/contract/plugin.ts';
import { MATCHING, type MatchingVenue } from '../../../core/contract/server-services.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';

interface EngineVenue {
  readonly exchange: string;
  readonly assets: readonly string[];
  /** What is different about it. */
  readonly change?: (venue: MatchingVenue) => MatchingVenue;
}

/** An exchange on the house's engine without markets: accounts and their money alone. */
export const engineVenue = ({ exchange, assets, change = (venue) => venue }: EngineVenue): PluginSource => ({
  folder: `venue-${exchange}`,
  manifest: {
    id: `venue-${exchange}`,
    version: '1.0.0',
    api: '^2.0.0',
    kind: 'venue',
    title: `venue-${exchange}.title`,
    description: `venue-${exchange}.description`,
    requires: ['tessera.matching'],
    contributes: { venues: [{ id: exchange, title: `venue-${exchange}.title` }] },
  },
  load: async () => ({
    plugin: definePlugin({
      requires: { matching: MATCHING },
      venues: {
        [exchange]: {
          open: async ({ matching }, { sink }) => {
            const scaled = assets.map((code) => ({ code, scale: 8 }));
            return [change(await matching.open({ exchange, title: exchange, assets: scaled, instruments: [], sink, retain: 'all' }))];
          },
        },
      },
    }),
  }),
});
