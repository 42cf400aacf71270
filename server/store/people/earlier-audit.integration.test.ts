import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDataDir } from '../../../tests/kit/servers/data-folder.ts';
import { openAudit } from '../../../tests/kit/stored/open-audit.ts';
import { allMigrations } from '../migrations/all.ts';
import { connectPglite } from '../opening/dialect.ts';
import { migrate } from '../opening/migrate.ts';
import { PgliteClient } from '../pglite/pglite-client.ts';
import { createRepositories } from '../repositories.ts';
import { OpenTransaction } from '../sql/open-transaction.ts';

it('keeps what an older database has noted before the first link of the chain, apart from what ages', async () => {
  const dataDir = await freshDataDir();
  const database = connectPglite(await PgliteClient.start(join(dataDir, 'database')), new OpenTransaction());
  try {
    await sql`drop schema public cascade`.execute(database);
    await sql`create schema public`.execute(database);
    await migrate(
      database,
      allMigrations.filter(({ id }) => id < 37),
    );
    for (const [action, subject] of [
      ['plugin-set.changed', 'plugin-set/user'],
      ['access.refused', 'adminPluginSets'],
      ['strategies.halted', 'everyone'],
      ['strategies.halted', 'user/ann'],
    ])
      await sql`insert into audit_log (time_ms, actor, action, subject, before, after)
        values (1, 'ann', ${action}, ${subject}, 'null', '{"b": 1, "a": [2]}')`.execute(database);
    await migrate(database);
    const { audit, traces } = createRepositories(database);
    await audit.append({ timeMs: 2, actor: 'ann', action: 'plugin-set.changed', subject: 'plugin-set/user', before: null, after: null });
    expect(await audit.verify()).toMatchObject({ outcome: 'unbroken', earlier: 2, entries: 1 });
    const told = ({ items }: Awaited<ReturnType<typeof audit.page>> | Awaited<ReturnType<typeof traces.page>>) =>
      items.map(({ action, subject }) => `${action} ${subject}`);
    expect(told(await traces.page({ limit: 10 }))).toEqual(['strategies.halted user/ann', 'access.refused adminPluginSets']);
    expect(told(await audit.page({ limit: 10 }))).toEqual([
      'plugin-set.changed plugin-set/user',
      'strategies.halted everyone',
      'plugin-set.changed plugin-set/user',
    ]);
    for (const statement of openAudit) await sql.raw(statement).execute(database);
    await sql`update audit_log set actor = 'bob' where id = 1`.execute(database);
    expect(await audit.verify()).toMatchObject({ outcome: 'broken', problem: 'earlier-altered' });
  } finally {
    await database.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
