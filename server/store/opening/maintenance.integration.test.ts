import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshDataDir } from '../../../tests/kit/servers/data-folder.ts';
import { PgliteClient } from '../pglite/pglite-client.ts';
import { OpenTransaction } from '../sql/open-transaction.ts';
import { connectPglite, type Database } from './dialect.ts';
import { startMaintenance } from './maintenance.ts';

describe('maintenance of the embedded database', () => {
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    dataDir = await freshDataDir();
    database = connectPglite(await PgliteClient.start(join(dataDir, 'database')), new OpenTransaction());
  }, 60_000);
  afterAll(async () => {
    await database.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const read = async (query: ReturnType<typeof sql<{ value: string }>>): Promise<string> =>
    (await query.execute(database)).rows[0]?.value ?? '';
  const lastCheckpoint = () => read(sql<{ value: string }>`select checkpoint_lsn::text as value from pg_control_checkpoint()`);
  const vacuums = () =>
    read(sql<{ value: string }>`select vacuum_count::text as value from pg_stat_user_tables where relname = 'plugin_opt_out'`);

  it('writes checkpoints, and vacuums the tables that changed much', async () => {
    await sql`create table churn as select i, 'text' as t from generate_series(1, 1000) as s (i)`.execute(database);
    for (let i = 0; i < 3; i++) await sql`update churn set t = ${String(i)}`.execute(database);
    const before = await lastCheckpoint();
    const problems: unknown[] = [];
    const stop = startMaintenance(database, { checkpointMs: 20, vacuumMs: 20 }, (error) => problems.push(error));
    await vi.waitFor(
      async () => {
        expect(await lastCheckpoint()).not.toBe(before);
        expect(await read(sql<{ value: string }>`select reltuples::int::text as value from pg_class where relname = 'churn'`)).toBe('1000');
        expect(
          await read(sql<{ value: string }>`select vacuum_count::text as value from pg_stat_user_tables where relname = 'churn'`),
        ).not.toBe('0');
      },
      { timeout: 20_000, interval: 50 },
    );
    await stop();
    expect(await vacuums()).toBe('0');
    expect(problems).toEqual([]);
  }, 60_000);

  it('waits its turn while a transaction is open, and stops when told to', async () => {
    const problems: unknown[] = [];
    const stop = startMaintenance(database, { checkpointMs: 5, vacuumMs: 5 }, (error) => problems.push(error));
    await database.transaction().execute(async (transaction) => {
      for (let i = 0; i < 10; i++) await sql`select pg_sleep(0.01)`.execute(transaction);
    });
    await stop();
    const after = await lastCheckpoint();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await lastCheckpoint()).toBe(after);
    expect(problems).toEqual([]);
  }, 60_000);
});
