import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type CountedRows, storedBytes } from '../../../core/contract/server-contributions.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { describeStore } from '../../../tests/kit/store.ts';
import { userRecord } from '../../../tests/kit/store-records.ts';
import type { InstanceRecord, NewInstanceEvent, PlotPoint } from '../strategies/instance-store.ts';
import { UserQuota } from './user-quota.ts';

const heavy = (bytes: number): string => randomBytes((bytes * 3) / 4).toString('base64');

const instance = (userId: string, at: number, changes: Partial<InstanceRecord> = {}): InstanceRecord => ({
  instanceId: `${userId}-${at}`,
  ...{ userId, strategy: 'p/s', name: 'x', environment: 'production', apiIds: [], params: {}, limits: {}, seed: 1, cause: null, step: 0 },
  ...{ snapshot: null, told: '{}', simulation: null, holdings: null, createdMs: at, startedMs: null, stoppedMs: null },
  ...{ status: 'STOPPED', settled: true },
  ...changes,
});
const line = (bytes: number): NewInstanceEvent => ({ timeMs: 1, kind: 'note', payload: { text: heavy(bytes) } });

await describeStore('the quota of a user', (store) => {
  it('lets histories of strategies beyond half of it give way, ended instances first and the oldest of them, then the oldest lines', async () => {
    await store().users.create(userRecord('quant'));
    const quota = new UserQuota(store(), 100_000);
    const create = (record: InstanceRecord, bytes: number) => store().instances.create(record, [line(bytes)]);
    await create(instance('quant', 1), 20_000);
    await create(instance('quant', 2), 20_000);
    await create(instance('quant', 3, { status: 'TRADING', settled: false }), 20_000);
    const running = instance('quant', 3, { status: 'TRADING', settled: false });
    await store().instances.commit([
      { record: running, isUpdate: false, effects: [], done: [], events: Array.from({ length: 4 }, () => line(10_000)), plots: [] },
    ]);
    const clock = new ManualClock(0);
    const stop = quota.start(clock);
    await clock.advance(5 * 60_000);
    await stop();
    expect((await quota.use('quant')).strategies).toBeLessThanOrEqual(50_000);
    expect([await store().instances.get('quant-1'), await store().instances.get('quant-2')]).toEqual([null, null]);
    const left = await store().instances.events({ instanceId: 'quant-3', limit: 10 });
    expect(left.length).toBe(4);
    const counted = async () => (await quota.use('quant')).strategies;
    const before = await counted();
    await store().instances.deleteEventsOlder(2, 100);
    expect(await counted()).toBeLessThan(before - 39_000);
  });

  it('counts what is plotted until it is thinned', async () => {
    await store().users.create(userRecord('plotter'));
    const record = instance('plotter', 1, { status: 'TRADING', settled: false });
    await store().instances.create(record, []);
    const plots = Array.from(
      { length: 100 },
      (_, timeMs): PlotPoint => ({ kind: 'plot', instrumentId: 'a', name: 'b', timeMs, value: '1' }),
    );
    const empty = (await store().storage.use('plotter')).strategies;
    await store().instances.commit([{ record, isUpdate: false, effects: [], done: [], events: [], plots }]);
    expect((await store().storage.use('plotter')).strategies - empty).toBe(12_800);
    await store().instances.deletePlotsOlder(50);
    const series = { instanceId: 'plotter-1', kind: 'plot', instrumentId: 'a', name: 'b' } as const;
    await store().instances.deletePlotPoints(series, [60, 61]);
    expect((await store().storage.use('plotter')).strategies - empty).toBe(48 * 128);
  });

  it('counts the rows that plugins say, what is deleted apart, lets that give way and keeps the newest of what nobody asked for', async () => {
    await store().users.create(userRecord('writer'));
    const quota = new UserQuota(store(), 100_000);
    const tables = store().tablesOf('kit-counted', quota);
    const [kept, told] = ['kit_counted__kept', 'kit_counted__told'];
    const steps = [
      {
        id: 1,
        name: 'first',
        statements: [
          `create table ${kept} (id text primary key, user_id text not null, content text not null, deleted_ms bigint)`,
          `create table ${told} (id integer primary key, user_id text not null)`,
        ],
      },
    ];
    const counted: readonly CountedRows[] = [
      { table: kept, kind: 'documents', bytes: storedBytes('content'), deleted: { column: 'deleted_ms', key: 'id' } },
      { table: told, kind: 'alerts', bytes: storedBytes(), newest: 'id' },
    ];
    await tables.migrate(steps, { counted });
    const keep = (id: string) =>
      tables.within('writer', (sql) => sql.run(`insert into ${kept} values ($1, 'writer', $2)`, [id, heavy(60_000)]));
    expect((await keep('k1')).ok).toBe(true);
    expect((await quota.use('writer')).documents).toBeGreaterThan(50_000);
    expect(await keep('k2')).toMatchObject({ ok: false, error: { code: 'STORAGE_FULL' } });
    expect(await tables.run(`select id from ${kept}`)).toEqual([{ id: 'k1' }]);
    await tables.run(`update ${kept} set deleted_ms = 5`);
    expect(await quota.use('writer')).toMatchObject({ documents: 0, deleted: expect.closeTo(60_000, -4) });
    expect((await keep('k2')).ok).toBe(true);
    expect(await tables.run(`select id from ${kept}`)).toEqual([{ id: 'k2' }]);
    for (const id of [1, 2, 3]) await tables.run(`insert into ${told} values ($1, 'writer')`, [id]);
    expect((await quota.use('writer')).alerts).toBe(3 * 64);
    await store().storage.keepNewest(2);
    expect(await tables.run(`select id from ${told} order by id`)).toEqual([{ id: 2 }, { id: 3 }]);
    await tables.migrate(steps);
    expect(await quota.use('writer')).toMatchObject({ documents: 0, alerts: 0 });
  });

  it('counts sign-ins and the lines of own keys, halts and refusals, and keeps the newest of each, what worked apart from what did not', async () => {
    const { users, loginLog, audit, traces, storage } = store();
    await users.create(userRecord('signer'));
    const signIn = (timeMs: number, outcome: 'OK' | 'LOGIN_WRONG') =>
      loginLog.append({ userId: 'signer', timeMs, ip: '203.0.113.1', userAgent: 'test', outcome });
    for (let at = 1; at <= 3; at++) await signIn(at, 'OK');
    for (let at = 4; at <= 9; at++) await signIn(at, 'LOGIN_WRONG');
    const actions = [
      'api-key.created',
      'api-key.new-address',
      'strategies.halted',
      'access.refused',
      'plugin-set.saved',
      'orders.sent-by-key',
    ];
    for (const action of actions)
      for (let timeMs = 1; timeMs <= 3; timeMs++)
        await (action === 'plugin-set.saved' ? audit : traces).append({
          timeMs,
          actor: 'signer',
          action,
          subject: 'one',
          before: null,
          after: null,
        });
    expect((await storage.use('signer')).traces).toBe(21 * 400);
    await storage.keepNewest(2);
    expect((await loginLog.page('signer', { limit: 10 })).items.map(({ timeMs }) => timeMs)).toEqual([9, 8, 3, 2]);
    const lines = (await Promise.all([traces, audit].map((kept) => kept.page({ actor: 'signer', limit: 100 })))).flatMap(
      ({ items }) => items,
    );
    const left = lines.map(({ action, timeMs }) => `${action} ${timeMs}`);
    const newest = (action: string) => left.filter((line) => line.startsWith(action));
    for (const action of actions.slice(0, 4)) expect(newest(action)).toEqual([`${action} 3`, `${action} 2`]);
    expect(newest('plugin-set.saved'), 'what an administrator does stands for good').toHaveLength(3);
    expect(newest('orders.sent-by-key'), 'by which key an order came stands as long as the order, whose room is the house’s').toHaveLength(
      3,
    );
    expect((await storage.use('signer')).traces).toBe(12 * 400);
  });
});
