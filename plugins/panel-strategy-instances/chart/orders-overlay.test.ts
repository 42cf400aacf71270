import { observable, runInAction } from 'mobx';
import { expect, it, vi } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import type { ChartPriceLine, ChartSurface } from '../../../core/contract/chart.ts';
import type { Instance } from '../../../core/contract/strategies.ts';
import type { Services } from '../requires.ts';
import { ordersOverlay } from './orders-overlay.ts';

const here = 'aurora/BTCUSDT/spot';
const order = (clientOrderId: string, price: string | null, instrument = here) => ({
  ...{ apiId: 1, clientOrderId, instrument, side: 'BUY', price, openQty: '0.5', tag: 'level' },
});
const instance = (change: Partial<Instance>): Instance => ({ instanceId: 's1', environment: 'test', step: 1, ...change }) as Instance;

it('shows the simulated orders of the chosen instance on the charts of its markets, as they come and go, and none of a real one', async () => {
  const strategies = observable({ chosen: null as string | null, running: [instance({})] as readonly Instance[] }, {}, { deep: false });
  let orders = [order('a', '100.5'), order('b', null), order('c', '7', 'meridian/BTCUSDT/spot')];
  const api = new FakeApi({ instanceInfo: () => ({ orders }) });
  const texts = {
    t: (_: string, key: string, { qty = '', count = '' }: { qty?: string; count?: number | string }) => `${key} ${qty}${count}`,
  };
  const opened: string[] = [];
  const workspace = { openPanel: (key: string) => opened.push(key) };
  let lines: readonly ChartPriceLine[] = [];
  const surface = { instrumentId: here, setPriceLines: (next: readonly ChartPriceLine[]) => (lines = next) } as unknown as ChartSurface;
  const stop = ordersOverlay.attach?.(surface, { api, strategies, texts, workspace } as unknown as Services);
  expect(api.calls).toEqual([]);

  runInAction(() => (strategies.chosen = 's1'));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toMatchObject({ id: 'a', price: 100.5, label: 'simulated.BUY 0.5', tone: 'up', dashed: true });
  expect([lines[0]?.onMove, lines[0]?.onRemove]).toEqual([undefined, undefined]);
  expect(lines[0]?.several?.(['a', 'd'])).toBe('simulated.several 2');
  lines[0]?.onSeveral?.();
  expect(opened).toEqual(['panel-strategy-instances/details']);

  orders = [order('d', '99')];
  runInAction(() => (strategies.running = [instance({ step: 2 })]));
  await vi.waitFor(() => expect(lines.map(({ id }) => id)).toEqual(['d']), 3_000);

  runInAction(() => (strategies.running = [instance({ environment: 'production', step: 3 })]));
  expect(lines, 'its orders are the account’s').toEqual([]);
  await stop?.();
});

it('speaks the language of its reader, and an answer that comes late does not bring back orders that have gone', async () => {
  const strategies = observable({ chosen: 's1', running: [instance({})] as readonly Instance[] }, {}, { deep: false });
  const answers: ((orders: readonly object[]) => void)[] = [];
  const api = { call: () => new Promise((resolve) => answers.push((orders) => resolve({ ok: true, value: { orders } }))) };
  const language = observable.box('en');
  const texts = { t: (_: string, key: string) => `${language.get()} ${key}` };
  let lines: readonly ChartPriceLine[] = [];
  const surface = { instrumentId: here, setPriceLines: (next: readonly ChartPriceLine[]) => (lines = next) } as unknown as ChartSurface;
  const stop = ordersOverlay.attach?.(surface, { api, strategies, texts } as unknown as Services);
  runInAction(() => (strategies.running = [instance({ step: 2 })]));
  await vi.waitFor(() => expect(answers).toHaveLength(2), 3_000);
  answers[1]?.([order('new', '99')]);
  await vi.waitFor(() => expect(lines.map(({ label }) => label)).toEqual(['en simulated.BUY']));
  answers[0]?.([order('old', '98')]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(lines.map(({ id }) => id)).toEqual(['new']);
  runInAction(() => language.set('zh-CN'));
  expect(lines.map(({ label }) => label)).toEqual(['zh-CN simulated.BUY']);
  await stop?.();
});
