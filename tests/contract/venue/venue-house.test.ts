import type { Venue } from '../../../core/contract/venue.ts';
import { plugin } from '../../../plugins/venue-house/server.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { openMatchingVenue } from './open-matching-venue.ts';
import { describeVenue } from './venue-conformance.ts';

const clock = new ManualClock(1_750_000_000_000);

describeVenue('tessera', () =>
  openMatchingVenue(async (matching, opening) => {
    const venues = await plugin.venues?.tessera?.open({ matching, clock }, opening, { past: null });
    return venues?.[0] as Venue;
  }),
);
