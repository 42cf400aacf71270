import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BacktestChoice, BacktestView } from '../../../schemas/wire/backtest.ts';
import { madeSet } from '../../kit/recordings/recorded-sets.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

const { instrumentId: recorded } = madeSet.book;
const simulated = 'aurora/BTCUSDT/spot';
const dayMs = 86_400_000;
const start = Date.UTC(2025, 5, 10);

const grid: BacktestChoice = {
  strategy: 'strategy-shock-grid/shock-grid',
  params: { apiId: 1, instrumentId: recorded, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
  origin: 'recorded',
  kind: 'candles',
  interval: '1m',
  from: start,
  to: start + 7 * dayMs - 1,
  balances: { USDT: '100000' },
  maker_fee: null,
  taker_fee: null,
  latency_ms: 0,
  optimistic: false,
  seed: 1,
  look_ahead: false,
  sweep: null,
  folds: null,
};
const kit = (id: string): BacktestChoice => ({
  ...grid,
  strategy: `strategy-kit/${id}`,
  params: { apiId: 1, instrumentId: recorded, price: '50000', qty: '0.01', pauseMs: 60_000 },
});

const begin = (client: HttpClient, choice: Partial<BacktestChoice> = {}, name = 'Grid'): Promise<BacktestView> =>
  client.call('backtestStart', { body: { name, choice: { ...grid, ...choice } } });

const resultOf = (client: HttpClient, { run_id }: Pick<BacktestView, 'run_id'>) => client.call('backtestResult', { query: { run_id } });

async function ended(client: HttpClient, run: BacktestView) {
  for (;;) {
    const result = await resultOf(client, run);
    if (result.run.status !== 'QUEUED' && result.run.status !== 'RUNNING') return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const run = async (client: HttpClient, choice: Partial<BacktestChoice> = {}) => ended(client, await begin(client, choice));

let server: TestServer;
let trader: HttpClient;
let other: HttpClient;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [pluginSource('venue-paper'), pluginSource('strategy-shock-grid'), pluginSource('panel-backtest'), strategyKit],
    environment: { TESSERA_REPLAY: madeSet.folder },
    backtestLimits: { heapMb: 96, stallMs: 120_000 },
  });
  [trader, other] = await Promise.all([server.signIn('trader3'), server.signIn('trader2')]);
}, 120_000);
afterAll(() => server?.close());

