import type { Clock } from '../../core/contract/server-services.ts';
import { JobRunner } from '../../server/jobs/job-runner.ts';
import type { JobName, JobRun, JobRuns } from '../../server/store/leases/job-store.ts';
import { silentLogger } from './market-fixtures.ts';

/** Last runs in memory; `isHolder` false: another server has the lease. */
export class MemoryJobRuns implements JobRuns {
  readonly runs = new Map<string, JobRun>();
  isHolder = true;

  async all(): Promise<readonly JobRun[]> {
    return [...this.runs.values()];
  }

  async begin({ owner, job }: JobName, _lease: unknown, nowMs: number): Promise<boolean> {
    const error = this.runs.get(`${owner}/${job}`)?.error ?? null;
    if (this.isHolder) this.runs.set(`${owner}/${job}`, { owner, job, startedMs: nowMs, endedMs: null, error });
    return this.isHolder;
  }

  async end({ owner, job }: JobName, _lease: unknown, nowMs: number, error: string | null): Promise<void> {
    const run = this.runs.get(`${owner}/${job}`);
    if (run !== undefined) this.runs.set(`${owner}/${job}`, { ...run, endedMs: nowMs, error });
  }
}

/** A runner of a server that is alone. */
export const openJobs = (clock: Clock, runs: JobRuns = new MemoryJobRuns()): Promise<JobRunner> =>
  JobRunner.open({ runs, lease: { name: 'trading', epoch: 1 }, clock, logger: silentLogger });
