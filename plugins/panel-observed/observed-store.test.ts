import { expect, it } from 'vitest';
import { accepted, refused } from '../../core/contract/app-error.ts';
import { isFactor, type ObservedInstance, ObservedStore, pageSize, times } from './observed-store.ts';

const some = (from: number, count: number): readonly ObservedInstance[] =>
  Array.from({ length: count }, (_, at) => ({ instanceId: `s${from - at}` }) as ObservedInstance);

it('reads ended ones page by page until there are none before, and keeps what it has when a page fails', async () => {
  const asked: (string | undefined)[] = [];
  let fails = false;
  const noSum = async () => accepted({ running: 0, results: [] });
  const store = new ObservedStore(
    'history',
    async ({ before }) => {
      asked.push(before);
      if (fails) return refused('SERVER_FAILURE');
      return accepted(before === undefined ? some(100, pageSize) : some(50, 3));
    },
    noSum,
  );
  await store.renew();
  expect([store.items.length, store.isDone]).toEqual([pageSize, false]);
  fails = true;
  await store.more();
  expect([store.items.length, store.error?.code]).toEqual([pageSize, 'SERVER_FAILURE']);
  fails = false;
  await store.more();
  expect([store.items.length, store.isDone, store.error]).toEqual([pageSize + 3, true, null]);
  await store.more();
  expect(asked).toEqual([undefined, 's51', 's51']);
});

it('tells what running ones make together, but nothing of an asset in which no result is known', async () => {
  const [known, unknown] = [
    { asset: 'USDT', profit: '3', instances: 2, unknown: 1 },
    { asset: 'BTC', profit: '0', instances: 1, unknown: 1 },
  ];
  const store = new ObservedStore(
    'running',
    async () => accepted(some(3, 3)),
    async () => accepted({ running: 3, results: [known, unknown] }),
  );
  await store.renew();
  expect([store.items.length, store.sums]).toEqual([3, [known]]);
});

it('shows results as many times as its factor, exactly, and nothing of what is not known', () => {
  expect([times('-0.1', '5'), times('12.34', '1'), times(null, '100')]).toEqual(['-0.5', '12.34', null]);
  expect(['5', '3', 5, undefined].map(isFactor)).toEqual([true, false, false, false]);
});
