import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { BacktestChoice, BacktestFigures } from '../../../schemas/wire/backtest.ts';
import { UserQuota } from '../../../server/store/quota/user-quota.ts';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import { type RunRecord, RunTable } from './run-table.ts';

const run = (userId: string, runId: string, over: Partial<RunRecord> = {}): RunRecord => ({
  ...{ runId, userId, name: `name of ${runId}`, choice: { strategy: 'a/b' } as BacktestChoice, status: 'QUEUED', reason: null },
  ...{ figures: null, createdMs: 1, startedMs: null, endedMs: null },
  ...over,
});
const heavy = (bytes: number): string => randomBytes((bytes * 3) / 4).toString('base64');

await describeStore('runs of backtests', (store) => {
  const open = () => RunTable.open(store().tablesOf('panel-backtest', new UserQuota(store(), 100_000)));
  const someone = (id: string) => store().users.create(userRecord(id));

  it('are those of before the plugin, with their results and trades', async () => {
    await someone('early');
    await store().sql.run(`insert into backtest_run (run_id, user_id, name, choice, status, figures, result, created_ms, started_ms, ended_ms)
      values ('old', 'early', 'Grid', '{"strategy":"a/b"}', 'DONE', '{"sharpe":1.5}', '{"a":"\\u0000"}', 1, 2, 3)`);
    await store().sql.run(`insert into backtest_page values ('old', 0, '[1]'), ('old', 1, '[2]')`);
    const table = await open();
    const figures = { sharpe: 1.5 } as BacktestFigures;
    expect(await table.list('early', 10)).toEqual([
      run('early', 'old', { name: 'Grid', status: 'DONE', figures, startedMs: 2, endedMs: 3 }),
    ]);
    expect([await table.result('old'), await table.page('old', 1)]).toEqual(['{"a":"\\u0000"}', '[2]']);
    expect((await store().storage.use('early')).backtests).toBeGreaterThan(64);
  });

  it('keep what they have brought together with their end, and their trades by page', async () => {
    await someone('owner');
    const table = await open();
    await table.create(run('owner', 'one'));
    const figures = { sharpe: 1.5 } as BacktestFigures;
    const done = run('owner', 'one', { status: 'DONE', figures, startedMs: 2, endedMs: 3 });
    await table.finish(done, { result: '{"a":"\\u0000"}', pages: ['[1]', '[2]'] });
    expect(await table.get('owner', 'one')).toEqual(done);
    expect(await table.result('one')).toBe('{"a":"\\u0000"}');
    expect([await table.page('one', 1), await table.page('one', 2)]).toEqual(['[2]', null]);
    expect(await table.get('early', 'one')).toBeNull();
  });

  it('are listed newest first, renamed, deleted, restored and at last purged with their pages', async () => {
    await someone('lister');
    const table = await open();
    await table.create(run('lister', 'a', { createdMs: 10 }));
    await table.create(run('lister', 'b', { createdMs: 20 }));
    const ids = async () => (await table.list('lister', 10)).map(({ runId }) => runId);
    expect(await ids()).toEqual(['b', 'a']);
    expect(await table.rename('lister', 'a', 'other')).toBe(true);
    expect(await table.rename('early', 'a', 'mine')).toBe(false);
    expect((await table.get('lister', 'a'))?.name).toBe('other');
    await table.finish(run('lister', 'b', { createdMs: 20 }), { result: '{}', pages: ['[]'] });
    expect(await table.delete('lister', 'b', 100)).toBe(true);
    expect(await table.delete('lister', 'b', 100)).toBe(false);
    expect([await ids(), await table.count('lister')]).toEqual([['a'], 1]);
    expect(await table.restore('lister', 'b')).toBe(true);
    await table.delete('lister', 'b', 200);
    await table.purge(200);
    expect(await table.page('b', 0)).toBe('[]');
    await table.purge(201);
    expect(await table.page('b', 0)).toBeNull();
    expect(await table.restore('lister', 'b')).toBe(false);
  });

  it('that a stop has cut off are told apart from those that ended', async () => {
    await someone('cut');
    const table = await open();
    for (const status of ['QUEUED', 'RUNNING', 'DONE'] as const) await table.create(run('cut', `x${status}`, { status }));
    await table.interrupt(9);
    expect((await table.list('cut', 10)).map(({ status, endedMs }) => [status, endedMs])).toEqual([
      ['INTERRUPTED', 9],
      ['INTERRUPTED', 9],
      ['DONE', null],
    ]);
  });

  it('count towards the quota with results and trades, and give way once they are deleted', async () => {
    await someone('runner');
    const table = await open();
    const keep = async (runId: string) => {
      await table.create(run('runner', runId));
      return table.finish(run('runner', runId, { status: 'DONE' }), { result: heavy(30_000), pages: [heavy(30_000)] });
    };
    expect((await keep('r1')).ok).toBe(true);
    expect(await keep('r2')).toMatchObject({ ok: false, error: { code: 'STORAGE_FULL' } });
    expect([await table.result('r2'), (await table.get('runner', 'r2'))?.status]).toEqual([null, 'QUEUED']);
    await table.delete('runner', 'r1', 5);
    expect((await store().storage.use('runner')).deleted).toBeGreaterThan(50_000);
    expect((await keep('r3')).ok).toBe(true);
    expect(await table.restore('runner', 'r1')).toBe(false);
    expect((await store().storage.use('runner')).backtests).toBeGreaterThan(50_000);
  });
});
