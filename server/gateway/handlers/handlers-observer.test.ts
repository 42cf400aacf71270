import { expect, it } from 'vitest';
import { instanceRecord } from '../../../tests/kit/store-records.ts';
import { accountRecord, trader } from '../../trading/trading-fixture.ts';
import { createObserverHandlers } from './handlers-observer.ts';

it('shows an instance only where every account that it uses is open or it is opened alone, never one without accounts, and never one’s own', async () => {
  const open = [accountRecord(1, 'bob'), accountRecord(2, 'bob'), accountRecord(9, 'ann')];
  const running = [
    instanceRecord('within', { userId: 'bob', apiIds: [1, 2] }),
    instanceRecord('beyond', { userId: 'bob', apiIds: [2, 3] }),
    instanceRecord('nowhere', { userId: 'bob', apiIds: [] }),
    instanceRecord('single', { userId: 'bob', apiIds: [3] }),
    instanceRecord('beside', { userId: 'bob', apiIds: [3] }),
    instanceRecord('own', { userId: 'ann', apiIds: [1] }),
    instanceRecord('by-own-account', { userId: 'bob', apiIds: [9] }),
  ];
  const handlers = createObserverHandlers({
    strategies: { allRunning: () => running },
    views: { instance: ({ instanceId }: { instanceId: string }) => ({ instance_id: instanceId, refusal: null }) },
    store: { users: { byIds: async () => [{ id: 'bob', username: 'Bob' }] } },
    accounts: { of: () => open, instancesOf: () => new Set(['single', 'own']) },
    looks: { instancesSeen: async () => undefined },
  } as never);
  const asked = { principal: { ...trader('ann'), role: 'observer' }, query: { state: 'running' } };
  const shown = ['within', 'single'].map((instance_id) => ({ instance_id, owner: 'Bob', refused: false }));
  const reply = await handlers.observerInstances(asked as never);
  expect(reply).toEqual({ ok: true, value: expect.arrayContaining(shown) });
  expect(reply.ok && reply.value).toHaveLength(2);
});
