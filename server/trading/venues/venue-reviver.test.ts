import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../core/contract/server-services.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { nodeFileSystem } from '../../engine/journal/files/node-file-system.ts';
import type { AccountMessage } from '../accounts/account-publisher.ts';
import { exchange, fakeVenue, limitIntent, openFundedRoom, silent, steppingClock, trader } from '../trading-fixture.ts';
import { VenueReviver } from './venue-reviver.ts';

describe('VenueReviver', () => {
  it('tries again ever more slowly until the venue is open, and starts over after it stayed up', async () => {
    const clock = new ManualClock(0);
    const attempts: number[] = [];
    let broken = true;
    const reviver = new VenueReviver(
      {
        reopen: async () => {
          attempts.push(clock.nowMs() / 1_000);
          if (broken) throw new Error('no disk');
        },
      },
      clock,
      silent,
    );
    reviver.health(exchange, 'DOWN');
    await clock.advance(29_000);
    expect(attempts).toEqual([2, 6, 14]);
    broken = false;
    await clock.advance(1_000);
    expect(attempts).toEqual([2, 6, 14, 30]);
    await clock.advance(60_000);
    reviver.health(exchange, 'DOWN');
    await clock.advance(2_000);
    expect(attempts.at(-1)).toBe(92);
    reviver.end();
    expect(clock.timers).toBe(0);
  });

  it('does not wait for its turn once what stood in the way is gone', async () => {
    const clock = new ManualClock(0);
    const attempts: number[] = [];
    const reopen = async (): Promise<void> => {
      attempts.push(clock.nowMs() / 1_000);
      throw new Error('no room');
    };
    const reviver = new VenueReviver({ reopen }, clock, silent);
    reviver.health(exchange, 'DOWN');
    await clock.advance(20_000);
    reviver.hurry();
    await new Promise(setImmediate);
    await clock.advance(3_000);
    expect(attempts).toEqual([2, 6, 14, 20, 22]);
    reviver.end();
  });

  it('leaves a venue alone that somebody else opens again', async () => {
    const clock = new ManualClock(0);
    let attempts = 0;
    const reviver = new VenueReviver({ reopen: async () => void attempts++ }, clock, silent);
    reviver.health(exchange, 'DOWN');
    reviver.health(exchange, 'LIVE');
    await clock.advance(100_000);
    expect(attempts).toBe(0);
    expect(clock.timers).toBe(0);
  });

  it('leaves an ephemeral venue alone, whether it goes down before or after it is open', async () => {
    const clock = new ManualClock(0);
    let attempts = 0;
    const reviver = new VenueReviver({ reopen: async () => void attempts++ }, clock, silent);
    reviver.health(exchange, 'DOWN');
    reviver.opened(fakeVenue({ durability: 'ephemeral' }));
    reviver.health(exchange, 'DOWN');
    await clock.advance(100_000);
    expect(attempts).toBe(0);
    expect(clock.timers).toBe(0);
  });

  it('settles an order whose outcome was open when the disk failed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tessera-revive-'));
    const { fileSystem, disk } = failingDisk();
    const room = await openFundedRoom(dataDir, { clock: hastyClock(), host: { fileSystem } });
    const ann = trader('ann');
    disk.failing = true;
    const intent = { ...limitIntent(1, 'BUY', '1', '100'), clientOrderId: 'open-fate' };
    expect(await room.trading.submit(ann, intent)).toMatchObject({
      ok: false,
      error: { code: 'ORDER_UNRESOLVED', params: { clientOrderId: 'open-fate' } },
    });
    expect(room.venues.statuses()).toMatchObject([{ exchange, health: 'DOWN' }]);
    expect(await room.trading.submit(ann, intent)).toMatchObject({ ok: false, error: { code: 'VENUE_UNAVAILABLE' } });
    disk.failing = false;
    await expect.poll(() => room.venues.isDown(exchange), { timeout: 5_000 }).toBe(false);
    // Asked again under its id, the venue says what became of it: once in the book, never twice.
    expect(await room.trading.submit(ann, intent)).toMatchObject({ ok: true, value: [{ clientOrderId: 'open-fate', status: 'UNFILLED' }] });
    expect(room.trading.openOrders([1])).toHaveLength(1);
    await room.close();
    rmSync(dataDir, { recursive: true, force: true });
  }, 15_000);

  it('tells the accounts of an order whose outcome was open what has become of it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tessera-revive-'));
    const { fileSystem, disk } = failingDisk();
    const news: string[] = [];
    const publisher = { publish: (apiId: number, { type }: AccountMessage) => void news.push(`${apiId} ${type}`) };
    const room = await openFundedRoom(dataDir, { clock: hastyClock(), host: { fileSystem }, publisher });
    await room.trading.submit(trader('bob'), limitIntent(2, 'SELL', '1', '100'));
    news.length = 0;
    disk.failing = true;
    expect(await room.trading.submit(trader('ann'), limitIntent(1, 'BUY', '1', '100'))).toMatchObject({
      ok: false,
      error: { code: 'ORDER_UNRESOLVED' },
    });
    expect(news).toEqual([]);
    disk.failing = false;
    await expect.poll(() => room.venues.isDown(exchange), { timeout: 5_000 }).toBe(false);
    expect(room.trading.openOrders([1, 2])).toEqual([]);
    expect(new Set(news)).toEqual(new Set(['1 order', '1 fill', '1 balance', '2 order', '2 fill', '2 balance']));
    expect(news.filter((one) => one === '1 fill')).toHaveLength(1);
    await room.close();
    rmSync(dataDir, { recursive: true, force: true });
  }, 15_000);
});

/** A disk that is away while `failing`: what was written stands in the files, but neither its safety nor its removal is confirmed. */
function failingDisk() {
  const disk = { failing: false };
  const failed = () => Promise.reject(new Error('EIO'));
  const fileSystem: typeof nodeFileSystem = {
    ...nodeFileSystem,
    open: async (path, mode) => {
      const file = await nodeFileSystem.open(path, mode);
      const datasync = file.datasync.bind(file);
      const truncate = file.truncate.bind(file);
      file.datasync = () => (disk.failing ? failed() : datasync());
      file.truncate = (length) => (disk.failing ? failed() : truncate(length));
      return file;
    },
  };
  return { fileSystem, disk };
}

/** The reviver's two seconds pass at once. */
function hastyClock(): Clock {
  const clock = steppingClock();
  return { ...clock, after: (delayMs, task) => clock.after(delayMs === 2_000 ? 20 : delayMs, task) };
}
