import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BacktestChoice } from '../../../schemas/wire/backtest.ts';
import { madeSet } from '../../kit/recordings/recorded-sets.ts';
import { type HttpClient, RefusedCall } from '../../kit/servers/http-client.ts';
import { strategyMarket, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { sampleStrategy } from '../../kit/strategy-plugins.ts';

const failures: string[] = [];
let server: TestServer;
let user: HttpClient;
beforeAll(async () => {
  server = await startTestServer({
    plugins: [
      pluginSource('venue-house'),
      pluginSource('venue-paper'),
      pluginSource('strategy-shock-grid'),
      pluginSource('panel-backtest'),
      sampleStrategy,
    ],
    environment: { TESSERA_REPLAY: madeSet.folder },
    onLog: (line) => {
      if ((JSON.parse(line) as { readonly level: number }).level >= 50) failures.push(line);
    },
  });
  user = await server.signIn('trader3');
}, 120_000);
afterAll(() => server?.close());

/** Refusals are answers; anything else is not. */
const answered = async (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (error instanceof RefusedCall && error.number < 50_000) return error;
    throw error;
  });

it('starts, updates and stops instances by the hundred, at once and against each other, and ends with none and no order', async () => {
  const apiId = (await user.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const params = { apiId, instrumentId: strategyMarket, price: '40000', qty: '0.001' };
  const start = () => user.call('strategyStart', { body: { strategy: 'strategy-sample/sample', name: 'Storm', params } });
  const starts = await Promise.all(Array.from({ length: 70 }, () => answered(start())));
  expect(starts.filter((answer) => answer instanceof RefusedCall)).toHaveLength(20);
  const running = await user.call('instanceList', { query: { state: 'running', limit: 100 } });
  expect(running.length).toBe(50);
  await Promise.all(
    running.flatMap(({ instance_id }) => [
      answered(user.call('strategyUpdate', { body: { instance_id, params: { qty: '0.002' } } })),
      answered(user.call('strategyUpdate', { body: { instance_id, params: { price: '-1' } } })),
      answered(user.call('strategyUpdateCancel', { body: { instance_id } })),
      answered(user.call('strategyStop', { body: { instance_id } })),
      answered(user.call('strategyStop', { body: { instance_id } })),
      answered(start()),
    ]),
  );
  await until(
    async () => {
      const left = await user.call('instanceList', { query: { state: 'running', limit: 100 } });
      await Promise.all(left.map(({ instance_id }) => answered(user.call('strategyStop', { body: { instance_id } }))));
      return left;
    },
    (left) => left.length === 0,
    'all have stopped',
  );
  expect(await user.call('openOrders', { query: { api_ids: String(params.apiId) } })).toEqual([]);
  expect(failures).toEqual([]);
}, 120_000);

const day = Date.UTC(2025, 5, 10);
const grid: BacktestChoice = {
  strategy: 'strategy-shock-grid/shock-grid',
  params: { apiId: 1, instrumentId: madeSet.book.instrumentId, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
  ...{ origin: 'recorded', kind: 'candles', interval: '1m', from: day, to: day + 3_599_999, balances: { USDT: '100000' } },
  ...{ maker_fee: null, taker_fee: null, latency_ms: 0, optimistic: false, seed: 1, look_ahead: false, sweep: null, folds: null },
};
const values = Array.from({ length: 200 }, (_, at) => at + 2);
const wide = { axes: [{ field: 'levels', values }], drawn: null, objective: 'sharpe' } as const;

it.each<[string, Partial<BacktestChoice>, string?]>([
  ['all of time', { from: 0, to: 8_640_000_000_000_000 }],
  ['a recording outside of its folder', { params: { ...grid.params, instrumentId: '../../etc/passwd/spot' } }],
  ['a recording by an absolute path', { params: { ...grid.params, instrumentId: '/etc/passwd/spot' } }],
  ['markets of the prototype', { params: { ...grid.params, instrumentId: '__proto__/constructor/spot' } }],
  ['a balance beyond every ledger', { balances: { USDT: '9'.repeat(38) } }],
  ['fees just below everything', { maker_fee: '0.99999999', taker_fee: '0.99999999' }],
  ['a grid as fine as it gets', { params: { ...grid.params, levels: 1_000_000 } }],
  ['a quantity beyond every lot', { params: { ...grid.params, orderQty: '9'.repeat(38) } }],
  ['the longest way to the exchange and warm-up', { latency_ms: 60_000, warm_up: 366 * 86_400_000 }],
  ['a sweep of everything in twelve folds', { sweep: { ...wide, axes: [...wide.axes] }, folds: 12 }],
  [
    'a sweep over values of every kind',
    { sweep: { axes: [{ field: 'levels', values: ['x', true, -1, 1e308] }], drawn: null, objective: 'sharpe' } },
  ],
  ['a name of other scripts and emoji', {}, '回测 🚀 ‮ <b>"\'`$(rm)'],
  ['a name with a null character', {}, 'a\0b'],
  ['a name beyond its length', {}, 'x'.repeat(61)],
])(
  'answers a backtest of %s with a result or its reason, and lives',
  async (_, change, name = 'Extreme') => {
    const started = await answered(user.call('backtestStart', { body: { name, choice: { ...grid, ...change } } }));
    if (!(started instanceof RefusedCall)) {
      const { run_id } = started as { readonly run_id: string };
      const run = async () => (await user.call('backtestResult', { query: { run_id } })).run;
      const enough = performance.now() + 15_000;
      while (['QUEUED', 'RUNNING'].includes((await run()).status) && performance.now() < enough)
        await new Promise((resolve) => setTimeout(resolve, 50));
      await user.call('backtestCancel', { body: { run_id } });
      const ended = await run();
      expect(['DONE', 'FAILED', 'CANCELED']).toContain(ended.status);
      expect(ended.reason?.key).not.toBe('failed');
      await user.call('backtestDelete', { body: { run_id } });
    }
    expect(failures).toEqual([]);
  },
  60_000,
);
