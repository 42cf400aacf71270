import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { instanceRecord, userRecord } from '../../../tests/kit/store-records.ts';
import type { InstanceCommit, InstanceNarrowing } from './instance-store.ts';

const step = (id: string, number: number, over: Partial<InstanceCommit> = {}): InstanceCommit => ({
  record: instanceRecord(id, { status: 'TRADING', step: number, snapshot: `{"n":"${number}"}`, told: '{"a":1}', startedMs: 5 }),
  isUpdate: false,
  effects: [],
  done: [],
  events: [],
  plots: [],
  ...over,
});
const effect = (instanceId: string, number: number, ordinal: number) => ({ instanceId, step: number, ordinal, effect: `{"o":${ordinal}}` });

await describeStore('strategy instances', (store) => {
  it('keep a step with its effects and its history in one write', async () => {
    const { users, instances } = store();
    await users.create(userRecord('owner'));
    await instances.create(instanceRecord('one'), [{ timeMs: 1, kind: 'created', payload: { by: 'owner' } }]);
    await instances.create(instanceRecord('two'), []);
    const text = '{"quote":"\\"","null":"\\u0000"}';
    await instances.commit([
      step('one', 1, {
        record: instanceRecord('one', { status: 'TRADING', step: 1, snapshot: text, params: { qty: '2' }, startedMs: 5 }),
        isUpdate: true,
        effects: [effect('one', 1, 0), effect('one', 1, 1)],
        events: [{ timeMs: 2, kind: 'note', payload: { text: 'a\u0000b' } }],
      }),
      step('two', 1, { effects: [effect('two', 1, 0)] }),
    ]);
    expect(await instances.get('one')).toEqual(
      instanceRecord('one', { status: 'TRADING', step: 1, snapshot: text, params: { qty: '2' }, startedMs: 5 }),
    );
    await instances.commit([step('one', 2, { done: [effect('one', 1, 0)], effects: [effect('one', 2, 0)] })]);
    expect(await instances.pendingEffects()).toEqual([effect('one', 1, 1), effect('one', 2, 0), effect('two', 1, 0)]);
    expect(await instances.events({ instanceId: 'one', limit: 10 })).toMatchObject([
      { kind: 'note', payload: { text: 'a\u0000b' } },
      { kind: 'created' },
    ]);
    expect(await instances.events({ instanceId: 'one', kind: 'created', limit: 10 })).toHaveLength(1);
  });

  it('keep what was plotted in the write of its step, one point of a line at a time, and can be thinned', async () => {
    const { instances } = store();
    const point = (timeMs: number, value: string, name = 'fair') =>
      ({ kind: 'plot', instrumentId: 'tessera/BTCUSDT/spot', name, timeMs, value }) as const;
    const mark = { ...point(2_000, '{"params":{"a":""}"}}', 'mark.turn'), kind: 'mark' } as const;
    await instances.commit([
      step('two', 2, { plots: [point(1_000, '1'), point(2_000, '2'), mark] }),
      step('one', 3, { plots: [point(1_000, '7')] }),
    ]);
    await instances.commit([step('two', 3, { plots: [point(2_000, '2.5'), point(3_000, '3')] })]);
    expect(await instances.plots('two', 0)).toEqual([mark, point(1_000, '1'), point(2_000, '2.5'), point(3_000, '3')]);
    expect(await instances.plots('two', 2_500)).toEqual([point(3_000, '3')]);
    const [long, ...rest] = await instances.longPlots({ plot: 2, mark: 5 });
    expect(long).toEqual({ instanceId: 'two', kind: 'plot', instrumentId: 'tessera/BTCUSDT/spot', name: 'fair' });
    expect(rest).toEqual([]);
    if (long !== undefined) await instances.deletePlotPoints(long, [2_000]);
    expect(await instances.plots('two', 0)).toEqual([mark, point(1_000, '1'), point(3_000, '3')]);
    await instances.deletePlotsOlder(2_500);
    expect(await instances.plots('two', 0)).toEqual([point(3_000, '3')]);
    expect(await instances.plots('one', 0)).toEqual([]);
    await instances.commit([step('one', 2), step('two', 2)]);
  });

  it('write nothing of several steps when one of them cannot be written', async () => {
    const { instances } = store();
    const twice = effect('one', 3, 0);
    const broken = step('two', 9, { effects: [{ ...twice, instanceId: 'nobody' }] });
    await expect(instances.commit([step('one', 3, { effects: [twice] }), broken])).rejects.toThrow();
    expect((await instances.get('one'))?.step).toBe(2);
  });

  it('are listed for their owner, running ones apart from ended ones, and those with something under way', async () => {
    const { users, instances } = store();
    await users.create(userRecord('lister'));
    for (const [id, createdMs] of [
      ['a', 10],
      ['b', 20],
      ['c', 20],
    ] as const) {
      await instances.create(instanceRecord(id, { userId: 'lister', createdMs }), []);
    }
    const ended = instanceRecord('b', { userId: 'lister', createdMs: 20, status: 'STOPPED', settled: true, stoppedMs: 30 });
    await instances.commit([{ record: ended, isUpdate: false, effects: [], done: [], events: [], plots: [] }]);
    const running = { userId: 'lister', running: true, limit: 10 };
    expect((await instances.list(running)).map(({ instanceId }) => instanceId)).toEqual(['c', 'a']);
    expect((await instances.list({ ...running, before: { createdMs: 20, instanceId: 'c' } })).map(({ instanceId }) => instanceId)).toEqual([
      'a',
    ]);
    expect(await instances.list({ ...running, running: false })).toEqual([ended]);
    expect((await instances.unsettled()).map(({ instanceId }) => instanceId)).toEqual(['a', 'c', 'one', 'two']);
  });

  it('are found by strategy, environment, status, account, time of creation and time of their end', async () => {
    const { users, instances } = store();
    await users.create(userRecord('seeker'));
    const made = [
      ['s1', { strategy: 'strategy-a/a', environment: 'test', apiIds: [1, 12], createdMs: 10, stoppedMs: 90, status: 'STOPPED' }],
      ['s2', { strategy: 'strategy-a/a', environment: 'production', apiIds: [2], createdMs: 20, stoppedMs: 40, status: 'INTERRUPTED' }],
      ['s3', { strategy: 'strategy-b/b', environment: 'test', apiIds: [2, 3], createdMs: 30, stoppedMs: 60, status: 'STOPPED' }],
    ] as const;
    for (const [id, over] of made) await instances.create(instanceRecord(id, { userId: 'seeker', settled: true, ...over }), []);
    const found = async (narrowing: InstanceNarrowing) =>
      (await instances.list({ userId: 'seeker', running: false, limit: 10, ...narrowing })).map(({ instanceId }) => instanceId);
    expect(await found({})).toEqual(['s3', 's2', 's1']);
    expect(await found({ strategy: 'strategy-a/a' })).toEqual(['s2', 's1']);
    expect(await found({ environment: 'test' })).toEqual(['s3', 's1']);
    expect(await found({ status: 'INTERRUPTED' })).toEqual(['s2']);
    expect([await found({ apiIds: [1] }), await found({ apiIds: [3, 12] }), await found({ apiIds: [] })]).toEqual([
      ['s1'],
      ['s3', 's1'],
      [],
    ]);
    const within = async (...withinApiIds: number[]) =>
      (await instances.list({ running: false, limit: 10, withinApiIds, strategy: 'strategy-a/a' })).map(({ instanceId }) => instanceId);
    expect([await within(1, 2), await within(12, 2, 1), await within()]).toEqual([['s2'], ['s2', 's1'], []]);
    const ofOthers = { running: false, limit: 10, withinApiIds: [1, 2, 3, 12], strategy: 'strategy-a/a' };
    expect(await instances.list({ ...ofOthers, notUserId: 'seeker' })).toEqual([]);
    expect(await found({ fromMs: 10, toMs: 30 })).toEqual(['s2', 's1']);
    expect(await found({ environment: 'test', apiIds: [2], fromMs: 30 })).toEqual(['s3']);
    expect([await found({ endedFromMs: 60 }), await found({ endedFromMs: 91 })]).toEqual([['s3', 's1'], []]);
  });

  it('forget the oldest lines of their history first, and keep what is not old', async () => {
    const { instances } = store();
    const lines = [30, 10, 20, 40].map((timeMs) => ({ timeMs, kind: 'aged', payload: {} }));
    await instances.commit([step('two', 4, { events: lines })]);
    const aged = async () => (await instances.events({ instanceId: 'two', kind: 'aged', limit: 10 })).map(({ timeMs }) => timeMs).sort();
    await instances.deleteEventsOlder(9, 100);
    expect(await instances.deleteEventsOlder(40, 2)).toBe(2);
    expect(await aged()).toEqual([30, 40]);
    expect(await instances.deleteEventsOlder(40, 2)).toBe(1);
    expect(await instances.deleteEventsOlder(40, 2)).toBe(0);
    expect(await aged()).toEqual([40]);
  });

  it('keep the simulation of those whose orders are not sent with their step', async () => {
    const { instances } = store();
    const holdings = '[{"total":"1"}]';
    await instances.create(instanceRecord('paper', { environment: 'test', simulation: '{"lastNumber":0}', holdings }), []);
    await instances.commit([step('paper', 1, { record: instanceRecord('paper', { step: 1, simulation: '{"lastNumber":3}' }) })]);
    expect(await instances.get('paper')).toMatchObject({ step: 1, environment: 'test', simulation: '{"lastNumber":3}', holdings });
  });

  it('keep their params through steps that do not change them, alone or among others that do', async () => {
    const { instances } = store();
    const given = { note: 'quote " backslash \\ control \u0001\u001f, comma and { brace }' };
    for (const id of ['left', 'right']) await instances.create(instanceRecord(id, { params: { n: 1 } }), []);
    const record = instanceRecord('left', { step: 1, params: given });
    await instances.commit([step('right', 1), { ...step('left', 1), record, isUpdate: true }]);
    await instances.commit([step('left', 2)]);
    expect(await instances.get('left')).toMatchObject({ step: 2, params: given });
    expect(await instances.get('right')).toMatchObject({ step: 1, params: { n: 1 } });
  });

  it('are stepped under a lease, and not by a process that another one has taken it from', async () => {
    const { instances, leases } = store();
    const epoch = (await leases.take('stepping', null, 'one')) ?? 0;
    await instances.create(instanceRecord('leased'), []);
    await instances.commit([step('leased', 1)], { name: 'stepping', epoch });
    await leases.take('stepping', await leases.look('stepping'), 'two');
    const late = [step('leased', 2, { events: [{ timeMs: 1, kind: 'late', payload: {} }] })];
    await expect(instances.commit(late, { name: 'stepping', epoch })).rejects.toMatchObject({ code: 'LEASE_LOST' });
    const begun = instances.create(instanceRecord('orphan'), [], { name: 'stepping', epoch });
    await expect(begun).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(await instances.get('orphan')).toBeNull();
    await instances.commit([step('leased', 3)], { name: 'stepping', epoch: epoch + 1 });
    expect(await instances.get('leased')).toMatchObject({ step: 3 });
    expect(await instances.events({ instanceId: 'leased', kind: 'late', limit: 10 })).toEqual([]);
  });

  it('remember limits by their scope, and of two who change different parts at once both', async () => {
    const { instances } = store();
    await instances.changeLimits({ scope: 'account/1', limits: { isHalted: true, maxPosition: null }, updatedMs: 1 });
    await Promise.all([
      instances.changeLimits({ scope: 'account/1', limits: { isHalted: false }, updatedMs: 2 }),
      instances.changeLimits({ scope: 'account/1', limits: { maxPosition: '5' }, updatedMs: 2 }),
    ]);
    expect(await instances.limits()).toEqual([{ scope: 'account/1', limits: { isHalted: false, maxPosition: '5' }, updatedMs: 2 }]);
  });
});
