import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { freshDataDir } from '../../../tests/kit/servers/data-folder.ts';
import { postgresUrl } from '../../../tests/kit/servers/postgres.ts';
import { allMigrations } from '../migrations/all.ts';
import { PgliteClient } from '../pglite/pglite-client.ts';
import { createRepositories } from '../repositories.ts';
import { OpenTransaction } from '../sql/open-transaction.ts';
import { connectPglite, connectPostgres, type Database } from './dialect.ts';
import { migrate } from './migrate.ts';

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
    await sql`drop schema public cascade`.execute(database);
    await sql`create schema public`.execute(database);
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
    id: Math.max(...allMigrations.map(({ id }) => id)) + 1,
    name: 'next',
    statements: ['create table extra (id integer)', 'insert into extra values (1)'],
  };
  const broken = { ...next, statements: [...next.statements, 'this is no SQL'] };
  await expect(migrate(database, [...allMigrations, broken])).rejects.toThrow('syntax');
  expect(await migrate(database, [...allMigrations, next])).toBe(1);
  expect((await sql`select id from extra`.execute(database)).rows).toEqual([{ id: 1 }]);
}

/** As the first servers kept it: one layout per user, the revision inside its content. */
async function checkOldLayouts(database: Database): Promise<void> {
  const before = allMigrations.findIndex(({ name }) => name === 'named-layouts');
  await migrate(database, allMigrations.slice(0, before));
  await sql`insert into app_user (id, username, password_hash, role, vip_level, invite_code, state, demo, created_ms)
    values ('u', 'u', '', 'user', 0, 'u', 'ACTIVE', false, 0)`.execute(database);
  const content = JSON.stringify({ revision: 7, content: { golden: { root: null } } });
  await sql`insert into layout (id, user_id, name, version, content, is_current, updated_ms)
    values ('l', 'u', 'Trade', 1, ${content}, true, 5)`.execute(database);
  await migrate(database);
  const { layouts, settings } = createRepositories(database);
  expect(await layouts.get('u', 'l')).toEqual({
    id: 'l',
    userId: 'u',
    name: 'Trade',
    version: 1,
    revision: 7,
    content: { golden: { root: null } },
    updatedMs: 5,
  });
  expect(await settings.get('u', 'workspace.tabs')).toEqual({ open: ['l'], active: 'l' });
}

/** An alert could once name a channel that nothing was sent by. */
async function checkOldAlerts(database: Database): Promise<void> {
  const before = allMigrations.findIndex(({ name }) => name === 'nothing-pretended');
  await migrate(database, allMigrations.slice(0, before));
  await sql`insert into app_user (id, username, password_hash, role, vip_level, invite_code, state, demo, created_ms)
    values ('u', 'u', '', 'user', 0, 'u', 'ACTIVE', false, 0)`.execute(database);
  await sql`insert into price_alert
    (alert_id, user_id, instrument_id, condition, duration, channels, note, status, round, created_ms, updated_ms)
    values ('a', 'u', 'tessera/BTCUSDT/spot', '{"kind":"CROSS","price":"1"}', 'ONE_MINUTE', '["APP"]', 'n', 'MONITORING', 1, 5, 5)`.execute(
    database,
  );
  await migrate(database);
  const { rows } = await sql`select * from price_alert`.execute(database);
  const [alert] = rows;
  expect(alert).toMatchObject({
    alert_id: 'a',
    note: 'n',
    status: 'MONITORING',
    watched_price: 'LAST',
    condition: { kind: 'CROSS', price: '1' },
  });
  expect(alert).not.toHaveProperty('channels');
}

/** When an api account had one row per type and asset, and no markets of isolated accounts. */
async function checkOldBalances(database: Database): Promise<void> {
  const before = allMigrations.findIndex(({ name }) => name === 'account-keys');
  await migrate(database, allMigrations.slice(0, before));
  await sql`insert into balance (venue, api_id, account_type, asset, total, held) values ('tessera', 1, 'spot', 'USDT', 5, 1)`.execute(
    database,
  );
  await sql`insert into ledger_entry (venue, entry_id, kind, reference, time_ms) values ('tessera', 1, 'TRANSFER', 'a', 5)`.execute(
    database,
  );
  await sql`insert into ledger_line (venue, entry_id, ordinal, account, account_type, asset, amount, time_ms)
    values ('tessera', 1, 0, 1, 'spot', 'USDT', 5, 5), ('tessera', 1, 1, -1, null, 'USDT', -5, 5)`.execute(database);
  await migrate(database);
  const { balances, ledger } = createRepositories(database);
  expect(await balances.of([1])).toEqual([{ venue: 'tessera', apiId: 1, accountType: 'spot', asset: 'USDT', total: '5', held: '1' }]);
  expect((await ledger.entry('tessera', 1))?.lines).toEqual([
    { account: 1, accountType: 'spot', asset: 'USDT', amount: '5' },
    { account: -1, accountType: null, asset: 'USDT', amount: '-5' },
  ]);
}

describe('migrations', () => {
  it('are numbered 1, 2, 3 …', () => {
    expect(allMigrations.map((migration) => migration.id)).toEqual(allMigrations.map((_, index) => index + 1));
  });

  it('run from empty, again, and as a whole or not at all, embedded', () => onPglite(checkMigrations), 60_000);

  it('bring layouts of the first servers along, with what was open, embedded', () => onPglite(checkOldLayouts), 60_000);

  it('bring alerts along that were to be sent nowhere, embedded', () => onPglite(checkOldAlerts), 60_000);

  it('bring balances and ledgers along, embedded', () => onPglite(checkOldBalances), 60_000);

  it.skipIf(databaseUrl === null)('bring balances and ledgers along, PostgreSQL', () => onPostgres(checkOldBalances), 60_000);

  it.skipIf(databaseUrl === null)(
    'run from empty, again, and as a whole or not at all, PostgreSQL',
    () => onPostgres(checkMigrations),
    60_000,
  );
});
