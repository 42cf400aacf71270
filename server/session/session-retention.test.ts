import { expect, it } from 'vitest';
import { openJobs } from '../../tests/kit/job-runs.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { house } from '../jobs/job-runner.ts';
import { ownTraces } from '../store/opening/own-traces.ts';
import { silent } from '../trading/trading-fixture.ts';
import { loginLogKeptMs, ownTraceKeptMs, pruneEveryMs, refusedAccessKeptMs, sessionRetention } from './session-retention.ts';

const startMs = 1_800_000_000_000;

it('deletes expired sessions, old sign-ins, their networks, old refusals and lines of keys and halts soon after a start and then every hour, until it is stopped', async () => {
  const clock = new ManualClock(startMs);
  const expired: number[] = [];
  const older: number[] = [];
  const networks: number[] = [];
  const lines: string[] = [];
  const store = {
    sessions: { deleteExpired: async (beforeMs: number) => expired.push(beforeMs) },
    pendingSignIns: { deleteExpired: async () => 0 },
    loginLog: { deleteOlder: async (beforeMs: number) => older.push(beforeMs) },
    knownNetworks: { deleteOlder: async (beforeMs: number) => networks.push(beforeMs) },
    traces: { deleteOlder: async (actions: readonly string[], beforeMs: number) => lines.push(`${actions.join()} ${beforeMs}`) },
  };
  const jobs = await openJobs(clock);
  jobs.add(house, sessionRetention({ store, clock, logger: silent }));
  await clock.advance(59_999);
  expect(expired).toEqual([]);
  await clock.advance(2 * pruneEveryMs);
  const timesMs = [startMs + 60_000, startMs + 60_000 + pruneEveryMs];
  expect(expired).toEqual(timesMs);
  expect(older).toEqual(timesMs.map((timeMs) => timeMs - loginLogKeptMs));
  expect(networks).toEqual(older);
  expect(lines).toEqual(
    timesMs.flatMap((timeMs) => [`access.refused ${timeMs - refusedAccessKeptMs}`, `${ownTraces.join()} ${timeMs - ownTraceKeptMs}`]),
  );
  await jobs.close();
  expect(clock.timers).toBe(0);
});
