import type { ShownHealth } from '../../core/domain/markets/venue-health.ts';
import type { DiskRoom } from '../trading/disk-room.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';
import type { Projector } from '../trading/projection/projector.ts';
import type { VenueRegistry } from '../trading/venues/venue-registry.ts';
import type { AccountDirectory, MissingVenue, VenueDirectory } from './ports.ts';

type AccountRooms = Pick<TradingRoom, 'access' | 'accounts' | 'grants' | 'stored'>;

/** The trading room's accounts as the gateway asks for them. */
export const accountDirectory = ({ access, accounts, grants, stored }: AccountRooms): AccountDirectory => ({
  may: (principal, apiId, act) => access.may(principal, apiId, act),
  owns: (principal, apiId) => access.owns(principal, apiId),
  of: (principal, act) => access.of(principal, act),
  instancesOf: (principal, act) => access.instancesOf(principal, act),
  onRights: (listener) => {
    const stops = [grants.onChange(listener), accounts.onChange(listener)];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
  stored: (apiIds) => stored([...new Set(apiIds.flatMap((apiId) => accounts.get(apiId)?.exchange ?? []))]),
});

interface VenueDirectoryParts {
  readonly venues: VenueRegistry;
  readonly disk: DiskRoom;
  readonly projector: Pick<Projector, 'isBehind' | 'onBehind'>;
  /** Those that never opened since the start. */
  readonly missing: () => readonly MissingVenue[];
}

/**
 * Venues with their health as callers meet it: one that is well takes cancels only while the disk is full, or while so much of it waits for
 * the database that new orders are refused.
 */
export const venueDirectory = ({ venues, disk, projector, missing }: VenueDirectoryParts): VenueDirectory => ({
  list: () => {
    const healths = new Map(venues.statuses().map(({ exchange, health }) => [exchange, health]));
    const well = (exchange: string): ShownHealth => (disk.hasRoom() && !projector.isBehind(exchange) ? 'LIVE' : 'CANCEL_ONLY');
    return venues.venues().map((venue) => {
      const health = healths.get(venue.exchange) ?? 'LIVE';
      return { venue, health: health === 'LIVE' ? well(venue.exchange) : health };
    });
  },
  missing,
  onHealth: (listener) => {
    const stops = [
      disk.onChange(listener),
      projector.onBehind(listener),
      venues.addListener({ opened: listener, batch: () => undefined, health: listener, closed: listener }),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
});
