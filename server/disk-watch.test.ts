import { expect, it } from 'vitest';
import { ManualClock } from '../tests/kit/manual-clock.ts';
import { DiskWatch } from './disk-watch.ts';

const quiet = { info: () => undefined, error: () => undefined };

it('calls the disk full below the floor, and free again only well above it', async () => {
  const clock = new ManualClock(0);
  let free = 100;
  const watch = new DiskWatch({ folder: '/', floorBytes: 64, clock, logger: quiet, freeBytes: async () => free });
  const told: boolean[] = [];
  watch.onChange((hasRoom) => told.push(hasRoom));
  const stop = await watch.start();
  const look = async (bytes: number): Promise<boolean> => {
    free = bytes;
    await clock.advance(1_000);
    return watch.hasRoom();
  };
  expect([await look(64), await look(63), await look(79), await look(80), await look(64)]).toEqual([true, false, false, true, true]);
  expect(told).toEqual([false, true]);
  await stop();
});

it('goes on with what it knew when the disk does not answer, and says so once', async () => {
  const clock = new ManualClock(0);
  const errors: string[] = [];
  let free = async (): Promise<number> => 10;
  const logger = { ...quiet, error: (_: object, text: string) => void errors.push(text) };
  const watch = new DiskWatch({ folder: '/', floorBytes: 64, clock, logger, freeBytes: () => free() });
  const stop = await watch.start();
  free = () => Promise.reject(new Error('EIO'));
  await clock.advance(3_000);
  expect(watch.hasRoom()).toBe(false);
  expect(errors).toHaveLength(2);
  await stop();
});
