import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import type { BacktestRecord } from './backtest-store.ts';

const record = (runId: string, over: Partial<BacktestRecord> = {}): BacktestRecord => ({
  runId,
  userId: 'owner',
  name: `name of ${runId}`,
  choice: { strategy: 'a/b' },
  status: 'QUEUED',
  reason: null,
  figures: null,
  createdMs: 1,
  startedMs: null,
  endedMs: null,
  ...over,
});

await describeStore('backtests', (store) => {
  it('keep what a run has brought together with its end, and its trades by page', async () => {
    const { users, backtests } = store();
    await users.create(userRecord('owner'));
    await backtests.create(record('one'));
    const done = record('one', { status: 'DONE', figures: { sharpe: 1.5 }, startedMs: 2, endedMs: 3 });
    await backtests.save(done, { result: '{"a":"\\u0000"}', pages: ['[1]', '[2]'] });
    expect(await backtests.get('owner', 'one')).toEqual(done);
    expect(await backtests.result('one')).toBe('{"a":"\\u0000"}');
    expect([await backtests.page('one', 1), await backtests.page('one', 2)]).toEqual(['[2]', null]);
    expect(await backtests.get('somebody', 'one')).toBeNull();
  });

  it('are listed newest first, renamed, deleted, restored and at last purged with their pages', async () => {
    const { users, backtests } = store();
    await users.create(userRecord('lister'));
    for (const [id, createdMs] of [
      ['a', 10],
      ['b', 20],
    ] as const) {
      await backtests.create(record(id, { userId: 'lister', createdMs }));
    }
    const ids = async () => (await backtests.list('lister', 10)).map(({ runId }) => runId);
    expect(await ids()).toEqual(['b', 'a']);
    expect(await backtests.rename('lister', 'a', 'other')).toBe(true);
    expect(await backtests.rename('owner', 'a', 'mine')).toBe(false);
    expect((await backtests.get('lister', 'a'))?.name).toBe('other');
    await backtests.save(record('b', { userId: 'lister', createdMs: 20 }), { result: '{}', pages: ['[]'] });
    expect(await backtests.delete('lister', 'b', 100)).toBe(true);
    expect(await backtests.delete('lister', 'b', 100)).toBe(false);
    expect([await ids(), await backtests.count('lister')]).toEqual([['a'], 1]);
    expect(await backtests.restore('lister', 'b')).toBe(true);
    await backtests.delete('lister', 'b', 200);
    expect([await backtests.purge(200), await backtests.purge(201)]).toEqual([0, 1]);
    expect(await backtests.page('b', 0)).toBeNull();
    expect(await backtests.restore('lister', 'b')).toBe(false);
  });

  it('that a restart has cut off are told apart from those that ended', async () => {
    const { users, backtests } = store();
    await users.create(userRecord('cut'));
    for (const status of ['QUEUED', 'RUNNING', 'DONE']) await backtests.create(record(`x${status}`, { userId: 'cut', status }));
    expect(await backtests.end(['QUEUED', 'RUNNING'], 'INTERRUPTED', 9)).toBeGreaterThanOrEqual(2);
    expect((await backtests.list('cut', 10)).map(({ status, endedMs }) => [status, endedMs])).toEqual([
      ['INTERRUPTED', 9],
      ['INTERRUPTED', 9],
      ['DONE', null],
    ]);
  });
});
