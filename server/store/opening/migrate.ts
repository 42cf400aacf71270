import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { allMigrations } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './dialect.ts';

/** Names the lock that keeps two servers from migrating one PostgreSQL at the same time; any constant does. */
export const migrationLock = 7_355_608;

export const checksumOf = (migration: Pick<Migration, 'statements'>): string =>
  createHash('sha256').update(migration.statements.join(';\n')).digest('hex');

/** Brings the schema up to date, all steps in one transaction; returns how many were run. Running it again does nothing. */
export function migrate(database: Database, migrations = allMigrations): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
    await sql`create table if not exists schema_migration (id integer primary key, name text not null, checksum text not null)`.execute(
      transaction,
    );
    const done = await transaction.selectFrom('schema_migration').selectAll().orderBy('id').execute();
    for (const step of done)
      refuseOtherHistory(
        step,
        migrations.find(({ id }) => id === step.id),
      );
    const pending = pendingOf(migrations, done);
    for (const migration of pending) {
      for (const statement of migration.statements) await sql.raw(statement).execute(transaction);
      const row = { id: migration.id, name: migration.name, checksum: checksumOf(migration) };
      await transaction.insertInto('schema_migration').values(row).execute();
    }
    return pending.length;
  });
}

const pendingOf = (migrations: readonly Migration[], done: readonly { readonly id: number }[]): readonly Migration[] =>
  migrations.filter(({ id }) => !done.some((step) => step.id === id));

/** Throws unless the schema is the one that this version works with; changes nothing. */
export async function expectMigrated(database: Database, migrations = allMigrations): Promise<void> {
  const { rows } = await sql<{ readonly name: string | null }>`select to_regclass('schema_migration')::text as name`.execute(database);
  const done = rows[0]?.name == null ? [] : await database.selectFrom('schema_migration').selectAll().orderBy('id').execute();
  for (const step of done)
    refuseOtherHistory(
      step,
      migrations.find(({ id }) => id === step.id),
    );
  if (pendingOf(migrations, done).length > 0)
    throw new StoreError(
      'STORE_OLDER',
      `the database has ${done.length} of this version's ${migrations.length} migrations and was left as it is: read it with the version that wrote it, or start the server once, which brings it up to date`,
    );
}

function refuseOtherHistory(step: { id: number; name: string; checksum: string }, known: Migration | undefined): void {
  if (known === undefined) {
    throw new StoreError('STORE_NEWER', `the data holds migration ${step.id} (${step.name}), which this version does not know`);
  }
  if (checksumOf(known) !== step.checksum) {
    throw new StoreError('MIGRATION_CHANGED', `migration ${step.id} (${known.name}) is not the text that was run; add a new one instead`);
  }
}
