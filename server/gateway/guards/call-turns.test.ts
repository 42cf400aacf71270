import { expect, it } from 'vitest';
import { CallTurns } from './call-turns.ts';

const look = { method: 'GET', rate: 'read' } as const;
const save = { method: 'POST', rate: 'save' } as const;

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('runs six reads of one person at a time, in their order, and those of others beside them', async () => {
  const turns = new CallTurns();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (person: string, name: string) =>
    turns.run(look, person, () => {
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
  const turns = new CallTurns();
  const fails = Array.from({ length: 9 }, () => turns.run(look, 'ann', () => Promise.reject(new Error('lost'))));
  expect((await Promise.allSettled(fails)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await turns.run(look, 'ann', async () => 'well')).toBe('well');
});

it('lets changes wait for changes of their sender, and orders, cancels, stops and files for nothing', async () => {
  const turns = new CallTurns();
  const never = () => new Promise<never>(() => undefined);
  for (let nth = 0; nth < 6; nth++) void turns.run(look, 'ann', never);
  expect(await turns.run(save, 'ann', async () => 'beside reads')).toBe('beside reads');
  for (let nth = 0; nth < 6; nth++) void turns.run(save, 'ann', never);
  let ran = false;
  void turns.run({ method: 'POST', rate: 'heavy' }, 'ann', async () => {
    ran = true;
  });
  await settled();
  expect(ran, 'a seventh change runs at once').toBe(false);
  for (const rate of ['order', 'cancel', 'stop', 'sign-in'] as const)
    expect(await turns.run({ method: 'POST', rate }, 'ann', async () => rate)).toBe(rate);
  expect(await turns.run({ method: 'GET', rate: 'captcha' }, 'ann', async () => 'what a guest begins with')).toBe(
    'what a guest begins with',
  );
  const upload = { fields: {}, file: 'csv' } as never;
  expect(await turns.run({ ...save, upload }, 'ann', async () => 'a file')).toBe('a file');
});
