import { expect, it } from 'vitest';
import { FakeApi } from '../../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import { refused } from '../../../core/contract/app-error.ts';
import type { Services } from '../requires.ts';
import { StateStore } from './state-store.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
const view = (step: number) => ({
  instanceId: 's1',
  step,
  actors: [{ tag: '', kind: null, state: { step }, cut: false, subscriptions: [], timers: [] }],
});

it('follows the state of a running instance every second, keeps what it saw when a look fails, and stops looking when closed', async () => {
  let step = 1;
  const api = new FakeApi({ instanceState: () => view(step) });
  const timers = new FakeTimers();
  const store = new StateStore(api as unknown as Services['api'], 's1');
  const stop = store.follow(timers, true);
  await settle();
  expect(store.view?.step).toBe(1);
  step = 2;
  timers.advance(1_000);
  await settle();
  expect(JSON.parse(store.text)).toEqual(view(2));
  api.handlers.instanceState = () => refused('CLIENT_OFFLINE');
  timers.advance(1_000);
  await settle();
  expect([store.failed, store.view?.step]).toEqual([true, 2]);
  await stop();
  const { length } = api.calls;
  timers.advance(5_000);
  expect(api.calls).toHaveLength(length);
});

it('looks once at an instance that has ended', async () => {
  const api = new FakeApi({ instanceState: () => view(7) });
  const timers = new FakeTimers();
  new StateStore(api as unknown as Services['api'], 's1').follow(timers, false);
  await settle();
  timers.advance(5_000);
  expect(api.calls).toHaveLength(1);
});

it('looks again when it ends, though the step is the same: timers are gone', async () => {
  let timersLeft = [{ timer: 'round', due: 5 }];
  const api = new FakeApi({ instanceState: () => ({ ...view(7), actors: [{ ...view(7).actors[0], timers: timersLeft }] }) });
  const timers = new FakeTimers();
  const store = new StateStore(api as unknown as Services['api'], 's1');
  const stop = store.follow(timers, true);
  await settle();
  expect(store.view?.actors[0]?.timers).toHaveLength(1);
  timersLeft = [];
  await stop();
  store.follow(timers, false);
  await settle();
  expect(store.view?.actors[0]?.timers).toEqual([]);
});
