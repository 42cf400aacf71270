import { openFarVenue } from '../../kit/venues/open-far-venue.ts';
import { describeVenue } from './venue-conformance.ts';

/** An exchange elsewhere, whose answers and reports are slow and overtake each other. */
describeVenue('far', () => openFarVenue({ longestMs: 4 }));
