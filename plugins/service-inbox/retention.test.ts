import { expect, it } from 'vitest';
import { forgetting } from './retention.ts';

it('deletes letters whose time is over now, each with its file', async () => {
  const removed: string[] = [];
  const asked: number[] = [];
  const table = {
    forget: async (nowMs: number) => {
      asked.push(nowMs);
      return ['a', 'b'];
    },
  };
  const files = { remove: async (id: string) => void removed.push(id) };
  await forgetting(table, files, { nowMs: () => 100 }).run(new AbortController().signal);
  expect({ asked, removed }).toEqual({ asked: [100], removed: ['a', 'b'] });
});
