import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { type CheckLine, OperationsStore } from './operations-store.ts';

const check = (id: string, state: CheckLine['state']) => ({ id, owner: 'tessera', state });
const figures = ['orders-rate', 'heap'].map((key) => ({ key, unit: 'count' }));

function opened() {
  let nowMs = 0;
  const api = new FakeApi({
    operationsNow: () => ({ checks: [check('disk', 'ok'), check('jobs', 'warn'), check('database', 'down')], figures, venues: [] }),
    operationsHistory: ({ query }) => ({ ...(query as object), points: [] }),
    operationsLog: ({ query }) => ({ list: [{ text: (query as { search?: string }).search ?? 'all' }] }),
  });
  const store = new OperationsStore(api, () => nowMs);
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    await store.tick();
  };
  return { api, store, pass };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

it('puts the most urgent first', async () => {
  const { store, pass } = opened();
  await pass(0);
  expect([store.state, store.checks.map(({ id }) => id), store.ill.map(({ id }) => id)]).toEqual([
    'done',
    ['database', 'jobs', 'disk'],
    ['database', 'jobs'],
  ]);
});

it('keeps what was known last when the server does not answer, and says how old it is', async () => {
  const { api, store, pass } = opened();
  await pass(0);
  const { operationsNow } = api.handlers;
  delete api.handlers.operationsNow;
  await pass(10_000);
  expect([store.isOld, store.checks.length]).toEqual([false, 3]);
  await pass(10_000);
  expect([store.isOld, store.ageMs, store.checks.length, store.state]).toEqual([true, 20_000, 3, 'done']);
  Object.assign(api.handlers, { operationsNow });
  await pass(5_000);
  expect([store.isOld, store.ageMs]).toEqual([false, 0]);
});

it('says that it could not be read where nothing was ever known', async () => {
  const { api, store, pass } = opened();
  delete api.handlers.operationsNow;
  await pass(0);
  expect([store.state, store.isOld]).toEqual(['failed', false]);
});

it('asks for the history of what is chosen, again as often as it has news, and for nothing that is not in view', async () => {
  const { api, store, pass } = opened();
  await pass(0);
  const asked = () => api.calls.flatMap(({ name, query }) => (name === 'operationsHistory' ? [query] : []));
  await pass(60_000);
  expect(asked()).toEqual([]);
  store.show('figures');
  await turn();
  store.choose('heap');
  store.over('24h');
  await turn();
  expect(asked()).toEqual([
    { key: 'orders-rate', span: '1h' },
    { key: 'heap', span: '1h' },
    { key: 'heap', span: '24h' },
  ]);
  expect(store.history).toMatchObject({ key: 'heap', span: '24h' });
  await pass(30_000);
  expect(asked().length).toBe(3);
  await pass(30_000);
  expect(asked().length).toBe(4);
});

it('shows what the log says about the last words that were typed', async () => {
  const { store } = opened();
  store.show('errors');
  store.find('disk');
  store.find('disk full');
  await turn();
  expect(store.lines.map(({ text }) => text)).toEqual(['disk full']);
});
