import type { ShownHealth } from '../../core/domain/venue-health.ts';
import type { DiskRoom } from '../trading/disk-room.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { VenueRegistry } from '../trading/venue-registry.ts';
import type { AccountDirectory, VenueDirectory } from './ports.ts';

/** The trading room's accounts as the gateway asks for them. */
export const accountDirectory = ({ access, accounts, stored }: Pick<TradingRoom, 'access' | 'accounts' | 'stored'>): AccountDirectory => ({
  may: (principal, apiId, act) => access.may(principal, apiId, act),
  of: (principal, act) => access.of(principal, act),
  stored: (apiIds) => stored([...new Set(apiIds.flatMap((apiId) => accounts.get(apiId)?.exchange ?? []))]),
});

/** Venues with their health as callers meet it: one that is well takes cancels only while the disk is full. */
export const venueDirectory = (venues: VenueRegistry, disk: DiskRoom): VenueDirectory => ({
  list: () => {
    const healths = new Map(venues.statuses().map(({ exchange, health }) => [exchange, health]));
    const well: ShownHealth = disk.hasRoom() ? 'LIVE' : 'CANCEL_ONLY';
    return venues.venues().map((venue) => {
      const health = healths.get(venue.exchange) ?? 'LIVE';
      return { venue, health: health === 'LIVE' ? well : health };
    });
  },
  onHealth: (listener) => {
    const stop = disk.onChange(listener);
    const stopVenues = venues.addListener({ opened: listener, batch: () => undefined, health: listener, closed: listener });
    return async () => {
      await stop();
      await stopVenues();
    };
  },
});
