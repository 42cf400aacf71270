import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { postgresUrl } from '../../tests/kit/postgres.ts';
import { freshDataDir } from '../../tests/kit/store.ts';
import { connectPglite, connectPostgres, type Database } from './dialect.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';
import { OpenTransaction } from './open-transaction.ts';
import { PgliteClient } from './pglite-client.ts';

const open = new OpenTransaction();

async function onPglite(body: (database: Database) => Promise<void>): Promise<void> {
  const dataDir = await freshDataDir();
  const database = connectPglite(await PgliteClient.start(join(dataDir, 'database')), open);
  try {
    await sql`drop schema public cascade`.execute(database);
    await sql`create schema public`.execute(database);
    await body(database);
  } finally {
    await database.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const databaseUrl = await postgresUrl();

async function onPostgres(body: (database: Database) => Promise<void>): Promise<void> {
  const database = connectPostgres(databaseUrl ?? '', open, () => undefined);
  try {
    await body(database);
  } finally {
    await database.destroy();
  }
}

async function checkMigrations(database: Database): Promise<void> {
  const [first, ...rest] = allMigrations;
  if (first === undefined) throw new Error('there are no migrations');
  // Two servers that start at once on an empty database: one does the work.
  expect((await Promise.all([migrate(database), migrate(database)])).sort()).toEqual([0, allMigrations.length]);
  expect(await migrate(database)).toBe(0);

  const changed = [{ ...first, statements: [...first.statements, 'select 1'] }, ...rest];
  await expect(migrate(database, changed)).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' });
  await expect(migrate(database, [first])).rejects.toMatchObject({ code: 'STORE_NEWER' });

  const next = {
    id: allMigrations.length + 1,
    name: 'next',
    statements: ['create table extra (id integer)', 'insert into extra values (1)'],
  };
  const broken = { ...next, statements: [...next.statements, 'this is no SQL'] };
  await expect(migrate(database, [...allMigrations, broken])).rejects.toThrow('syntax');
  expect(await migrate(database, [...allMigrations, next])).toBe(1);
  expect((await sql`select id from extra`.execute(database)).rows).toEqual([{ id: 1 }]);
}

describe('migrations', () => {
  it('are numbered 1, 2, 3 …', () => {
    expect(allMigrations.map((migration) => migration.id)).toEqual(allMigrations.map((_, index) => index + 1));
  });

  it('run from empty, again, and as a whole or not at all, embedded', () => onPglite(checkMigrations), 60_000);

  it.skipIf(databaseUrl === null)(
    'run from empty, again, and as a whole or not at all, PostgreSQL',
    () => onPostgres(checkMigrations),
    60_000,
  );
});
