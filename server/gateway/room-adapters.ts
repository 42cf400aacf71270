import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { VenueRegistry } from '../trading/venue-registry.ts';
import type { AccountDirectory, VenueDirectory } from './ports.ts';

/** The trading room's accounts as the gateway asks for them. */
export const accountDirectory = ({ access, accounts, stored }: Pick<TradingRoom, 'access' | 'accounts' | 'stored'>): AccountDirectory => ({
  may: (principal, apiId, act) => access.may(principal, apiId, act),
  of: (principal, act) => access.of(principal, act),
  stored: (apiIds) => stored([...new Set(apiIds.flatMap((apiId) => accounts.get(apiId)?.exchange ?? []))]),
});

export const venueDirectory = (venues: VenueRegistry): VenueDirectory => ({
  list: () => {
    const healths = new Map(venues.statuses().map(({ exchange, health }) => [exchange, health]));
    return venues.venues().map((venue) => ({ venue, health: healths.get(venue.exchange) ?? 'LIVE' }));
  },
  onHealth: (listener) =>
    venues.addListener({ opened: () => listener(), batch: () => undefined, health: () => listener(), closed: () => listener() }),
});
