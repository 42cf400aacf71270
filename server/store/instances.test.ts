import { expect, it } from 'vitest';
import { describeStore } from '../../tests/kit/store.ts';
import { instanceRecord, userRecord } from '../../tests/kit/store-records.ts';
import type { InstanceCommit } from './instance-store.ts';

const step = (id: string, number: number, over: Partial<InstanceCommit> = {}): InstanceCommit => ({
  record: instanceRecord(id, { status: 'TRADING', step: number, snapshot: `{"n":"${number}"}`, told: '{"a":1}', startedMs: 5 }),
  effects: [],
  done: [],
  events: [],
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
    await instances.commit([{ record: ended, effects: [], done: [], events: [] }]);
    const running = { userId: 'lister', running: true, limit: 10 };
    expect((await instances.list(running)).map(({ instanceId }) => instanceId)).toEqual(['c', 'a']);
    expect((await instances.list({ ...running, before: { createdMs: 20, instanceId: 'c' } })).map(({ instanceId }) => instanceId)).toEqual([
      'a',
    ]);
    expect(await instances.list({ ...running, running: false })).toEqual([ended]);
    expect((await instances.unsettled()).map(({ instanceId }) => instanceId)).toEqual(['a', 'c', 'one', 'two']);
  });

  it('remember limits by their scope', async () => {
    const { instances } = store();
    await instances.saveLimits({ scope: 'account/1', limits: { isHalted: true }, updatedMs: 1 });
    await instances.saveLimits({ scope: 'account/1', limits: { isHalted: false }, updatedMs: 2 });
    expect(await instances.limits()).toEqual([{ scope: 'account/1', limits: { isHalted: false }, updatedMs: 2 }]);
  });
});
