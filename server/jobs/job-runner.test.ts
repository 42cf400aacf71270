import { expect, it } from 'vitest';
import { MemoryJobRuns, openJobs } from '../../tests/kit/job-runs.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';

const hourMs = 3_600_000;

it('does a job so long after a start, and then so long after each end, one run at a time', async () => {
  const clock = new ManualClock(1_000_000);
  const jobs = await openJobs(clock);
  const begun: number[] = [];
  jobs.add('kit', { id: 'sweep', everyMs: hourMs, firstAfterMs: 1_000, run: async () => void begun.push(clock.elapsedMs()) });
  expect(jobs.list()).toEqual([{ name: { owner: 'kit', job: 'sweep' }, last: null }]);
  await clock.advance(2 * hourMs);
  expect(begun).toEqual([1_000, 1_000 + hourMs]);
  expect(jobs.list()[0]?.last).toMatchObject({ endedMs: 1_001_000 + hourMs, error: null });
  await jobs.close();
  expect(clock.timers).toBe(0);
});

it('tells why a run failed, also while it is tried again, until it has not', async () => {
  const clock = new ManualClock(0);
  const jobs = await openJobs(clock);
  let runs = 0;
  let during: string | null | undefined;
  jobs.add('kit', {
    id: 'sweep',
    everyMs: 1_000,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('no such table');
      during = jobs.list()[0]?.last?.error;
    },
  });
  await clock.advance(1_000);
  expect(jobs.list()[0]?.last).toMatchObject({ error: 'no such table' });
  await clock.advance(1_000);
  expect(during).toBe('no such table');
  expect(jobs.list()[0]?.last).toMatchObject({ error: null, endedMs: 2_000 });
  await jobs.close();
});

it('does not begin all over again with a start: what ran a while ago waits for the rest', async () => {
  const clock = new ManualClock(10 * hourMs);
  const runs = new MemoryJobRuns();
  runs.runs.set('kit/daily', { owner: 'kit', job: 'daily', startedMs: 9 * hourMs, endedMs: 9 * hourMs, error: null });
  const jobs = await openJobs(clock, runs);
  const begun: number[] = [];
  jobs.add('kit', { id: 'daily', everyMs: 24 * hourMs, firstAfterMs: 1_000, run: async () => void begun.push(clock.nowMs()) });
  await clock.advance(24 * hourMs);
  expect(begun).toEqual([33 * hourMs]);
  await jobs.close();
});

it('waits no longer than the job says where the server before had a clock that was ahead', async () => {
  const clock = new ManualClock(10 * hourMs);
  const runs = new MemoryJobRuns();
  runs.runs.set('kit/daily', { owner: 'kit', job: 'daily', startedMs: 99 * hourMs, endedMs: 99 * hourMs, error: null });
  const jobs = await openJobs(clock, runs);
  const begun: number[] = [];
  jobs.add('kit', { id: 'daily', everyMs: hourMs, run: async () => void begun.push(clock.nowMs()) });
  await clock.advance(hourMs);
  expect(begun).toEqual([11 * hourMs]);
  await jobs.close();
});

it('remembers what ran when its owner goes and comes again', async () => {
  const clock = new ManualClock(0);
  const jobs = await openJobs(clock);
  const begun: number[] = [];
  const daily = { id: 'daily', everyMs: 24 * hourMs, firstAfterMs: 1_000, run: async () => void begun.push(clock.nowMs()) };
  jobs.add('kit', daily);
  await clock.advance(hourMs);
  await jobs.release('kit');
  jobs.add('kit', daily);
  expect(jobs.list()[0]?.last).toMatchObject({ endedMs: 1_000 });
  await clock.advance(24 * hourMs);
  expect(begun).toEqual([1_000, 1_000 + 24 * hourMs]);
  await jobs.close();
});

it('leaves a job to the server that holds the lease now', async () => {
  const clock = new ManualClock(0);
  const runs = new MemoryJobRuns();
  const jobs = await openJobs(clock, runs);
  const begun: number[] = [];
  jobs.add('kit', { id: 'sweep', everyMs: 1_000, run: async () => void begun.push(clock.nowMs()) });
  runs.isHolder = false;
  await clock.advance(3_000);
  expect([begun, jobs.list()[0]?.last]).toEqual([[], null]);
  await jobs.close();
});

it('tells a run that it has to end, and waits for it', async () => {
  const clock = new ManualClock(0);
  const jobs = await openJobs(clock);
  const said: string[] = [];
  const run = async (stop: AbortSignal): Promise<void> => {
    await new Promise((resolve) => stop.addEventListener('abort', resolve));
    said.push('the run has ended');
  };
  jobs.add('kit', { id: 'long', everyMs: 1_000, run });
  void clock.advance(1_000);
  await new Promise((resolve) => setTimeout(resolve));
  await jobs.release('kit');
  said.push('its owner is free');
  expect([said, jobs.list(), clock.timers]).toEqual([['the run has ended', 'its owner is free'], [], 0]);
});

it('does not wait for ever for a run that does not heed its signal', async () => {
  const clock = new ManualClock(0);
  const jobs = await openJobs(clock);
  jobs.add('kit', { id: 'deaf', everyMs: 1_000, run: () => new Promise(() => undefined) });
  void clock.advance(1_000);
  await new Promise((resolve) => setTimeout(resolve));
  const released = jobs.release('kit');
  await new Promise((resolve) => setTimeout(resolve));
  await clock.advance(10_000);
  await released;
  jobs.add('kit', { id: 'deaf', everyMs: 1_000, run: async () => undefined });
  await jobs.close();
  expect([jobs.list(), clock.timers]).toEqual([[], 0]);
});

it('refuses a job twice, and one that has no pace', async () => {
  const jobs = await openJobs(new ManualClock(0));
  const run = async (): Promise<void> => undefined;
  jobs.add('kit', { id: 'sweep', everyMs: 1_000, run });
  expect(() => jobs.add('kit', { id: 'sweep', everyMs: 1_000, run })).toThrow('job "sweep" is there twice');
  expect(() => jobs.add('kit', { id: 'other', everyMs: 0, run })).toThrow('every so many milliseconds');
  jobs.add('other', { id: 'sweep', everyMs: 1_000, run });
  await jobs.close();
});
