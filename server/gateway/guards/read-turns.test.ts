import { expect, it } from 'vitest';
import { ReadTurns } from './read-turns.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('runs six reads of one person at a time, in their order, and those of others beside them', async () => {
  const turns = new ReadTurns();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (person: string, name: string) =>
    turns.run(person, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const asked = [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => read('ann', `ann ${nth}`));
  const beside = read('bob', 'bob');
  await settled();
  expect(begun).toEqual(['ann 1', 'ann 2', 'ann 3', 'ann 4', 'ann 5', 'ann 6', 'bob']);
  ends[6]?.();
  expect(await beside).toBe('bob');
  ends[0]?.();
  expect(await asked[0]).toBe('ann 1');
  await settled();
  expect(begun.slice(7)).toEqual(['ann 7']);
  for (let at = 1; at < 9; at++) {
    ends[at]?.();
    await settled();
  }
  expect(await Promise.all(asked)).toHaveLength(8);
});

it('goes on after a read that fails', async () => {
  const turns = new ReadTurns();
  const fails = Array.from({ length: 9 }, () => turns.run('ann', () => Promise.reject(new Error('lost'))));
  expect((await Promise.allSettled(fails)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await turns.run('ann', async () => 'well')).toBe('well');
});
