import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import { CopyingStore } from './copying-store.ts';

const account = (apiId: number, name: string, group_id: number | null = null) => ({
  ...{ apiId, name, exchange: 'tessera', permissions: ['spot'], group_id, active: true, expiresMs: null },
});
const plan = { main_api_id: 1, on: true, sync_ratio: '100', followers: [{ apiId: 2, ratio: '50', max_amount: null, on: true }] };
const server = (): FakeApi =>
  new FakeApi({
    copyPlanList: () => ({ plans: [plan], others: [{ apiId: 9, name: 'Fund', exchange: 'tessera', owner: 'ann' }] }),
    accountOwn: () => ({
      accounts: [account(1, 'Main'), account(2, 'Second', 4), account(3, 'Third', 4)],
      exchanges: [{ exchange: 'tessera', title: 'Tessera', account_types: ['spot'] }],
      groups: [{ group_id: 4, name: 'Grid' }],
    }),
    copyOrderList: () => ({ items: [], next: null }),
    copyPlanSave: () => refused('COPY_RATIO', { field: 'followers.0.ratio', limit: '1000' }),
  });

it('names accounts with their exchange and owner, and offers those that neither lead nor follow elsewhere', async () => {
  const store = new CopyingStore(server());
  await store.load();
  expect([store.label(1), store.label(9)]).toEqual(['Main · Tessera', 'Fund · Tessera · ann']);
  expect(store.freeFor(null).map(({ apiId }) => apiId)).toEqual([3, 9]);
  expect(store.freeFor(store.plans[0] ?? null).map(({ apiId }) => apiId)).toEqual([1, 2, 3, 9]);
});

it('gives the refusal of a change and reads again what holds', async () => {
  const api = server();
  const store = new CopyingStore(api);
  await store.load();
  expect((await store.save(plan))?.code).toBe('COPY_RATIO');
  expect(api.names().filter((name) => name === 'copyPlanList')).toHaveLength(2);
  expect(store.busy).toBe(false);
});

it('keeps the copies that it has when they cannot be read anew', async () => {
  let isAway = false;
  const order = { main_api_id: 1, orderId: '7', copies: [] };
  const api = new FakeApi({ copyOrderList: () => (isAway ? refused('CLIENT_OFFLINE') : { items: [order], next: null }) });
  const store = new CopyingStore(api);
  await store.readOrders();
  isAway = true;
  await store.readOrders();
  expect(store.orders.items).toEqual([order]);
});
