import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger } from '../engine/journal/logger.ts';
import type { Leases } from '../store/leases/lease-store.ts';
import { beatMs, holdLease, patienceMs, watchLease } from './held-lease.ts';

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

it('is followed without being taken: who holds it, that he has moved, and that he has fallen silent', async () => {
  let seen: Awaited<ReturnType<Leases['look']>> = null;
  let isAway = false;
  const leases: Pick<Leases, 'look' | 'take'> = {
    look: async () => (isAway ? Promise.reject(new Error('away')) : seen),
    take: () => Promise.reject(new Error('it takes nothing')),
  };
  const clock = new ManualClock(0);
  const told: (string | null)[] = [];
  const stop = new AbortController();
  const logger = { ...silentLogger, debug: () => undefined };
  const onHolder = (holder: { readonly address: string } | null): void => void told.push(holder?.address ?? null);
  const watching = watchLease('trading', { leases: leases as Leases, clock, logger, stop: stop.signal, onHolder });
  const sight = (beat: number, address: string) => ({ epoch: 1, beat, holder: { processId: 'a', address } });
  await clock.advance(beatMs);
  seen = sight(1, 'http://a:1');
  await clock.advance(beatMs);
  seen = sight(2, 'http://a:2');
  await clock.advance(beatMs);
  isAway = true;
  await clock.advance(beatMs);
  isAway = false;
  seen = sight(3, 'http://a:2');
  await clock.advance(patienceMs - beatMs);
  expect(told).toEqual([null, 'http://a:1', 'http://a:2']);
  await clock.advance(2 * beatMs);
  expect(told.at(-1)).toBeNull();
  stop.abort(new Error('that will do'));
  await clock.advance(beatMs);
  await expect(watching).rejects.toThrow('that will do');
});
