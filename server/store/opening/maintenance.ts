import { sql } from 'kysely';
import type { Database } from './dialect.ts';

export interface MaintenanceIntervals {
  /** Default 30 s. Without checkpoints the log grows without bound and a restart after a crash takes as long as replaying it. */
  readonly checkpointMs?: number | undefined;
  /** How often to look for tables that need a vacuum or new statistics; default one minute. */
  readonly vacuumMs?: number | undefined;
  /** False while the disk is full: a checkpoint that finds no room ends the database. */
  readonly hasRoom?: (() => boolean) | undefined;
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
  const every = (intervalMs: number, work: (database: Database) => Promise<unknown>): NodeJS.Timeout => {
    let waiting = false;
    const timer = setInterval(() => {
      if (waiting || intervals.hasRoom?.() === false) return;
      waiting = true;
      running = running
        .then(() => work(database))
        .catch(onError)
        .then(() => {
          waiting = false;
        });
    }, intervalMs);
    return timer.unref();
  };
  const timers = [
    every(intervals.checkpointMs ?? 30_000, (target) => sql`checkpoint`.execute(target)),
    every(intervals.vacuumMs ?? 60_000, vacuum),
  ];
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await running;
  };
}

interface TableActivity {
  readonly name: string;
  readonly dead: boolean;
}

/** Tables with so many changes since the last time that PostgreSQL's autovacuum, at its default settings, would act. */
async function vacuum(database: Database): Promise<void> {
  const { rows } = await sql<TableActivity>`select s.relname as name, s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as dead
    from pg_stat_user_tables as s join pg_class as c on c.oid = s.relid
    where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)`.execute(
    database,
  );
  for (const { name, dead } of rows) {
    await sql`${sql.raw(dead ? 'vacuum (analyze)' : 'analyze')} ${sql.table(name)}`.execute(database);
  }
}