describe('a backtest from the page', () => {
  it('plays a recorded perpetual with its leverage, and keeps every payment of its funding', async () => {
    const [{ instrumentId }] = madeSet.perpetuals;
    const { run: done, detail } = await run(trader, { params: { ...grid.params, instrumentId, startPosition: '1' }, leverage: 3 });
    expect(done).toMatchObject({ status: 'DONE', reason: null, choice: { leverage: 3 } });
    const payments = detail?.funding ?? [];
    expect(payments.length).toBeGreaterThan(10);
    expect(
      payments.every(({ time, instrument, asset }) => time % 28_800_000 === 0 && instrument === instrumentId && asset === 'USDT'),
    ).toBe(true);
    expect(done.figures?.funding).toBeCloseTo(
      payments.reduce((sum, { amount }) => sum + Number(amount), 0),
      6,
    );
    const inverse = await run(trader, {
      params: { ...grid.params, instrumentId: 'replay-aurora-coinm/BTCUSD_PERP/coinm' },
      interval: '1h',
    });
    expect(inverse.run).toMatchObject({ status: 'FAILED', reason: { key: 'contract' } });
    expect((await run(trader)).run.figures?.funding).toBeNull();
  });

  it('plays recorded data, and keeps figures, curve, prices, marks, notes and every fill', async () => {
    const { run: done, detail } = await run(trader, { look_ahead: true });
    expect(done).toMatchObject({ status: 'DONE', progress: 1, position: null, reason: null, figures: { start_equity: 100_000 } });
    if (detail === null || done.figures === null) throw new Error('there is no result');
    expect(detail.curve.times.length).toBeLessThanOrEqual(1_000);
    expect([detail.curve.times[0], detail.curve.equity[0]]).toEqual([start, 100_000]);
    expect(detail.curve.equity.at(-1)).toBeCloseTo(done.figures.end_equity, 9);
    expect(detail.markets).toMatchObject([{ instrument: recorded, prices: { length: detail.curve.times.length } }]);
    expect(detail.markets[0]?.marks).toHaveLength(done.figures.fills);
    const candles = detail.markets[0]?.candles ?? [];
    expect([candles.length > 20, candles.length <= 500, candles[0]?.[0]]).toEqual([true, true, start]);
    for (const [, open, high, low, close] of candles)
      expect([Math.max(open, close) <= high, Math.min(open, close) >= low]).toEqual([true, true]);
    // Orders rest and trade at prices that the market went through.
    const [top, bottom] = [Math.max(...candles.map(([, , high]) => high)), Math.min(...candles.map(([, , , low]) => low))];
    for (const [, , price] of detail.markets[0]?.marks ?? []) expect([price <= top, price >= bottom]).toEqual([true, true]);
    expect(detail.look_ahead).toMatchObject({ cuts: { length: 5 }, difference: null });
    const trades = await trader.call('backtestTrades', { query: { run_id: done.run_id, page: 0 } });
    expect(trades).toHaveLength(Math.min(500, done.figures.fills));
    expect(trades[0]).toMatchObject({ number: 0, instrument: recorded, side: 'BUY', fee_asset: 'BTC', profit: null });
    const profits = trades.filter(({ profit }) => profit !== null);
    expect(profits).toHaveLength(done.figures.trades);
    expect(await trader.call('backtestTrades', { query: { run_id: done.run_id, page: 9 } })).toEqual([]);
  });

  it('plays the candles that the house has of its own markets, on every machine', async () => {
    const sources = await trader.call('backtestSources', { query: { ids: simulated } });
    const minutes = sources.find(({ interval }) => interval === '1m');
    expect(minutes).toMatchObject({ origin: 'house', kind: 'candles', instrument: simulated });
    expect((minutes?.to ?? 0) - (minutes?.from ?? 0)).toBeGreaterThan(89 * dayMs);
    const to = minutes?.to ?? 0;
    const [candle] = await trader.call('klines', {
      query: { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot', interval: '1d', limit: 1 },
    });
    const close = Number(candle?.[4]);
    const params = {
      ...{ apiId: 1, instrumentId: simulated, levels: 20, orderQty: '0.01', sellAtStop: false },
      ...{ lowPrice: (close * 0.9).toFixed(0), highPrice: (close * 1.1).toFixed(0) },
    };
    const { run: done, detail } = await run(trader, { params, origin: 'house', from: to - 2 * dayMs + 1, to });
    expect(done).toMatchObject({ status: 'DONE', figures: { start_equity: 100_000 } });
    expect(detail?.events).toBe(4 * 2 * 24 * 60);
    expect(done.figures?.fills).toBeGreaterThan(0);
  });

  it('sweeps two fields and keeps the best run, or walks forward and keeps the folds', async () => {
    const sweep: NonNullable<BacktestChoice['sweep']> = {
      axes: [
        { field: 'levels', values: [12, 24, 0] },
        { field: 'orderQty', values: ['0.01', '0.02'] },
      ],
      drawn: null,
      objective: 'totalReturn',
    };
    const swept = await run(trader, { to: start + 2 * dayMs, sweep });
    expect(swept.run.reason).toBeNull();
    expect(swept.sweep.map(({ values }) => values)).toHaveLength(6);
    expect(swept.sweep[0]?.figures).toEqual(swept.run.figures);
    expect(swept.sweep.at(-1)).toMatchObject({ figures: null, reason: { key: 'params', params: { field: 'levels' } } });
    expect(swept.detail?.curve.equity.length).toBeGreaterThan(2);
    const walked = await run(trader, { to: start + 4 * dayMs, sweep, folds: 2 });
    expect(walked).toMatchObject({ run: { status: 'DONE' }, detail: null, folds: { length: 2 } });
    const growth = walked.folds.reduce((product, { tested }) => product * (1 + (tested?.total_return ?? 0)), 1);
    expect(walked.run.figures?.total_return).toBeCloseTo(growth - 1, 12);
    for (const { train, test, values, tested, curve } of walked.folds) {
      expect([train.to < test.from, values?.length, tested === null]).toEqual([true, 2, false]);
      expect(curve?.equity[0]).toBe(tested?.start_equity);
      expect(curve?.equity.at(-1)).toBeCloseTo(tested?.end_equity ?? 0, 9);
      expect([(curve?.times[0] ?? 0) >= test.from, (curve?.times.at(-1) ?? 0) <= test.to]).toEqual([true, true]);
    }
    const run_ids = [walked.run.run_id, swept.run.run_id].join(',');
    const [joined, best] = await trader.call('backtestCompare', { query: { run_ids } });
    expect(joined?.curve?.times).toEqual(walked.folds.flatMap(({ curve }) => curve?.times ?? []));
    expect((joined?.curve?.equity.at(-1) ?? 0) / (joined?.curve?.equity[0] ?? 1)).toBeCloseTo(growth, 9);
    expect(best?.curve).toEqual(swept.detail?.curve);
  });

  it('walks forward over candles of the house from a strategy that has heard what came before, from its first fold on', async () => {
    const [minutes] = await trader.call('backtestSources', { query: { ids: simulated } });
    // Well before this server: a busy one may live through a minute in which its exchange did not trade.
    const to = (minutes?.to ?? 0) - 2 * 3_600_000;
    const sweep = { axes: [{ field: 'qty', values: ['0.001'] }], drawn: null, objective: 'totalReturn' as const };
    const choice = { ...kit('patient'), origin: 'house', from: to - 6 * 3_600_000 + 1, to, sweep } as const;
    const query = { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot', interval: '1h', limit: 10 } as const;
    // Above whatever the market did in those hours, also where a day began in them.
    const highest = Math.max(...(await trader.call('klines', { query })).map(([, , high]) => Number(high)));
    const params = { apiId: 1, instrumentId: simulated, price: (highest * 1.01).toFixed(0), qty: '0.001', pauseMs: 60_000 };
    const { run: done, folds } = await run(trader, { ...choice, params, folds: 2 });
    expect(done).toMatchObject({ status: 'DONE', reason: null });
    const [first, second] = folds;
    expect(first?.trained?.fills).toBeGreaterThan(100);
    expect(first?.trained?.fills).toBe(second?.trained?.fills);
  });

  it('tells how it goes on, one run of a user after the other, and ends at once when it is called off', async () => {
    const probe = await StreamProbe.open(server.url);
    await probe.request({ op: 'auth', token: trader.token });
    await probe.request({ op: 'subscribe', topics: ['backtests'] });
    const long = await begin(trader, { from: null, to: null, look_ahead: true }, 'Long');
    const next = await begin(trader, {}, 'Next');
    expect([long.position, next]).toMatchObject([null, { status: 'QUEUED', position: 1 }]);
    const told = () => probe.ofTopic('backtests').flatMap(({ d }) => d as BacktestView[]);
    await probe.until(() => told().some(({ run_id, progress }) => run_id === long.run_id && progress > 0), 30_000);
    await expect(trader.call('backtestDelete', { body: { run_id: long.run_id } })).rejects.toMatchObject({ number: 40940 });
    expect(await trader.call('backtestCancel', { body: { run_id: long.run_id } })).toMatchObject({ status: 'CANCELED' });
    expect((await ended(trader, next)).run.status).toBe('DONE');
    await probe.until(() => told().some(({ run_id, status }) => run_id === next.run_id && status === 'DONE'), 5_000);
    const waiting = await Promise.all([begin(trader, { from: null, to: null }), begin(trader)]);
    for (const { run_id } of waiting.reverse()) {
      expect(await trader.call('backtestCancel', { body: { run_id } })).toMatchObject({ status: 'CANCELED', figures: null });
    }
    probe.socket.close();
  });

  it('is renamed, compared, deleted and brought back by its owner; for others it does not exist', async () => {
    const one = (await run(trader, { to: start + dayMs })).run;
    const two = (await run(trader, { to: start + dayMs, maker_fee: '0', taker_fee: '0' })).run;
    expect(two.figures?.fees).toBe(0);
    const run_ids = [one.run_id, two.run_id].join(',');
    const compared = await trader.call('backtestCompare', { query: { run_ids } });
    expect(compared.map(({ run: { run_id }, curve }) => [run_id, curve?.equity[0]])).toEqual([
      [one.run_id, 100_000],
      [two.run_id, 100_000],
    ]);
    const body = { run_id: one.run_id };
    expect((await trader.call('backtestRename', { body: { ...body, name: 'With fees' } })).name).toBe('With fees');
    for (const call of ['backtestDelete', 'backtestCancel'] as const) {
      await expect(other.call(call, { body })).rejects.toMatchObject({ number: 40460 });
    }
    await expect(resultOf(other, one)).rejects.toMatchObject({ number: 40460 });
    await expect(other.call('backtestCompare', { query: { run_ids } })).rejects.toMatchObject({ number: 40460 });
    expect(await other.call('backtestList')).toEqual([]);
    await trader.call('backtestDelete', { body });
    await expect(resultOf(trader, one)).rejects.toMatchObject({ number: 40460 });
    await trader.call('backtestRestore', { body });
    expect((await resultOf(trader, one)).run).toMatchObject({ name: 'With fees', status: 'DONE' });
  });
});

describe('a backtest that cannot be', () => {
  it.each<[string, Partial<BacktestChoice>, object]>([
    ['an unknown strategy', { strategy: 'strategy-none/none' }, { number: 40440 }],
    [
      'params off the schema',
      { params: { ...grid.params, levels: 1 } },
      { number: 42311, params: { field: 'levels', rule: 'must be >= 2' } },
    ],
    ['an unknown market of the house', { origin: 'house' }, { number: 40441, params: { instrument: recorded } }],
    [
      'books of the house',
      { origin: 'house', kind: 'book', interval: null, params: { ...grid.params, instrumentId: simulated } },
      { params: { field: 'choice.kind' } },
    ],
    ['candles without a length', { interval: null }, { number: 40001, params: { field: 'choice.interval' } }],
    ['a time that ends before it begins', { to: start - 1 }, { params: { field: 'choice.to' } }],
    ['a fee of everything', { taker_fee: '1' }, { params: { field: 'choice.taker_fee' } }],
    [
      'folds over less than a candle for each test',
      { to: start + 5 * 60_000 - 1, folds: 3, sweep: { axes: [{ field: 'levels', values: [12] }], drawn: null, objective: 'sharpe' } },
      { params: { field: 'choice.folds', rule: 'must leave each test 1m or more between from and to' } },
    ],
    [
      'a balance finer than the ledgers of a run',
      { balances: { USDT: '0.0000000000000000001' } },
      { params: { field: 'choice.balances.USDT', rule: 'must have at most 8 decimals' } },
    ],
    ['a leverage on a spot market', { leverage: 5 }, { params: { field: 'choice.leverage', rule: expect.stringContaining('contracts') } }],
    ['a touch that fills on trades', { kind: 'trades', interval: null, optimistic: true }, { params: { field: 'choice.optimistic' } }],
    ['folds without a sweep', { folds: 3 }, { params: { field: 'choice.folds' } }],
    [
      'a sweep over a field that is none',
      { sweep: { axes: [{ field: 'colour', values: [1] }], drawn: null, objective: 'sharpe' } },
      { params: { field: 'choice.sweep.axes.0.field', rule: expect.stringContaining('levels') } },
    ],
    [
      'too many combinations',
      {
        sweep: {
          axes: ['levels', 'orderQty', 'lowPrice'].map((field) => ({ field, values: Array(11).fill('1') })),
          drawn: null,
          objective: 'sharpe',
        },
      },
      { params: { field: 'choice.sweep.axes' } },
    ],
  ])('is refused for %s, and nothing is kept', async (_, over, refusal) => {
    const before = (await trader.call('backtestList')).length;
    await expect(begin(trader, over)).rejects.toMatchObject(refusal);
    expect(await trader.call('backtestList')).toHaveLength(before);
  });

  it('is refused like its start when the strategy is locked', async () => {
    const low = await server.signIn('trader0');
    await expect(begin(low)).rejects.toMatchObject({ number: 40302 });
    await expect(begin(server.guest())).rejects.toMatchObject({ number: 40101 });
  });

  it.each<[string, BacktestChoice, object]>([
    ['a time without data', { ...grid, from: 0, to: 1 }, { key: 'outside', params: { from: '2025-05-01' } }],
    ['a kind that was not recorded', { ...grid, kind: 'trades', interval: null }, { key: 'notRecorded' }],
    [
      'params off the strategy’s own rules',
      { ...grid, params: { ...grid.params, highPrice: '57000' } },
      { key: 'rule', params: { field: 'highPrice', rule: 'rules.aboveLow' } },
    ],
    [
      'more folds than it has bars',
      {
        ...{ ...grid, from: null, to: Date.UTC(2025, 4, 1) + 5 * 60_000 - 1 },
        ...{ folds: 12, sweep: { axes: [{ field: 'levels', values: [12] }], drawn: null, objective: 'sharpe' } },
      },
      { key: 'tooShort', params: { folds: 12, least: '1m' } },
    ],
    ['a strategy that throws', kit('throws'), { key: 'strategy', params: { problem: expect.stringContaining('it has had enough') } }],
    ['a strategy that fills the memory', kit('leaks'), { key: 'memory', params: { limitMb: 96 } }],
  ])('ends with its reason for %s', async (_, choice, reason) => {
    const { run: failed, detail } = await run(trader, choice);
    expect(failed).toMatchObject({ status: 'FAILED', figures: null, reason });
    expect(detail).toBeNull();
  });
});

it('ends with its reason for a strategy that never comes back', async () => {
  // Its own server: on a busy machine an honest run, too, is silent for so long while its thread starts.
  const impatient = await startTestServer({
    plugins: [pluginSource('panel-backtest'), strategyKit],
    environment: { TESSERA_REPLAY: madeSet.folder },
    backtestLimits: { heapMb: 96, stallMs: 2_000 },
  });
  try {
    const { run: failed, detail } = await run(await impatient.signIn('trader3'), kit('loops'));
    expect(failed).toMatchObject({ status: 'FAILED', figures: null, reason: { key: 'stalled', params: { seconds: 2 } } });
    expect(detail).toBeNull();
  } finally {
    await impatient.close();
  }
});

it('says after a restart that what was under way has been cut off', async () => {
  const dataFolder = await freshDataDir();
  const plugins = [pluginSource('strategy-shock-grid'), pluginSource('panel-backtest')];
  const options = { dataFolder, plugins, environment: { TESSERA_REPLAY: madeSet.folder } };
  const first = await startTestServer(options);
  const client = await first.signIn('trader3');
  const going = await begin(client, { from: null, to: null, look_ahead: true });
  const waiting = await begin(client);
  await first.close();
  const second = await startTestServer(options);
  try {
    const again = await second.signIn('trader3');
    expect((await again.call('backtestList')).map(({ run_id, status }) => [run_id, status]).sort()).toEqual(
      [
        [going.run_id, 'INTERRUPTED'],
        [waiting.run_id, 'INTERRUPTED'],
      ].sort(),
    );
  } finally {
    await second.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
