import { sql } from 'kysely';
import type { Database } from './dialect.ts';

/** Rewritten often; without a vacuum their dead rows stay for ever, and without statistics the planner guesses. */
const churning = ['order_record', 'balance', 'layout', 'setting', 'session', 'user_config', 'projection_position', 'candle'] as const;

export interface MaintenanceIntervals {
  /** Default 30 s. Without checkpoints the log grows without bound and a restart after a crash takes as long as replaying it. */
  readonly checkpointMs?: number | undefined;
  /** Default one hour. */
  readonly vacuumMs?: number | undefined;
}

/**
 * Does for the embedded database what PostgreSQL's background processes do: PGlite has none. One run at a time; a failed
 * one is reported and the next comes at its hour. The returned function stops it and waits for the run under way.
 */
export function startMaintenance(
  database: Database,
  intervals: MaintenanceIntervals,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve();
  const queue = (work: () => Promise<void>): void => {
    running = running.then(work).catch(onError);
  };
  const checkpoints = setInterval(() => queue(() => checkpoint(database)), intervals.checkpointMs ?? 30_000);
  const vacuums = setInterval(() => queue(() => vacuum(database)), intervals.vacuumMs ?? 3_600_000);
  checkpoints.unref();
  vacuums.unref();
  return async () => {
    clearInterval(checkpoints);
    clearInterval(vacuums);
    await running;
  };
}

async function checkpoint(database: Database): Promise<void> {
  await sql`checkpoint`.execute(database);
}

async function vacuum(database: Database): Promise<void> {
  for (const table of churning) await sql`vacuum (analyze) ${sql.table(table)}`.execute(database);
}
