import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { SharedWork } from './shared-work.ts';

it('is done once for all who ask within its time, and not kept when it fails', async () => {
  const clock = new ManualClock(0);
  const work = new SharedWork<number>(clock, 1_000);
  let done = 0;
  const count = async () => ++done;
  expect(await Promise.all([work.of('a', count), work.of('a', count), work.of('b', count)])).toEqual([1, 1, 2]);
  await clock.advance(999);
  expect(await work.of('a', count)).toBe(1);
  await clock.advance(1);
  expect(await work.of('a', count)).toBe(3);
  const fails = async (): Promise<number> => {
    throw new Error('away');
  };
  await expect(work.of('c', fails)).rejects.toThrow('away');
  expect(await work.of('c', count)).toBe(4);
});
