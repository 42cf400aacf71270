import type { LeaseMark } from './lease-store.ts';

/** A job of the house or of a plugin. */
export interface JobName {
  /** The plugin, or `tessera`. */
  readonly owner: string;
  readonly job: string;
}

export interface JobRun extends JobName {
  readonly startedMs: number;
  /** Null: it goes on, or was cut. */
  readonly endedMs: number | null;
  /** Why it failed; while it goes on, why the one before did. */
  readonly error: string | null;
}

/** The last run of every job. */
export interface JobRuns {
  all(): Promise<readonly JobRun[]>;
  /** False when another process has taken the lease: then nothing is written and the job is not for this process to do. */
  begin(job: JobName, lease: LeaseMark, nowMs: number): Promise<boolean>;
  end(job: JobName, lease: LeaseMark, nowMs: number, error: string | null): Promise<void>;
}
