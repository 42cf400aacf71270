import type { Principal } from '../../core/contract/access.ts';
import type { Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { VenueRegistry } from '../trading/venue-registry.ts';
import type { AccountDirectory, VenueDirectory } from './ports.ts';

/** The trading room's accounts as the gateway asks for them; the store knows everybody's, for admins. */
export const accountDirectory = (
  { accounts, stored }: Pick<TradingRoom, 'accounts' | 'stored'>,
  store: Pick<Store['apiAccounts'], 'all'>,
): AccountDirectory => ({
  ownedBy: (userId) => accounts.listOf(userId),
  visibleTo: async (principal: Principal) => {
    if (principal.role === 'admin') return store.all();
    return principal.userId === null ? [] : accounts.listOf(principal.userId);
  },
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
