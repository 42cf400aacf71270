import type { MatchingVenue } from '../../../core/contract/server-services.ts';
import type { VenueCapabilities } from '../../../core/contract/venue.ts';
import { engineVenue } from './engine-venue.ts';

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
export const closedVenue = engineVenue({ exchange: closed, assets: ['BTC', 'USDT'], change: withoutMoney });
