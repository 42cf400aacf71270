import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import { BacktestReplays } from '../../../plugins/panel-backtest/server/backtest-replays.ts';
import type { BacktestChoice, BacktestFigures, BacktestView } from '../../../schemas/wire/backtest.ts';
import type { BacktestStepsView, backtestStepsRoutes } from '../../../schemas/wire/backtest-steps.ts';
import type { QueryOf } from '../../../schemas/wire/route.ts';
import { SystemClock } from '../../../server/clock.ts';
import { createLogger } from '../../../server/logger.ts';
import { BacktestThread } from '../../../server/runtime/backtest/backtest-thread.ts';
import { ThreadedPlays } from '../../../server/runtime/backtest/threaded-plays.ts';
import { madeSet } from '../../kit/recordings/recorded-sets.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const start = Date.UTC(2025, 5, 10);
const dayMs = 86_400_000;
const grid: BacktestChoice = {
  strategy: 'strategy-shock-grid/shock-grid',
  params: { apiId: 1, instrumentId: madeSet.book.instrumentId, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
  ...{ origin: 'recorded', kind: 'candles', interval: '1m', from: start, to: start + dayMs - 1, balances: { USDT: '100000' } },
  ...{ maker_fee: null, taker_fee: null, latency_ms: 0, optimistic: false, seed: 1, look_ahead: false, sweep: null, folds: null },
};

const clock = new SystemClock(createLogger('silent'));
const plays = new ThreadedPlays({
  ...{ markets: { candles: async () => [], instrument: () => null }, recordings: madeSet.folder, cores: 2, clock, feesOf: () => null },
  strategies: () => ({
    origin: () => ({ moduleUrl: null, code: null }),
    admit: () => refused('STRATEGY_UNKNOWN', { strategy: '' }),
    catalogue: { check: () => accepted(null) },
  }),
});

let server: TestServer;
let trader: HttpClient;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [pluginSource('venue-paper'), pluginSource('strategy-shock-grid'), pluginSource('panel-backtest')],
    environment: { TESSERA_REPLAY: madeSet.folder },
  });
  trader = await server.signIn('trader3');
}, 120_000);
afterAll(() => server?.close());

async function finished(choice: Partial<BacktestChoice> = {}) {
  const { run_id } = await trader.call('backtestStart', { body: { name: 'Grid', choice: { ...grid, ...choice } } });
  for (;;) {
    const result = await trader.call('backtestResult', { query: { run_id } });
    if (result.run.status === 'DONE') return result;
    if (result.run.status === 'FAILED') throw new Error(JSON.stringify(result.run.reason));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type StepsQuery = NonNullable<QueryOf<(typeof backtestStepsRoutes)['backtestSteps']>>;

/** Asks until the answer is there. */
async function steps(query: StepsQuery): Promise<BacktestStepsView> {
  for (;;) {
    const page = await trader.call('backtestSteps', { query });
    if (page.ready) return page;
  }
}

describe('a finished run', () => {
  it('is stepped through to its last moment, whose value is the result, and every fill is seen on the way', async () => {
    const { run } = await finished();
    const { run_id, figures } = run;
    const first = await steps({ run_id, page: 0 });
    expect([first.moments, first.steps.length, first.steps[0]?.calls[0]?.hook]).toEqual([1_442, 200, 'start']);
    const all = [...first.steps];
    for (let page = 1; page < 8; page++) all.push(...(await steps({ run_id, page })).steps);
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: first.moments }, (_, at) => at));
    expect(all.at(-1)?.equity).toBe(figures?.end_equity);
    const trades = await trader.call('backtestTrades', { query: { run_id, page: 0 } });
    expect(trades.length).toBeGreaterThan(0);
    expect(all.flatMap(({ fills }) => fills.map(({ time, price, qty, side }) => ({ time, price, qty, side })))).toEqual(
      trades.map(({ time, price, qty, side }) => ({ time, price, qty, side })),
    );
    const marked = await steps({ run_id, view: 'marked', page: 0 });
    expect(marked.steps.map(({ number }) => number)).toEqual(
      all
        .filter((one) => one.marked)
        .map(({ number }) => number)
        .slice(0, 200),
    );
    const { chosen } = await steps({ run_id, time: start + dayMs / 2 });
    expect(all[chosen ?? -1]?.time).toBe(start + dayMs / 2 - 1);
  });

  it('waits for its place behind a run of the same user, and says how far it is until then', async () => {
    const { run } = await finished();
    const long = await trader.call('backtestStart', {
      body: { name: 'Long', choice: { ...grid, from: null, to: null, look_ahead: true } },
    });
    const early = await trader.call('backtestSteps', { query: { run_id: run.run_id, page: 0 } });
    if (!early.ready) expect(early).toMatchObject({ steps: [], chosen: null });
    await trader.call('backtestCancel', { body: { run_id: long.run_id } });
    expect((await steps({ run_id: run.run_id, page: 0 })).steps).toHaveLength(200);
    expect(await trader.call('backtestStepsClose', { body: { run_id: run.run_id } })).toBe(true);
  });

  it.each<[string, (run: BacktestView) => BacktestView]>([
    ['its value', (run) => ({ ...run, figures: { ...(run.figures as BacktestFigures), end_equity: 1 } })],
    ['its strategy', (run) => ({ ...run, choice: { ...run.choice, params: { ...run.choice.params, levels: 12 } } })],
    ['its data', (run) => ({ ...run, choice: { ...run.choice, kind: 'trades', interval: null } })],
  ])('that had another one of %s when it ran is not shown as if it were the same', async (_, change) => {
    const { run, ...result } = await finished({ to: start + dayMs / 4 });
    const changed = change(run);
    const trades = await trader.call('backtestTrades', { query: { run_id: run.run_id, page: 0 } });
    const replays = new BacktestReplays({
      runs: {
        find: async () => accepted(changed),
        result: async () => accepted(result),
        trades: async (__, ___, page) => accepted(page === 0 ? trades : []),
        ...{ turn: async () => () => undefined, position: () => null },
      },
      plays,
      ...{ clock, logger: createLogger('silent') },
    });
    const ask = { onlyMarked: false, at: { page: 0 } };
    const { signal } = new AbortController();
    for (const again of [1, 2]) {
      let outcome = await replays.read(`u${again}`, run.run_id, ask, signal);
      while (outcome.ok && !outcome.value.ready) outcome = await replays.read(`u${again}`, run.run_id, ask, signal);
      expect(outcome).toMatchObject({ ok: false, error: { code: 'BACKTEST_CHANGED' } });
    }
    await replays.closeAll();
  });
});

