import { expect } from 'vitest';
import type { RouteName } from '../../../../schemas/wire/index.ts';
import { madeSet } from '../../recordings/recorded-sets.ts';
import type { HttpClient } from '../http-client.ts';
import { until } from '../strategy-client.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** Runs over recorded candles: one to its end, others called off. */
export async function walkBacktests(walk: CallWalk, trader: HttpClient): Promise<void> {
  const { instrumentId: recorded } = madeSet.book;
  const from = Date.UTC(2025, 5, 10);
  const choice = {
    strategy: 'strategy-shock-grid/shock-grid',
    params: { apiId: 1, instrumentId: recorded, ...madeSet.grid, levels: 24, orderQty: '0.01', sellAtStop: false },
    ...{ origin: 'recorded', kind: 'candles', interval: '1m', from, to: from + 7 * 86_400_000 - 1, balances: { USDT: '100000' } },
    ...{ maker_fee: null, taker_fee: null, latency_ms: 0, optimistic: false, seed: 1, look_ahead: false, sweep: null, folds: null },
  };
  await walk.differs(ask(trader, 'backtestSources'), ask(trader, 'backtestSources', { ids: 'tessera/BTCUSDT/spot' }));
  const begin = (name: string) => trader.call('backtestStart', { body: { name, choice: choice as never } });
  const one = await walk.after(() => begin('One'), ask(trader, 'backtestList'));
  walk.proven.add('backtestStart');
  const stateOf = async () => (await trader.call('backtestResult', { query: { run_id: one.run_id } })).run.status;
  await until(stateOf, (status) => status === 'DONE', 'the run is done');
  const canceled = await Promise.all([begin('Two'), begin('Three'), begin('Four')]);
  const last = canceled[2]?.run_id ?? '';
  expect((await trader.call('backtestCancel', { body: { run_id: last } })).status).toBe('CANCELED');
  walk.proven.add('backtestCancel');
  for (const { run_id } of canceled) await trader.call('backtestCancel', { body: { run_id } });
  const of = { run_id: one.run_id };
  const unknown = `b${'0'.repeat(19)}`;
  await walk.differs(ask(trader, 'backtestResult', of), ask(trader, 'backtestResult', { run_id: last }));
  await walk.differs(ask(trader, 'backtestTrades', { ...of, page: 0 }), ask(trader, 'backtestTrades', { run_id: unknown, page: 0 }));
  await walk.differs(ask(trader, 'backtestCompare', { run_ids: one.run_id }), ask(trader, 'backtestCompare', { run_ids: last }));
  const steps = () => trader.call('backtestSteps', { query: { ...of, page: 0 } });
  await until(steps, ({ ready }) => ready, 'its steps have been played');
  await walk.differs(ask(trader, 'backtestSteps', { ...of, page: 0 }), ask(trader, 'backtestSteps', { ...of, page: 1 }));
  expect(await trader.call('backtestStepsClose', { body: of })).toBe(true);
  expect(await trader.call('backtestStepsClose', { body: of })).toBe(false);
  walk.proven.add('backtestStepsClose');
  await walk.changes(act(trader, 'backtestRename', { ...of, name: 'Uno' }), ask(trader, 'backtestList'));
  await walk.changes(act(trader, 'backtestDelete', of), ask(trader, 'backtestList'));
  await walk.changes(act(trader, 'backtestRestore', of), ask(trader, 'backtestList'));
}
