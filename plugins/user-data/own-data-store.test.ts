import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import { OwnDataStore } from './own-data-store.ts';

const staying = { leaving: null, hindrances: [] };
const leaving = { leaving: { asked_time: 1, due_time: 2 }, hindrances: [] };

it('leaves by the own name, and stays after all', async () => {
  const store = new OwnDataStore(new FakeApi({ ownDataState: () => staying, ownDataLeave: () => leaving, ownDataStay: () => staying }));
  await store.load();
  expect(await store.leave('ann')).toBeNull();
  expect(store.state).toEqual(leaving);
  expect(await store.stay()).toBeNull();
  expect(store.state).toEqual(staying);
});

it('says what keeps somebody by the time that he asks, and nothing when he would not confirm', async () => {
  let keeps: readonly object[] = [];
  let code: 'LEAVING_HINDERED' | 'CONFIRMATION_NEEDED' = 'LEAVING_HINDERED';
  const api = new FakeApi({ ownDataState: () => ({ leaving: null, hindrances: keeps }), ownDataLeave: () => refused(code, { count: 1 }) });
  const store = new OwnDataStore(api);
  await store.load();
  keeps = [{ kind: 'orders', where: 'Main' }];
  expect((await store.leave('ann'))?.code).toBe('LEAVING_HINDERED');
  expect(store.state?.hindrances).toEqual(keeps);
  code = 'CONFIRMATION_NEEDED';
  expect(await store.leave('ann')).toBeNull();
});

it('takes one file at a time', async () => {
  const api = new FakeApi({ ownDataExport: () => '{}' });
  const store = new OwnDataStore(api);
  const [one, other] = await Promise.all([store.exported(), store.exported()]);
  expect([one?.ok, other, api.names()]).toEqual([true, null, ['ownDataExport']]);
  expect(store.rows).toBeNull();
});

it('takes one table where one is chosen', async () => {
  const asked: unknown[] = [];
  const api = new FakeApi({
    ownDataExport: (input) => {
      asked.push(input.query);
      return 'id';
    },
  });
  const store = new OwnDataStore(api);
  await store.exported();
  store.chooseTable('orders');
  await store.exported();
  expect(asked).toEqual([{}, { table: 'orders' }]);
});
