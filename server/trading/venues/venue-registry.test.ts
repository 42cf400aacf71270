import { describe, expect, it } from 'vitest';
import type { Venue, VenueBatch, VenueDefinition, VenueSink } from '../../../core/contract/venue.ts';
import { btcusdt, emptyBatch, exchange, fakeVenue, silent } from '../trading-fixture.ts';
import { type VenueFollower, VenueRegistry } from './venue-registry.ts';

const levels: VenueBatch['events'] = [{ type: 'level', instrumentId: btcusdt.id, side: 'BUY', price: '1', qty: '1' }];

/** A contribution that reports one batch while it opens, and keeps its sink for later. */
function contribution(...venues: Venue[]) {
  const seen = { sink: null as VenueSink | null, projectedThrough: -1 };
  const definition: VenueDefinition = {
    open: async (_services, { sink, projectedThrough }) => {
      seen.sink = sink;
      seen.projectedThrough = await projectedThrough(exchange);
      await sink.batch(emptyBatch(5, levels));
      return venues;
    },
  };
  return { definition, seen };
}

const follower = (position: number, log: string[], batch: VenueFollower['batch'] = () => undefined): VenueFollower => ({
  position: async () => position,
  batch: (one) => {
    log.push(`follow ${one.sequence}`);
    return batch(one);
  },
  attach: async (venue) => void log.push(`attach ${venue.title}`),
});

const listener = (log: string[]) => ({
  opened: (venue: Venue) => void log.push(`opened ${venue.title}`),
  batch: (batch: VenueBatch) => void log.push(`news ${batch.sequence}`),
  missed: (batch: VenueBatch) => void log.push(`missed ${batch.sequence}`),
  health: (_exchange: string, health: string) => void log.push(health),
  closed: () => void log.push('closed'),
});

