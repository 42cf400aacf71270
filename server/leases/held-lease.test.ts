import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger } from '../engine/journal/logger.ts';
import type { Leases } from '../store/lease-store.ts';
import { beatMs, holdLease } from './held-lease.ts';

it('leaves no process behind when it is given back in the middle of a sign of life', async () => {
  const processes = new Set<string>();
  let answer = (): void => undefined;
  let isSlow = false;
  const leases: Leases = {
    beat: async ({ processId }) => {
      if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
      processes.add(processId);
    },
    look: async () => null,
    take: async () => 1,
    leave: async (processId) => void processes.delete(processId),
  };
  const clock = new ManualClock(0);
  const lease = await holdLease('trading', {
    leases,
    clock,
    logger: { ...silentLogger, debug: () => undefined },
    process: { processId: 'a', address: '' },
    onWaiting: async () => undefined,
    onLost: () => undefined,
  });
  isSlow = true;
  const passing = clock.advance(beatMs);
  await Promise.resolve();
  const released = lease.release();
  await new Promise((resolve) => setImmediate(resolve));
  answer();
  await Promise.all([released, passing]);
  expect([...processes]).toEqual([]);
});
