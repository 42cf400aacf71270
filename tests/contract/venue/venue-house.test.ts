import type { Venue } from '../../../core/contract/venue.ts';
import { plugin } from '../../../plugins/venue-house/server.ts';
import { openMatchingVenue } from './open-matching-venue.ts';
import { describeVenue } from './venue-conformance.ts';

describeVenue('tessera', () =>
  openMatchingVenue(async (matching, opening) => {
    const venues = await plugin.venues?.tessera?.open({ matching }, opening);
    return venues?.[0] as Venue;
  }),
);
