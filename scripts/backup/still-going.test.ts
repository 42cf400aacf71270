import { expect, it } from 'vitest';
import { stillGoing } from './still-going.ts';

it('says that the last line still goes on while nothing else is told, and no more once it is stopped', () => {
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
    ...['reading the database', 'reading the database: still at it after 15 s', 'reading the database: still at it after 30 s'],
    ...['12 tables, 70 rows', '12 tables, 70 rows: still at it after 15 s'],
  ]);
});
