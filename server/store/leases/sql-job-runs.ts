import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { JobName, JobRun, JobRuns } from './job-store.ts';
import type { LeaseMark } from './lease-store.ts';

export class SqlJobRuns implements JobRuns {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly JobRun[]> {
    const rows = await this.#database.selectFrom('job_run').selectAll().execute();
    return rows.map(({ owner, job, started_ms, ended_ms, error }) => ({
      ...{ owner, job, error },
      startedMs: Number(started_ms),
      endedMs: ended_ms === null ? null : Number(ended_ms),
    }));
  }

  async begin({ owner, job }: JobName, lease: LeaseMark, nowMs: number): Promise<boolean> {
    const { rows } = await sql`insert into job_run (owner, job, started_ms)
      select ${owner}, ${job}, ${nowMs}::bigint from lease where name = ${lease.name} and epoch = ${lease.epoch}
      on conflict (owner, job) do update set started_ms = excluded.started_ms, ended_ms = null
      returning 1`.execute(this.#database);
    return rows.length === 1;
  }

  async end({ owner, job }: JobName, lease: LeaseMark, nowMs: number, error: string | null): Promise<void> {
    await sql`update job_run set ended_ms = ${nowMs}::bigint, error = ${error} where owner = ${owner} and job = ${job}
      and exists (select 1 from lease where name = ${lease.name} and epoch = ${lease.epoch})`.execute(this.#database);
  }
}
