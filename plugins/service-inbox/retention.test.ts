import { expect, it } from 'vitest';
import { forgetting } from './retention.ts';

const dayMs = 24 * 60 * 60_000;

it('deletes what came before the time that letters are kept, each with its file', async () => {
  const removed: string[] = [];
  const asked: number[] = [];
  const table = {
    retentionDays: async () => 30,
    forget: async (beforeMs: number) => {
      asked.push(beforeMs);
      return ['a', 'b'];
    },
  };
  const files = { remove: async (id: string) => void removed.push(id) };
  await forgetting(table, files, { nowMs: () => 100 * dayMs }).run(new AbortController().signal);
  expect({ asked, removed }).toEqual({ asked: [70 * dayMs], removed: ['a', 'b'] });
});
