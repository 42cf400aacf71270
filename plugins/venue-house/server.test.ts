import { describe, expect, it } from 'vitest';
import type { Matching, MatchingOptions, MatchingVenue } from '../../core/contract/server-services.ts';
import { decimalsOf, toUnits } from '../../core/domain/decimal.ts';
import { assets, instruments } from './instruments.ts';
import { plugin } from './server.ts';

describe('venue-house', () => {
  it('opens the exchange tessera on the matching engine and keeps its journal for ever', async () => {
    const opened: MatchingOptions[] = [];
    const venue = { exchange: 'tessera' } as MatchingVenue;
    const matching: Matching = {
      open: async (options) => {
        opened.push(options);
        return venue;
      },
    };
    const sink = { batch: () => undefined, health: () => undefined };
    const venues = await plugin.venues?.tessera?.open({ matching }, { sink, projectedThrough: () => 7 });
    expect(venues).toEqual([venue]);
    expect(opened[0]).toMatchObject({ exchange: 'tessera', projectedThrough: 7, retain: 'all', sink });
  });

  it.each(instruments)('$symbol has a grid that its assets can express exactly', (instrument) => {
    const scaleOf = (code: string): number => assets.find((asset) => asset.code === code)?.scale ?? -1;
    expect(decimalsOf(instrument.lot)).toBeLessThanOrEqual(scaleOf(instrument.base));
    expect(decimalsOf(instrument.tick) + decimalsOf(instrument.lot)).toBeLessThanOrEqual(scaleOf(instrument.quote));
    expect(toUnits(instrument.minNotional, scaleOf(instrument.quote))).not.toBeNull();
  });
});
