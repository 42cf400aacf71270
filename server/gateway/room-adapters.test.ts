import { expect, it } from 'vitest';
import { exchange, fakeVenue, silent } from '../trading/trading-fixture.ts';
import { VenueRegistry } from '../trading/venues/venue-registry.ts';
import { venueDirectory } from './room-adapters.ts';

async function setUp() {
  const venues = new VenueRegistry([], silent);
  await venues.open({ open: async () => [fakeVenue(), fakeVenue({ exchange: 'other', instruments: [] })] }, {});
  const faults = { disk: false, behind: new Set<string>() };
  const changes = new Set<() => void>();
  const onChange = (listener: (hasRoom: boolean) => void) => followed(() => listener(!faults.disk));
  const followed = (listener: () => void) => {
    changes.add(listener);
    return () => void changes.delete(listener);
  };
  const directory = venueDirectory({
    venues,
    disk: { hasRoom: () => !faults.disk, onChange },
    projector: { isBehind: (name) => faults.behind.has(name), onBehind: followed },
    missing: () => [{ exchange: 'paper', title: 'Simulated' }],
  });
  const change = (make: () => void): void => {
    make();
    for (const listener of changes) listener();
  };
  const healths = () => Object.fromEntries(directory.list().map(({ venue, health }) => [venue.exchange, health]));
  return { venues, directory, faults, change, healths, changes };
}

it('shows cancels only at the exchange whose projections are far behind, and at every one while the disk is full, and says so', async () => {
  const { directory, faults, change, healths, changes } = await setUp();
  const told: unknown[] = [];
  const stop = directory.onHealth(() => told.push(healths()));
  change(() => faults.behind.add(exchange));
  expect(told.at(-1)).toEqual({ [exchange]: 'CANCEL_ONLY', other: 'LIVE' });
  change(() => {
    faults.disk = true;
  });
  expect(told.at(-1)).toEqual({ [exchange]: 'CANCEL_ONLY', other: 'CANCEL_ONLY' });
  change(() => {
    faults.disk = false;
    faults.behind.clear();
  });
  expect(told.at(-1)).toEqual({ [exchange]: 'LIVE', other: 'LIVE' });
  await stop();
  expect(changes.size).toBe(0);
});

it('shows what is worse than that by its own name, and those that never opened apart', async () => {
  const { venues, directory, faults, healths } = await setUp();
  faults.disk = true;
  venues.report('other', 'DOWN', 'away');
  expect(healths()).toEqual({ [exchange]: 'CANCEL_ONLY', other: 'DOWN' });
  expect(directory.missing()).toEqual([{ exchange: 'paper', title: 'Simulated' }]);
});
