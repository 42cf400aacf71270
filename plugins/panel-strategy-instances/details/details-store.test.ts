import { observable, runInAction } from 'mobx';
import { beforeEach, expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { refused } from '../../../core/contract/app-error.ts';
import type { Instance } from '../../../core/contract/strategies.ts';
import type { Services } from '../requires.ts';
import { DetailsStore } from './details-store.ts';

const instance = (change: Partial<Instance> = {}): Instance =>
  ({ instanceId: 's1', status: 'TRADING', fills: 0, step: 0, profit: '0', ...change }) as Instance;
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

let running: { list: readonly Instance[] };
let known: Instance;
let api: FakeApi;
let timers: FakeTimers;
let store: DetailsStore;

beforeEach(() => {
  running = observable({ list: [instance()] }, {}, { deep: false });
  known = instance();
  timers = new FakeTimers();
  api = new FakeApi({
    instanceInfo: () => ({ instance: known, positions: [], orders: [], events: [{ eventId: 1 }] }),
    instanceDeviations: () => [],
    instanceMarks: () => [],
  });
  const strategies = {
    get running() {
      return running.list;
    },
  };
  store = new DetailsStore({ api, strategies } as unknown as Services, timers, 's1');
});

const names = (): readonly string[] => api.calls.map(({ name }) => name);

it('reads everything once, then at most once a second while the instance makes steps, fills only when there are new ones', async () => {
  const stop = store.follow();
  await settle();
  expect([store.state, names()]).toEqual(['ready', ['instanceInfo', 'instanceDeviations', 'instanceMarks']]);
  runInAction(() => (running.list = [instance({ profit: '0.5' })]));
  timers.advance(1_000);
  await settle();
  expect(names()).toHaveLength(3);
  for (const step of [1, 2, 3]) runInAction(() => (running.list = [instance({ profit: String(step), step })]));
  expect(store.instance?.profit).toBe('3');
  timers.advance(1_000);
  await settle();
  expect(names().slice(3)).toEqual(['instanceInfo']);
  known = instance({ fills: 1, step: 4 });
  runInAction(() => (running.list = [known]));
  timers.advance(1_000);
  await settle();
  expect(names().slice(4)).toEqual(['instanceInfo', 'instanceDeviations', 'instanceMarks']);
  await stop();
});

it('goes on with what was read last when the instance has ended, after a last look', async () => {
  const stop = store.follow();
  await settle();
  known = instance({ status: 'STOPPED' });
  runInAction(() => (running.list = []));
  timers.advance(1_000);
  await settle();
  expect(store.instance?.status).toBe('STOPPED');
  await stop();
});

it('asks no more after it was closed', async () => {
  const stop = store.follow();
  await settle();
  runInAction(() => (running.list = [instance({ step: 9 })]));
  await stop();
  const before = api.calls.length;
  timers.advance(5_000);
  expect(api.calls).toHaveLength(before);
});

it.each([
  ['INSTANCE_UNKNOWN', 'unknown'],
  ['CLIENT_OFFLINE', 'failed'],
] as const)('says that %s is %s', async (code, state) => {
  api.handlers.instanceInfo = () => refused(code);
  await store.load();
  expect(store.state).toBe(state);
});
