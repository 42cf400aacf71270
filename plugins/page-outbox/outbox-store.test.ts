import { expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { refused } from '../../core/contract/app-error.ts';
import { readAddress, writeAddress } from './outbox-filter.ts';
import { OutboxStore } from './outbox-store.ts';

const letterOf = (id: string, change: object = {}) => ({
  ...{ delivery_id: id, username: null, address: 'ann@firm.example', channel: 'mail', kind: 'code', subject: 'Your code' },
  ...{ state: 'WAITING', tries: 0, error: null, error_detail: null, has_body: true },
  ...{ created_time: 1, expiry_time: 2, ended_time: null, ...change },
});

function set() {
  const asked: unknown[] = [];
  let letters = [letterOf('a'), letterOf('b', { state: 'FAILED' })];
  const api = new FakeApi({
    outboxList: ({ query }) => {
      asked.push(query);
      return { results: letters, next: null, channels: { mail: false, sms: true } };
    },
    outboxBody: ({ query }) => ({ body: `words of ${(query as { readonly delivery_id: string }).delivery_id}` }),
    outboxRetry: ({ body }) => {
      const { delivery_id: id } = body as { readonly delivery_id: string };
      if (id !== 'b') return refused('DELIVERY_OVER');
      letters = [letterOf('a'), letterOf('b')];
      return letterOf('b');
    },
  });
  const timers = new FakeTimers();
  return { store: new OutboxStore(api, timers, {}), timers, asked };
}

it('shows words only when they are asked for, and hides them with the next letter', async () => {
  const { store } = set();
  await store.load();
  expect(store.channels).toEqual({ mail: false, sms: true });
  store.show({ delivery_id: 'a' });
  expect(store.words.kind).toBe('hidden');
  await store.readWords();
  expect(store.words).toEqual({ kind: 'shown', text: 'words of a' });
  store.show({ delivery_id: 'b' });
  expect(store.words.kind).toBe('hidden');
  store.dispose();
});

it('lets a letter wait again, and says why it may not', async () => {
  const { store } = set();
  await store.load();
  store.show({ delivery_id: 'b' });
  expect([await store.retry(), store.open?.state]).toEqual([null, 'WAITING']);
  store.show({ delivery_id: 'a' });
  expect((await store.retry())?.code).toBe('DELIVERY_OVER');
  store.dispose();
});

it('asks again while somebody looks, once for what was typed, and never after it was left', async () => {
  const { store, timers, asked } = set();
  await store.load();
  store.narrow({ search: ' ann' });
  store.narrow({ search: ' ann@' });
  await timers.advance(300);
  await timers.advance(10_000);
  expect(asked.slice(1)).toEqual([
    { search: 'ann@', limit: 50 },
    { search: 'ann@', limit: 50 },
  ]);
  store.dispose();
  await timers.advance(60_000);
  expect([asked.length, timers.pending]).toEqual([3, 0]);
});

it('keeps what is looked for in the address, and takes nothing foreign from it', () => {
  const filter = { state: 'FAILED', channel: 'sms', kind: 'code', search: 'a b' } as const;
  expect(readAddress(writeAddress(filter))).toEqual(filter);
  expect(readAddress('?state=x&channel=y&kind=z&search=')).toEqual({});
  expect(writeAddress({})).toBe('');
});