it('a page that its caller has given up is not played to its end while another one is waited for', async () => {
  const { run, ...result } = await finished();
  const calledOff = vi.spyOn(BacktestThread.prototype, 'callOff');
  const replays = new BacktestReplays({
    runs: {
      find: async () => accepted(run),
      result: async () => accepted(result),
      trades: (_, run_id, page) => trader.call('backtestTrades', { query: { run_id, page } }).then(accepted),
      ...{ turn: async () => () => undefined, position: () => null },
    },
    plays,
    // A second lasts a millisecond, longer times what they say.
    clock: { after: (ms, then) => clock.after(ms === 1_000 ? 1 : ms, then) },
    logger: createLogger('silent'),
  });
  const ask = (page: number, signal: AbortSignal) => replays.read('ann', run.run_id, { onlyMarked: false, at: { page } }, signal);
  const answer = async (page: number) => {
    const { signal } = new AbortController();
    for (;;) {
      const outcome = await ask(page, signal);
      if (!outcome.ok) throw outcome.error;
      if (outcome.value.ready) return outcome.value;
    }
  };
  await answer(0);
  const far = new AbortController();
  const given = ask(7, far.signal);
  const wanted = answer(4);
  far.abort();
  expect(await given).toMatchObject({ ok: true, value: { ready: false } });
  expect((await wanted).steps[0]).toMatchObject({ number: 800 });
  expect(calledOff).toHaveBeenCalledOnce();
  expect((await answer(7)).steps[0]).toMatchObject({ number: 1_400 });
  await replays.closeAll();
}, 60_000);

it('a few places are waited for at once, more are refused, and who closes the connection waits no longer', async () => {
  const { run } = await finished({ to: start + dayMs / 24 });
  const long = await trader.call('backtestStart', { body: { name: 'Long', choice: { ...grid, from: null, to: null, look_ahead: true } } });
  const stop = new AbortController();
  const ask = (page: number) =>
    fetch(`${trader.url}/sapi/backtest/steps?run_id=${run.run_id}&page=${page}`, {
      headers: { authorization: trader.token as string },
      signal: stop.signal,
    });
  const waiting = [0, 1, 2, 3].map((page) => ask(page).catch(() => 'closed'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const refusal = await ask(4);
  expect([refusal.status, refusal.headers.get('retry-after'), (await refusal.json()).code]).toEqual([429, '1', 42903]);
  stop.abort();
  expect(await Promise.all(waiting)).toEqual(['closed', 'closed', 'closed', 'closed']);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const later = await trader.call('backtestSteps', { query: { run_id: run.run_id, page: 4 } });
  await trader.call('backtestCancel', { body: { run_id: long.run_id } });
  // Next behind the long run, or at work already where that one has ended meanwhile.
  expect(later.ready || [1, null].includes(later.position)).toBe(true);
});

it('nobody steps through the run of somebody else, a sweep, or without saying where', async () => {
  const { run } = await finished({ to: start + dayMs / 24 });
  const query = { run_id: run.run_id, page: 0 };
  await expect((await server.signIn('trader2')).call('backtestSteps', { query })).rejects.toMatchObject({ number: 40460 });
  await expect(trader.call('backtestSteps', { query: { run_id: run.run_id } })).rejects.toMatchObject({ params: { field: 'page' } });
  await expect(trader.call('backtestSteps', { query: { ...query, time: 1 } })).rejects.toMatchObject({ params: { field: 'page' } });
  const sweep = { axes: [{ field: 'levels', values: [12, 24] }], drawn: null, objective: 'totalReturn' } as const;
  const swept = await finished({ to: start + dayMs / 24, sweep: sweep as never });
  await expect(trader.call('backtestSteps', { query: { ...query, run_id: swept.run.run_id } })).rejects.toMatchObject({ number: 42372 });
});
