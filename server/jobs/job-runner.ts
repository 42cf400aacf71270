import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { JobName, JobRun, JobRuns } from '../store/leases/job-store.ts';
import type { LeaseMark } from '../store/leases/lease-store.ts';

interface JobRunnerParts {
  readonly runs: JobRuns;
  /** Under which this process works: whoever has lost it begins no run. */
  readonly lease: LeaseMark;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Planned {
  readonly name: JobName;
  readonly terms: JobTerms;
  readonly stop: AbortController;
  last: JobRun | null;
  /** When it begins again, ms; null while it runs. */
  nextMs: number | null;
  cancel: () => void;
  running: Promise<void> | null;
}

/** How long an owner that ends waits for a run that was told to end. */
const patienceMs = 10_000;

/** Whose the jobs are that the product itself has. */
export const house = 'tessera';

const keyOf = ({ owner, job }: JobName): string => `${owner}/${job}`;

/**
 * Does jobs again and again. Of the servers of a database only the one that holds the lease has a runner, and the database itself refuses a
 * run to one that has lost it. When a job ran last is stored, so that a start does not begin all over again.
 */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #jobs = new Map<string, Planned>();
  /** Last runs of jobs that are not there: of former starts, and of owners that have gone. */
  readonly #former: Map<string, JobRun>;

  private constructor(parts: JobRunnerParts, former: readonly JobRun[]) {
    this.#parts = parts;
    this.#former = new Map(former.map((run) => [keyOf(run), run]));
  }

  static async open(parts: JobRunnerParts): Promise<JobRunner> {
    return new JobRunner(parts, await parts.runs.all());
  }

  /** Throws for a job that its owner already has. */
  add(owner: string, terms: JobTerms): void {
    const name = { owner, job: terms.id };
    const key = keyOf(name);
    if (this.#jobs.has(key)) throw new Error(`job "${terms.id}" is there twice`);
    if (!(terms.everyMs > 0)) throw new Error(`job "${terms.id}" has to be done every so many milliseconds, not ${terms.everyMs}`);
    const last = this.#former.get(key) ?? null;
    const planned: Planned = { name, terms, stop: new AbortController(), last, nextMs: null, cancel: () => undefined, running: null };
    this.#jobs.set(key, planned);
    // It ended in the future where another server's clock was ahead.
    const sinceMs = Math.max(0, this.#parts.clock.nowMs() - (last?.endedMs ?? Number.NEGATIVE_INFINITY));
    this.#plan(planned, Math.max(terms.firstAfterMs ?? terms.everyMs, terms.everyMs - sinceMs));
  }

  /** Ends an owner's jobs, the last first, and waits for the run that is under way: not for ever for one that does not heed its signal. */
  async release(owner: string): Promise<void> {
    await this.#end([...this.#jobs.values()].filter(({ name }) => name.owner === owner));
  }

  close(): Promise<void> {
    return this.#end([...this.#jobs.values()]);
  }

  /** The last run of each job, null before the first. */
  list(): readonly { readonly name: JobName; readonly last: JobRun | null }[] {
    return [...this.#jobs.values()].map(({ name, last }) => ({ name, last }));
  }

  /** How often each job is done, and when it is done next. */
  plans(): readonly { readonly name: JobName; readonly last: JobRun | null; readonly everyMs: number; readonly nextMs: number | null }[] {
    return [...this.#jobs.values()].map(({ name, last, terms: { everyMs }, nextMs }) => ({ name, last, everyMs, nextMs }));
  }

  async #end(jobs: readonly Planned[]): Promise<void> {
    for (const planned of [...jobs].reverse()) {
      planned.cancel();
      planned.stop.abort();
      await this.#ending(planned);
      const key = keyOf(planned.name);
      this.#jobs.delete(key);
      if (planned.last !== null) this.#former.set(key, planned.last);
    }
  }

  async #ending({ name, running }: Planned): Promise<void> {
    const { clock, logger } = this.#parts;
    if (running === null) return;
    await new Promise<void>((resolve) => {
      const stopWaiting = clock.after(patienceMs, () => {
        logger.error({ ...name, waitedMs: patienceMs }, 'a job goes on although it was told to end; nobody waits for it any more');
        resolve();
      });
      void running.finally(() => {
        stopWaiting();
        resolve();
      });
    });
  }

  #plan(planned: Planned, afterMs: number): void {
    planned.nextMs = this.#parts.clock.nowMs() + afterMs;
    planned.cancel = this.#parts.clock.after(afterMs, () => {
      planned.nextMs = null;
      planned.running = this.#run(planned).finally(() => {
        planned.running = null;
        if (!planned.stop.signal.aborted) this.#plan(planned, planned.terms.everyMs);
      });
      return planned.running;
    });
  }

  async #run(planned: Planned): Promise<void> {
    const { runs, lease, clock, logger } = this.#parts;
    const { name, terms, stop } = planned;
    try {
      const startedMs = clock.nowMs();
      if (!(await runs.begin(name, lease, startedMs))) {
        logger.warn({ ...name }, 'a job was left to the server that holds the lease now');
        return;
      }
      // It has failed until it has not: who asks while it is tried again must not hear that it is well.
      planned.last = { ...name, startedMs, endedMs: null, error: planned.last?.error ?? null };
      const error = await failureOf(() => terms.run(stop.signal));
      if (error !== null) logger.error({ err: error, ...name }, 'a job failed; it is tried again');
      const text = error === null ? null : error.message;
      const endedMs = clock.nowMs();
      planned.last = { ...name, startedMs, endedMs, error: text };
      await runs.end(name, lease, endedMs, text);
    } catch (error) {
      // Without the database there is no saying whose job it is.
      logger.error({ err: error, ...name }, 'could not write down the run of a job');
    }
  }
}

async function failureOf(work: () => Promise<void>): Promise<Error | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
