import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import { UserQuota } from '../quota/user-quota.ts';

await describeStore('statements of a plugin', (store) => {
  it('reach its own tables, by themselves, in a transaction and within a quota, and no other', async () => {
    await store().users.create(userRecord('ann'));
    const tables = store().tablesOf('kit-own', new UserQuota(store(), 1_000_000));
    await tables.migrate([{ id: 1, name: 'first', statements: ['create table kit_own__x (user_id text, a int)'] }]);
    await store()
      .tablesOf('kit-other')
      .migrate([{ id: 1, name: 'first', statements: ['create table kit_other__x (a int)'] }]);
    const own = `with w as (insert into kit_own__x values ($1, 1) returning a) select a from w`;
    const foreign: readonly [statement: string, table: string][] = [
      ['select password_hash from app_user', 'app_user'],
      ['update app_user set role = role', 'app_user'],
      ['insert into kit_own__x select user_id, 1 from public.session', 'session'],
      ['delete from kit_other__x', 'kit_other__x'],
    ];
    const ways = [
      (statement: string, values: string[]) => tables.run(statement, values),
      (statement: string, values: string[]) => tables.transaction((sql) => sql.run(statement, values)),
      (statement: string, values: string[]) => tables.within('ann', (sql) => sql.run(statement, values)),
    ];
    for (const way of ways) {
      await way(own, ['ann']);
      for (const [statement, table] of foreign)
        await expect(way(statement, [])).rejects.toThrow(
          `plugin "kit-own": table "${table}" is not its own: those that it may use begin with "kit_own__"`,
        );
      await expect(way('drop table kit_own__x', [])).rejects.toThrow('a statement may not begin with "drop"');
    }
    expect(await tables.run('select count(*)::int as rows from kit_own__x')).toEqual([{ rows: 3 }]);
  });
});
