import { expect, it } from 'vitest';
import { openJobs } from '../../../../tests/kit/job-runs.ts';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../../../tests/kit/market-fixtures.ts';
import { house } from '../../../jobs/job-runner.ts';
import { historyKeptMs, historyRetention, mostAtOnce, pruneEveryMs } from './history-retention.ts';

const nothingPlotted = {
  deletePlotsOlder: async () => undefined,
  longPlots: async () => [],
  plotPoints: async () => [],
  deletePlotPoints: async () => undefined,
};
const startMs = 1_800_000_000_000;

it('deletes lines older than ninety days soon after a start and then every hour, a part at a time, until it is stopped', async () => {
  const clock = new ManualClock(startMs);
  const asked: number[] = [];
  let lines = 2 * mostAtOnce + 1;
  const deleteEventsOlder = async (beforeMs: number, limit: number) => {
    asked.push(beforeMs);
    const deleted = Math.min(lines, limit);
    lines -= deleted;
    return deleted;
  };
  const jobs = await openJobs(clock);
  jobs.add(house, historyRetention({ instances: { ...nothingPlotted, deleteEventsOlder }, clock, logger: silentLogger }));
  await clock.advance(90_000 + pruneEveryMs - 1);
  expect(lines).toBe(0);
  expect(asked).toEqual([1, 2, 3].map(() => startMs + 90_000 - historyKeptMs));
  await clock.advance(1);
  expect(asked.at(-1)).toBe(startMs + 90_000 + pruneEveryMs - historyKeptMs);
  await jobs.close();
  expect(clock.timers).toBe(0);
});
