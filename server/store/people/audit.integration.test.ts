import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { openAudit } from '../../../tests/kit/stored/open-audit.ts';

await describeStore('the audit log', (store) => {
  const entry = (subject: string, changes: object = {}) => ({
    ...{
      timeMs: 1,
      actor: 'ann',
      action: 'person.changed',
      subject,
      before: null,
      after: { b: 1.5e-7, a: ['ü', null, { z: true, y: 2 }] },
    },
    ...changes,
  });
  const tampered = (...statements: readonly string[]) =>
    store()
      .transaction(async (repositories) => {
        for (const statement of [...openAudit, ...statements]) await repositories.sql.run(statement);
        const found = await repositories.audit.verify();
        throw Object.assign(new Error('undone'), { found });
      })
      .catch((error: Error & { readonly found?: unknown }) => error.found ?? error);

  it('is one chain, which whoever writes at the same time continues one after the other, and nobody by what was undone', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => store().audit.append(entry(`person/${at}`, { reason: 'why \ud800 not' }))));
    await store().audit.appendAll([entry('person/x'), entry('person/y')]);
    const undone = store().transaction(async ({ audit }) => {
      await audit.append(entry('person/undone'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await store().audit.append(entry('person/z', { before: { 'naïve "key"': -0, big: 1e21 }, after: 'text' }));
    const found = await store().audit.verify();
    expect(found).toEqual({ outcome: 'unbroken', entries: 23, earlier: 0, lastId: 23, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('only grows: the database changes and takes out no entry, and keeps where the chain ends, whoever asks', async () => {
    const refused = [
      ...['update audit_log set reason = null', 'update audit_log set actor = actor where id = 7', 'delete from audit_log where id = 7'],
      ...['delete from audit_log', 'truncate audit_log', 'delete from audit_head', 'truncate audit_head'],
      // By a way round: what comes twice takes the place of what was there.
      `insert into audit_log (id, time_ms, actor, action, subject, before, after) values (7, 1, 'x', 'x', 'x', 'null', 'null')
        on conflict (id) do update set actor = 'x'`,
    ];
    for (const statement of refused) await expect(store().sql.run(statement), statement).rejects.toThrow('the audit log only grows');
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken', entries: 23 });
  });

  it('names the first entry that was changed, taken out or put elsewhere', async () => {
    expect(await tampered(`update audit_log set after = '{"a": 1}' where id = 7`)).toMatchObject({ outcome: 'broken', entryId: 7 });
    expect(await tampered("update audit_log set reason = 'another' where id = 3")).toMatchObject({ entryId: 3 });
    expect(await tampered('delete from audit_log where id = 5')).toMatchObject({ entryId: 5, problem: 'missing' });
    expect(await tampered('delete from audit_log where id = 23')).toMatchObject({ entryId: 23, problem: 'missing' });
    expect(
      await tampered(
        'update audit_log set id = 0 where id = 9',
        'update audit_log set id = 9 where id = 10',
        'update audit_log set id = 10 where id = 0',
      ),
    ).toMatchObject({ outcome: 'broken', entryId: 9 });
    expect(await tampered("update audit_log set hash = repeat('0', 64) where id = 23")).toMatchObject({ entryId: 23 });
    const forged = `insert into audit_log (id, time_ms, actor, action, subject, before, after, prev_hash, hash)
      select 24, time_ms, actor, action, subject, before, after, hash, hash from audit_log where id = 23`;
    expect(await tampered(forged)).toMatchObject({ entryId: 24 });
    // An entry that is older than the chain cannot be slipped in before it.
    const earlier = `insert into audit_log (id, time_ms, actor, action, subject, before, after) values (0, 1, 'x', 'x', 'x', 'null', 'null')`;
    expect(await tampered(earlier)).toMatchObject({ outcome: 'broken', entryId: null });
    expect(await tampered('delete from audit_head')).toMatchObject({ outcome: 'broken', entryId: null });
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken', entries: 23 });
  });

  it('ends a page with where to go on once it has looked through as many entries as its reader has patience for', async () => {
    const pages = await store()
      .transaction(async ({ audit, sql }) => {
        // As after years of entries.
        await sql.run('update audit_head set last_id = 50000');
        await audit.append(entry('person/late', { reason: 'a word of years later' }));
        const ask = async (more: object) => {
          const { items, next } = await audit.page({ text: 'why', limit: 50, ...more });
          return [items.length, next];
        };
        const found = [await ask({ patience: 5_000 }), await ask({ beforeId: 45_002, patience: 5_000 }), await ask({})];
        throw Object.assign(new Error('undone'), { found });
      })
      .catch((error: Error & { readonly found?: unknown }) => error.found ?? error);
    expect(pages).toEqual([
      [0, 45_002],
      [20, null],
      [20, null],
    ]);
  });

  it('looks through the entries of one actor in parts, too, and ends where all are older than what is asked for', async () => {
    const dayMs = 24 * 60 * 60_000;
    const pages = await store()
      .transaction(async ({ audit, sql }) => {
        await sql.run(`insert into audit_log (id, time_ms, actor, action, subject, before, after)
          select id, ${10 * dayMs}, 'system', 'orders.sealed', 'orders/x', 'null', 'null' from generate_series(101, 40100) as id`);
        // It is written after all of those, and tells of a time before.
        await sql.run('update audit_head set last_id = 50000');
        await audit.append(entry('person/late', { actor: 'system', timeMs: 7 * dayMs, reason: 'asked for three days ago' }));
        const ask = async (more: object) => {
          const { items, next } = await audit.page({ limit: 50, patience: 20_000, ...more });
          return [items.length, next];
        };
        const ofSystem = { actor: 'system', text: 'why' };
        const parts = [await ask(ofSystem), await ask({ ...ofSystem, beforeId: 20_102 }), await ask({ ...ofSystem, beforeId: 102 })];
        // Whoever has few entries has them looked through at once, however many those of others are.
        const ofFew = await ask({ actor: 'ann', text: 'why' });
        const since = async (fromMs: number) => [
          await ask({ text: 'why', fromMs }),
          await ask({ ...ofSystem, fromMs }),
          await ask({ subject: 'orders/x', text: 'orders.sealed', fromMs }),
        ];
        const found = [...parts, ofFew, ...(await since(12 * dayMs)), ...(await since(10.5 * dayMs)), ...(await since(10 * dayMs))];
        throw Object.assign(new Error('undone'), { found });
      })
      .catch((error: Error & { readonly found?: unknown }) => error.found ?? error);
    expect(pages).toEqual([
      ...[
        [0, 20_102],
        [0, 102],
        [0, null],
        [20, null],
      ],
      // Nothing is so young, and nobody is asked to go on.
      ...[
        [0, null],
        [0, null],
        [0, null],
      ],
      // A day is left to entries that tell of a time before, and one of them alone ends nothing.
      ...[
        [0, 25_101],
        [0, 20_102],
        [0, 20_101],
      ],
      ...[
        [0, 25_101],
        [0, 20_102],
        [50, 40_051],
      ],
    ]);
  });

  it('takes of what a user does with his own things twenty of a kind, or of a kind and thing, in an hour, and the next ones when that is over', async () => {
    const own = (timeMs: number, action = 'session.opened') => entry('person/own', { actor: 'own', action, timeMs });
    const tries = async (timeMs: number) => {
      const taken: boolean[] = [];
      for (let at = 0; at < 12; at++) taken.push(await store().audit.appendOwn(own(timeMs + at)));
      return taken.filter((one) => one).length;
    };
    expect([await tries(1_000_000), await tries(2_000_000), await tries(3_000_000)]).toEqual([12, 8, 0]);
    expect(await store().audit.appendOwn(own(3_000_000, 'session.closed'))).toBe(true);
    expect(await tries(1_000_000 + 3_600_012)).toBe(12);
    const ofEach = [];
    for (let at = 0; at < 42; at++)
      ofEach.push(
        await store().audit.appendOwn(
          entry(`account/${at % 2}`, { actor: 'own', action: 'strategies.halted', timeMs: 1_000 + at }),
          'subject',
        ),
      );
    expect(
      ofEach.filter((one) => one),
      'twenty of each of two accounts',
    ).toHaveLength(40);
    expect(await store().audit.verify()).toMatchObject({ outcome: 'unbroken' });
  });
});
