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
  expect([queries, store.state, store.positions.length]).toEqual([[{ api_ids: '7,8' }], 'ready', 1]);
  await store.load([7, 8]);
  expect([store.state, store.positions.length]).toEqual(['failed', 1]);
});

it('asks once for many fills of a moment and once more for a busy server, and not at all after it was closed', async () => {
  const { store, queries, waiting } = open([accepted([]), accepted([])]);
  store.loadSoon([7]);
  store.loadSoon([7]);
  expect(waiting).toHaveLength(2);
  for (const task of waiting.splice(0)) task();
  expect(queries).toHaveLength(2);
  store.loadSoon([7]);
  store.dispose();
  expect([waiting.length, store.state]).toEqual([0, 'loading']);
});
