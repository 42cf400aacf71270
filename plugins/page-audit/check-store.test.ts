import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { refused } from '../../core/contract/app-error.ts';
import { CheckStore } from './check-store.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
const last = { time: 1, outcome: 'unbroken', entry: 9, problem: null, hash: 'ab' };

/** A server whose chain has so many entries, of which a look finds three more read. */
function serverOf(of: number) {
  const state = { read: null as number | null, refuses: false, looks: 0 };
  const view = () => ({
    running: state.read === null ? null : { read: state.read, of },
    last: state.read === null && of > 0 ? last : null,
  });
  const api = new FakeApi({
    auditCheck: () => {
      state.looks++;
      if (state.refuses) return refused('CLIENT_OFFLINE');
      if (state.read !== null) state.read = state.read + 3 >= of ? null : state.read + 3;
      return view();
    },
    auditCheckStart: () => {
      if (state.refuses) return refused('RATE_LIMITED', { retryAfterS: 9 });
      state.read = 0;
      return view();
    },
  });
  const timers = new FakeTimers();
  let ended = 0;
  const store = new CheckStore(api, timers, () => ended++);
  const look = async () => {
    timers.advance(1_000);
    await settle();
  };
  return { store, state, look, ended: () => ended };
}

it('follows a check to its end, and tells then, once', async () => {
  const { store, look, ended } = serverOf(5);
  await store.load();
  await store.start();
  expect([store.isRunning, store.check?.running]).toEqual([true, { read: 0, of: 5 }]);
  await look();
  expect([store.check?.running, ended()]).toEqual([{ read: 3, of: 5 }, 0]);
  await look();
  expect([store.isRunning, store.check?.last, ended()]).toEqual([false, last, 1]);
  await look();
  expect(ended()).toBe(1);
});

it('goes on looking when one answer is lost, and says so meanwhile', async () => {
  const { store, state, look } = serverOf(5);
  await store.start();
  state.refuses = true;
  await look();
  expect([store.failure?.code, store.isRunning]).toEqual(['CLIENT_OFFLINE', true]);
  state.refuses = false;
  await look();
  expect([store.failure, store.check?.running]).toEqual([null, { read: 3, of: 5 }]);
});

it('a refusal says when, and leaves what was proven in sight', async () => {
  const { store, state } = serverOf(5);
  await store.load();
  state.refuses = true;
  await store.start();
  expect([store.failure?.code, store.check?.last, store.isRunning]).toEqual(['RATE_LIMITED', last, false]);
});

it('asks no more when the page is gone', async () => {
  const { store, state, look } = serverOf(50);
  await store.start();
  store.dispose();
  const { looks } = state;
  await look();
  expect(state.looks).toBe(looks);
});
