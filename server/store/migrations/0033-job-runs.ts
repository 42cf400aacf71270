import type { Migration } from './migration.ts';

/** The last run of every job. Who begins one names the lease under which it works. */
export const jobRuns: Migration = {
  id: 33,
  name: 'job-runs',
  statements: [
    `create table job_run (
      owner text not null,
      job text not null,
      started_ms bigint not null,
      ended_ms bigint,
      error text,
      primary key (owner, job)
    )`,
  ],
};
