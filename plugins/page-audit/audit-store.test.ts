import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { AuditStore } from './audit-store.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** A long log without an end, in which nothing is found but what `found` says; each of its answers waits for `answer`. */
function storeOfLongLog(found: readonly object[] = []) {
  const waiting: (() => void)[] = [];
  const asked: (string | undefined)[] = [];
  const calledOff: (string | undefined)[] = [];
  const api = new FakeApi({
    auditList: async ({ query }, signal) => {
      const { search } = query as { readonly search?: string };
      asked.push(search);
      signal?.addEventListener('abort', () => calledOff.push(search));
      await new Promise<void>((go) => waiting.push(go));
      return { results: asked.length === 1 ? found : [], next: String(asked.length) };
    },
  });
  const timers = new FakeTimers();
  const store = new AuditStore(api, timers, { filter: {}, timeZone: () => 'UTC' });
  const answer = async () => {
    waiting.shift()?.();
    await settle();
  };
  return { store, asked, calledOff, answer, timers };
}

it('looks on in a long log while nothing is found, and no more once the page is left', async () => {
  const { store, asked, answer } = storeOfLongLog();
  void store.load();
  await answer();
  await answer();
  expect([asked.length, store.reading]).toEqual([3, true]);
  store.dispose();
  for (let at = 0; at < 3; at++) await answer();
  expect(asked).toHaveLength(3);
});

it('leaves what was looked for when another question is asked, and when older entries were', async () => {
  const { store, asked, answer, timers } = storeOfLongLog([{ entry: 7 }]);
  void store.load();
  await answer();
  expect([store.list.items.length, store.list.state]).toEqual([1, 'idle']);
  void store.list.more();
  await answer();
  expect([asked.length, store.list.state]).toEqual([3, 'loading']);
  store.narrow({ search: 'one' });
  timers.advance(1_000);
  await answer();
  store.narrow({ search: 'another' });
  timers.advance(1_000);
  for (let at = 0; at < 3; at++) await answer();
  expect(asked).toEqual([undefined, undefined, undefined, 'one', 'another', 'another', 'another']);
});

it('calls a search off once another one takes its place, and the last one when the page is left', async () => {
  const { store, asked, calledOff, timers } = storeOfLongLog();
  store.narrow({ search: 'one' });
  timers.advance(1_000);
  store.narrow({ search: 'another' });
  expect([asked, calledOff]).toEqual([['one'], []]);
  timers.advance(1_000);
  expect([asked, calledOff]).toEqual([['one', 'another'], ['one']]);
  store.dispose();
  expect(calledOff).toEqual(['one', 'another']);
});