describe('VenueRegistry', () => {
  it('gives catch-up to the followers alone and news to all, after the state was read', async () => {
    const log: string[] = [];
    const registry = new VenueRegistry([follower(7, log), follower(4, log)], silent);
    registry.addListener(listener(log));
    const { definition, seen } = contribution(fakeVenue());
    await registry.open(definition, {}, 'venue-fake');
    expect(registry.pluginOf(exchange)).toBe('venue-fake');
    expect(seen.projectedThrough).toBe(4);
    await seen.sink?.batch(emptyBatch(6, levels));
    await seen.sink?.batch(emptyBatch(7));
    expect(log).toEqual([
      'follow 5',
      'follow 5',
      'opened Fake',
      'attach Fake',
      'attach Fake',
      'follow 6',
      'follow 6',
      'news 6',
      'follow 7',
      'follow 7',
    ]);
    expect(registry.market(btcusdt.id)?.venue).toBe(registry.venue(exchange));
  });

  it('lets neither a failing listener nor a failing follower disturb the others', async () => {
    const log: string[] = [];
    const failing = follower(0, log, () => Promise.reject(new Error('no disk')));
    const throwing = follower(0, log, () => {
      throw new Error('bug');
    });
    const registry = new VenueRegistry([failing, throwing, follower(0, log)], silent);
    registry.addListener({
      opened: () => Promise.reject(new Error('slow bug')),
      batch: () => {
        throw new Error('bug');
      },
    });
    registry.addListener(listener(log));
    const { definition, seen } = contribution(fakeVenue());
    await registry.open(definition, {});
    log.length = 0;
    await seen.sink?.batch(emptyBatch(6, levels));
    expect(log).toEqual(['follow 6', 'follow 6', 'follow 6', 'news 6']);
  });

  it('makes the venue wait for a follower that asks for it', async () => {
    let release: () => void = () => undefined;
    const slow = follower(0, [], () => new Promise((resolve) => (release = resolve)));
    const registry = new VenueRegistry([slow], silent);
    let opened = false;
    const opening = registry.open(contribution(fakeVenue()).definition, {}).then(() => {
      opened = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened).toBe(false);
    release();
    await opening;
    expect(opened).toBe(true);
  });

  it('opens an exchange once, and closes what came second', async () => {
    const registry = new VenueRegistry([], silent);
    await registry.open(contribution(fakeVenue()).definition, {});
    let closed = false;
    const second = fakeVenue({
      close: async () => {
        closed = true;
      },
    });
    await expect(registry.open(contribution(second).definition, {})).rejects.toThrow('two plugins open the exchange tessera');
    expect(closed).toBe(true);
    expect(registry.venues()).toHaveLength(1);
  });

  it('keeps each venue’s health and tells it', async () => {
    const log: string[] = [];
    const registry = new VenueRegistry([], silent);
    const { definition, seen } = contribution(fakeVenue());
    await registry.open(definition, {});
    registry.addListener(listener(log));
    seen.sink?.health(exchange, 'DOWN', 'no disk');
    expect(registry.statuses()).toEqual([{ exchange, title: 'Fake', health: 'DOWN', reason: 'no disk' }]);
    expect(registry.isDown(exchange)).toBe(true);
    registry.report(exchange, 'LIVE', '');
    expect(log).toEqual(['opened Fake', 'DOWN', 'LIVE']);
  });

  it('lets the followers store what a closed exchange has told before it is opened again from there', async () => {
    const log: string[] = [];
    let stored = 4;
    const keeping: VenueFollower = {
      ...follower(0, log),
      position: async () => stored,
      detach: async (name) => {
        log.push(`detach ${name}`);
        stored = 5;
      },
    };
    const registry = new VenueRegistry([keeping], silent);
    const { definition, seen } = contribution(fakeVenue({ close: async () => void log.push('close') }));
    await registry.open(definition, {});
    expect(seen.projectedThrough).toBe(4);
    log.length = 0;
    await registry.reopen(exchange);
    expect(log).toEqual(['close', 'detach tessera', 'follow 5', 'attach Fake']);
    expect(seen.projectedThrough).toBe(5);
  });

  it('tells the listeners what a venue has settled while nobody heard it, once and before its state', async () => {
    const log: string[] = [];
    const replay = [emptyBatch(5, levels)];
    let sink: VenueSink | null = null;
    let isBroken = false;
    const registry = new VenueRegistry([], silent);
    registry.addListener(listener(log));
    const definition: VenueDefinition = {
      open: async (_services, opening) => {
        sink = opening.sink;
        for (const batch of replay) await sink.batch(batch);
        if (isBroken) throw new Error('no disk');
        return [fakeVenue()];
      },
    };
    await registry.open(definition, {});
    await (sink as VenueSink | null)?.batch(emptyBatch(6, levels));
    expect(log).toEqual(['opened Fake', 'news 6']);
    log.length = 0;
    replay.push(emptyBatch(6, levels), emptyBatch(7, levels));
    isBroken = true;
    await expect(registry.reopen(exchange)).rejects.toThrow('no disk');
    isBroken = false;
    await registry.reopen(exchange);
    expect(log).toEqual(['DOWN', 'missed 7', 'opened Fake', 'LIVE']);
  });

  it('shows which exchange is down when its contribution runs several', async () => {
    const registry = new VenueRegistry([], silent);
    const { definition, seen } = contribution(fakeVenue(), fakeVenue({ exchange: 'other', title: 'Other', instruments: [] }));
    await registry.open(definition, {});
    seen.sink?.health('other', 'DOWN', 'no network');
    expect(registry.statuses()).toEqual([
      { exchange, title: 'Fake', health: 'LIVE', reason: '' },
      { exchange: 'other', title: 'Other', health: 'DOWN', reason: 'no network' },
    ]);
    expect([registry.isDown(exchange), registry.isDown('other')]).toEqual([false, true]);
  });

  it('closes in reverse, even when one fails, and can open again', async () => {
    const log: string[] = [];
    const registry = new VenueRegistry([], silent);
    const named = (name: string, close: () => Promise<void>) => fakeVenue({ exchange: name, title: name, instruments: [], close });
    await registry.open(contribution(named('one', async () => void log.push('one'))).definition, {});
    await registry.open(contribution(named('two', () => Promise.reject(new Error('stuck')))).definition, {});
    await registry.open(contribution(named('three', async () => void log.push('three'))).definition, {});
    await registry.reopen('one', async () => void log.push('between'));
    await registry.close();
    expect(log).toEqual(['one', 'between', 'three', 'one']);
    expect(registry.venues()).toEqual([]);
  });
});
