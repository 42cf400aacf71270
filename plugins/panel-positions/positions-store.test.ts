import { expect, it } from 'vitest';
import { accepted, refused } from '../../core/contract/app-error.ts';
import { PositionsStore } from './positions-store.ts';
import type { Services } from './requires.ts';

function open(answers: unknown[]) {
  const queries: unknown[] = [];
  const waiting: (() => void)[] = [];
  const api = {
    call: async (_name: string, input: { readonly query: unknown }) => {
      queries.push(input.query);
      return answers.shift();
    },
  } as unknown as Services['api'];
  const timers = {
    after: (_delayMs: number, task: () => void) => {
      waiting.push(task);
      return () => void waiting.splice(waiting.indexOf(task), 1);
    },
  };
  return { store: new PositionsStore(api, timers), queries, waiting };
}

it('asks for the accounts that are worked with, and keeps what it has when the server fails', async () => {
  const { store, queries } = open([accepted([{ asset: 'BTC' }]), refused('CLIENT_OFFLINE')]);
  await store.load([7, 8]);
  expect([queries, store.state, store.positions.length]).toEqual([[{ apiIds: [7, 8] }], 'ready', 1]);
  await store.load([7, 8]);
  expect([store.state, store.positions.length]).toEqual(['failed', 1]);
});

it('asks once for many fills of a moment, and not at all after it was closed', async () => {
  const { store, queries, waiting } = open([accepted([]), accepted([])]);
  await store.load([7]);
  store.loadSoon();
  store.loadSoon();
  expect(waiting).toHaveLength(1);
  waiting.shift()?.();
  expect(queries).toEqual([{ apiIds: [7] }, { apiIds: [7] }]);
  store.loadSoon();
  expect(waiting).toHaveLength(1);
  store.dispose();
  expect(waiting).toHaveLength(0);
});

it('takes every answer in its turn while trading goes on, and none about accounts that are no longer asked for', async () => {
  const answers: ((positions: unknown[]) => void)[] = [];
  const api = { call: () => new Promise((resolve) => answers.push((positions) => resolve(accepted(positions)))) };
  const waiting: (() => void)[] = [];
  const timers = {
    after: (_delayMs: number, task: () => void) => {
      waiting.push(task);
      return () => undefined;
    },
  };
  const store = new PositionsStore(api as unknown as Services['api'], timers);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  void store.load([7]);
  store.loadSoon();
  waiting.shift()?.();
  answers[0]?.([{ asset: 'BTC' }]);
  await settle();
  expect(store.positions).toHaveLength(1);
  void store.load([8]);
  answers[1]?.([{ asset: 'BTC' }, { asset: 'ETH' }]);
  await settle();
  expect(store.positions).toHaveLength(1);
});
