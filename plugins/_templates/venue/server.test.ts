import { describe, expect, it } from 'vitest';
import type { Matching, MatchingOptions, MatchingVenue } from '../../../core/contract/server-services.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { assets, exchange, instruments } from './instruments.ts';
import { plugin } from './server.ts';

describe('the venue', () => {
  it('opens its exchange where the projections stopped', async () => {
    const opened: MatchingOptions[] = [];
    const venue = { exchange } as MatchingVenue;
    const matching: Matching = {
      open: async (options) => {
        opened.push(options);
        return venue;
      },
    };
    const sink = { batch: () => undefined, health: () => undefined };
    const venues = await plugin.venues?.[exchange]?.open({ matching }, { sink, projectedThrough: async () => 7 }, {});
    expect(venues).toEqual([venue]);
    expect(opened[0]).toMatchObject({ exchange, sink });
  });

  it.each(instruments)('$symbol has a grid that its assets can express exactly', (instrument) => {
    const scaleOf = (code: string): number => assets.find((asset) => asset.code === code)?.scale ?? -1;
    expect(decimalsOf(instrument.lot)).toBeLessThanOrEqual(scaleOf(instrument.base));
    expect(decimalsOf(instrument.tick) + decimalsOf(instrument.lot)).toBeLessThanOrEqual(scaleOf(instrument.quote));
  });
});
