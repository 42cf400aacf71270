import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silent } from '../trading/trading-fixture.ts';
import { loginLogKeptMs, pruneEveryMs, refusedAccessKeptMs, startSessionRetention } from './session-retention.ts';

const startMs = 1_800_000_000_000;

it('deletes expired sessions, old sign-ins, their networks and old refusals soon after a start and then every hour, until it is stopped', async () => {
  const clock = new ManualClock(startMs);
  const expired: number[] = [];
  const older: number[] = [];
  const networks: number[] = [];
  const refusals: string[] = [];
  const store = {
    sessions: { deleteExpired: async (beforeMs: number) => expired.push(beforeMs) },
    loginLog: { deleteOlder: async (beforeMs: number) => older.push(beforeMs) },
    knownNetworks: { deleteOlder: async (beforeMs: number) => networks.push(beforeMs) },
    audit: { deleteOlder: async (action: string, beforeMs: number) => refusals.push(`${action} ${beforeMs}`) },
  };
  const stop = startSessionRetention({ store, clock, logger: silent });
  await clock.advance(59_999);
  expect(expired).toEqual([]);
  await clock.advance(2 * pruneEveryMs);
  const timesMs = [startMs + 60_000, startMs + pruneEveryMs, startMs + 2 * pruneEveryMs];
  expect(expired).toEqual(timesMs);
  expect(older).toEqual(timesMs.map((timeMs) => timeMs - loginLogKeptMs));
  expect(networks).toEqual(older);
  expect(refusals).toEqual(timesMs.map((timeMs) => `access.refused ${timeMs - refusedAccessKeptMs}`));
  await stop();
  expect(clock.timers).toBe(0);
});
