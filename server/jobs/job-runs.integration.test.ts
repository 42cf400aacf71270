import { expect, it } from 'vitest';
import { openJobs } from '../../tests/kit/job-runs.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../tests/kit/market-fixtures.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { JobRunner } from './job-runner.ts';

await describeStore('the jobs of two servers', (store) => {
  it('are done by exactly one of them: whoever holds the lease', async () => {
    const { leases, jobRuns: runs } = store();
    await leases.beat({ processId: 'a', address: 'http://a' });
    await leases.beat({ processId: 'b', address: 'http://b' });
    const first = await leases.take('trading', null, 'a');
    const clock = new ManualClock(0);
    const done: string[] = [];
    const serverOf = async (name: string, epoch: number) => {
      const jobs = await JobRunner.open({ runs, lease: { name: 'trading', epoch }, clock, logger: silentLogger });
      jobs.add('kit', { id: 'sweep', everyMs: 1_000, firstAfterMs: 1_000, run: async () => void done.push(name) });
      return jobs;
    };
    const a = await serverOf('a', first ?? 0);
    await clock.advance(1_000);
    const second = await leases.take('trading', await leases.look('trading'), 'b');
    const b = await serverOf('b', second ?? 0);
    await clock.advance(2_000);
    expect(done).toEqual(['a', 'b', 'b']);
    expect(await runs.all()).toEqual([{ owner: 'kit', job: 'sweep', startedMs: 3_000, endedMs: 3_000, error: null }]);
    await Promise.all([a.close(), b.close()]);
  });

  it('are known to the next start, with why the last run failed', async () => {
    const { leases, jobRuns: runs } = store();
    const seen = await leases.look('trading');
    const lease = { name: 'trading', epoch: seen?.epoch ?? 0 };
    expect(await runs.begin({ owner: 'kit', job: 'other' }, lease, 5)).toBe(true);
    await runs.end({ owner: 'kit', job: 'other' }, lease, 6, 'no room');
    expect(await runs.all()).toContainEqual({ owner: 'kit', job: 'other', startedMs: 5, endedMs: 6, error: 'no room' });
    expect(await runs.begin({ owner: 'kit', job: 'other' }, { ...lease, epoch: lease.epoch - 1 }, 7)).toBe(false);
    const jobs = await openJobs(new ManualClock(6), runs);
    jobs.add('kit', { id: 'other', everyMs: 1_000, run: async () => undefined });
    expect(jobs.list()[0]?.last).toMatchObject({ error: 'no room' });
    await jobs.close();
    // A start that comes while it is tried again knows of it too.
    expect(await runs.begin({ owner: 'kit', job: 'other' }, lease, 8)).toBe(true);
    expect(await runs.all()).toContainEqual({ owner: 'kit', job: 'other', startedMs: 8, endedMs: null, error: 'no room' });
  });
});
