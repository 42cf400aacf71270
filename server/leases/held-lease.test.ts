import { afterEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { SystemClock } from '../clock.ts';
import { silentLogger } from '../engine/journal/logger.ts';
import type { LeaseSight, Leases } from '../store/leases/lease-store.ts';
import { beatMs, type HeldLease, holdLease, patienceMs, watchLease } from './held-lease.ts';

afterEach(() => void vi.useRealTimers());

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

it('is kept over a line on which each answer takes a second: signs of life come sooner than others lose patience', async () => {
  vi.useFakeTimers();
  const logger = { ...silentLogger, debug: () => undefined };
  const clock = new SystemClock(logger);
  const arrivals: number[] = [];
  const late = async <T>(answer: () => T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const told = answer();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return told;
  };
  const process = { processId: 'a', address: '' };
  const leases: Leases = {
    beat: () => late(() => void arrivals.push(clock.elapsedMs())),
    look: () => late(() => (arrivals.length > 1 ? { epoch: 1, beat: 1, holder: process } : null)),
    take: () => late(() => 1),
    leave: () => late(() => undefined),
  };
  const holding = holdLease('trading', {
    ...{ leases, clock, logger, process },
    onWaiting: async () => undefined,
    onLost: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(10);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(patienceMs - beatMs);
  void (await holding).release();
  await vi.advanceTimersByTimeAsync(3_000);
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

describe('who waits for a lease while the database is away', () => {
  const logger = { ...silentLogger, debug: () => undefined };
  const holder = { processId: 'a', address: 'http://a' };
  /** Somebody who waits for a holder; the database answers as `leases` says. */
  const waiting = (leases: Partial<Leases>, more: Partial<Parameters<typeof holdLease>[1]> = {}) => {
    const clock = new ManualClock(0);
    const state: { held: HeldLease | null; failed: unknown } = { held: null, failed: null };
    const none: Leases = { beat: async () => undefined, look: async () => null, take: async () => null, leave: async () => undefined };
    const parts = { clock, logger, process: { processId: 'b', address: '' }, onWaiting: async () => undefined, onLost: () => undefined };
    void holdLease('trading', { ...parts, leases: { ...none, ...leases }, ...more }).then(
      (held) => {
        state.held = held;
      },
      (error: unknown) => {
        state.failed = error;
      },
    );
    /** Time goes by, with what waits for an answer in between. */
    const pass = async (ms: number): Promise<void> => {
      for (let gone = 0; gone < ms; gone += beatMs / 2) {
        await clock.advance(beatMs / 2);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { state, pass };
  };

  it('goes on waiting, and counts the silence of a holder anew, who could give no sign either', async () => {
    let isAway = false;
    let beat = 1;
    const { state, pass } = waiting({
      look: async () => (isAway ? Promise.reject(new Error('away')) : { epoch: 1, beat, holder }),
      take: async () => 2,
    });
    await pass(beatMs);
    isAway = true;
    await pass(2 * patienceMs);
    isAway = false;
    await pass(patienceMs - beatMs);
    expect([state.held, state.failed]).toEqual([null, null]);
    beat = 2;
    await pass(patienceMs);
    expect([state.held, state.failed]).toEqual([null, null]);
    await pass(beatMs);
    expect(state.held?.epoch).toBe(2);
  });

  it('holds what it took where the answer got lost, and does not wait for itself', async () => {
    let seen: LeaseSight = { epoch: 1, beat: 1, holder };
    const { state, pass } = waiting({
      look: async () => seen,
      take: async () => {
        seen = { epoch: 2, beat: 7, holder: { processId: 'b', address: '' } };
        throw new Error('the line broke');
      },
    });
    await pass(patienceMs + 2 * beatMs);
    expect([state.held?.epoch, state.failed]).toEqual([2, null]);
  });

  it('takes nothing from a silent holder before this process could go on, and follows him again when he wakes', async () => {
    let beat = 1;
    let isFree = false;
    const told: (string | null)[] = [];
    const { state, pass } = waiting(
      { look: async () => ({ epoch: 1, beat, holder }), take: async () => 2 },
      { mayTake: async () => isFree, onWaiting: async (one) => void told.push(one?.processId ?? null) },
    );
    await pass(3 * patienceMs);
    expect([state.held, told]).toEqual([null, ['a', null]]);
    beat = 2;
    await pass(beatMs);
    expect(told).toEqual(['a', null, 'a']);
    await pass(2 * patienceMs);
    isFree = true;
    await pass(beatMs);
    expect([state.held?.epoch, told]).toEqual([2, ['a', null, 'a', null]]);
  });

  it('ends where the database was never there', async () => {
    const { state, pass } = waiting({ look: () => Promise.reject(new Error('away')) });
    await pass(beatMs);
    expect(state.failed).toEqual(new Error('away'));
  });
});

it('is confirmed by the database alone, anew for each who asks, and ends this server where another one has it', async () => {
  let epoch = 1;
  let looks = 0;
  let isAway = false;
  const leases: Leases = {
    beat: async () => undefined,
    look: async () => {
      looks += 1;
      if (isAway) throw new Error('away');
      return { epoch, beat: 1, holder: { processId: 'b', address: 'http://b' } };
    },
    take: async () => 1,
    leave: async () => undefined,
  };
  const clock = new ManualClock(0);
  const lost: string[] = [];
  const lease = await holdLease('trading', {
    leases: { ...leases, look: async () => (looks === 0 ? null : leases.look('trading')) },
    clock,
    logger: { ...silentLogger, debug: () => undefined },
    process: { processId: 'a', address: '' },
    onWaiting: async () => undefined,
    onLost: ({ message }) => lost.push(message),
  });
  looks = 1;
  await Promise.all([lease.confirm(), lease.confirm()]);
  expect([looks, lease.isSure()]).toEqual([2, true]);
  isAway = true;
  await clock.advance(patienceMs - beatMs);
  expect(lease.isSure()).toBe(false);
  await expect(lease.confirm()).rejects.toThrow('away');
  isAway = false;
  await lease.confirm();
  // Others go by signs of life, and none has been given yet.
  expect(lease.isSure()).toBe(false);
  await clock.advance(beatMs);
  expect(lease.isSure()).toBe(true);
  epoch = 2;
  const asked = await Promise.allSettled([lease.confirm(), lease.confirm()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(lease.confirm()).rejects.toThrow();
  expect([lease.isSure(), lost.length]).toEqual([false, 1]);
});
