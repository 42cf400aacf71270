import { expect, it } from 'vitest';
import { stillGoing } from './still-going.ts';

it('says that it is still at it while nothing is told, without telling again what may be finished, and no more once it is stopped', () => {
  const told: string[] = [];
  const running = new Set<() => void>();
  const ticks = {
    every: (_ms: number, call: () => void) => {
      running.add(call);
      return () => void running.delete(call);
    },
  };
  const pass = (): void => {
    for (const call of running) call();
  };
  const { tell, stop } = stillGoing((line) => told.push(line), ticks);
  tell('reading the database');
  pass();
  pass();
  tell('12 tables, 70 rows');
  pass();
  stop();
  pass();
  expect(told).toEqual([
    ...['reading the database', 'still at it, 15 s since the last line', 'still at it, 30 s since the last line'],
    ...['12 tables, 70 rows', 'still at it, 15 s since the last line'],
  ]);
});
