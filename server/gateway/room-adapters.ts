import type { Principal } from '../../core/contract/access.ts';
import type { Store } from '../store/store.ts';
import type { Accounts } from '../trading/accounts.ts';
import type { VenueRegistry } from '../trading/venue-registry.ts';
import type { AccountDirectory, VenueDirectory } from './ports.ts';

/** The trading room's accounts as the gateway asks for them; the store knows everybody's, for admins. */
export const accountDirectory = (accounts: Pick<Accounts, 'listOf'>, stored: Pick<Store['apiAccounts'], 'all'>): AccountDirectory => ({
  ownedBy: (userId) => accounts.listOf(userId),
  visibleTo: async (principal: Principal) => {
    if (principal.role === 'admin') return stored.all();
    return principal.userId === null ? [] : accounts.listOf(principal.userId);
  },
});

export const venueDirectory = (venues: VenueRegistry): VenueDirectory => ({
  list: () => {
    const healths = new Map(venues.statuses().map(({ exchange, health }) => [exchange, health]));
    return venues.venues().map((venue) => ({ venue, health: healths.get(venue.exchange) ?? 'LIVE' }));
  },
  onHealth: (listener) =>
    venues.addListener({ opened: () => listener(), batch: () => undefined, health: () => listener(), closed: () => listener() }),
});
