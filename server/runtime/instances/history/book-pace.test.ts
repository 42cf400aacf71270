import { expect, it } from 'vitest';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { BookPace, bookPaceMs } from './book-pace.ts';

it('tells of the first change at once, of those that follow closely only the last, and of each market by itself', async () => {
  const clock = new ManualClock(1_000);
  const told: string[] = [];
  const pace = new BookPace(clock, (id) => told.push(`${id} ${clock.nowMs() - 1_000}`));
  pace.changed('a');
  for (let at = 0; at < 5; at++) {
    await clock.advance(2);
    pace.changed('a');
  }
  pace.changed('b');
  await clock.advance(100);
  expect(told).toEqual(['a 0', 'b 10', `a ${bookPaceMs}`]);
  pace.changed('a');
  pace.changed('a');
  pace.stop();
  await clock.advance(100);
  expect(told.at(-1)).toBe('a 110');
  expect(clock.timers).toBe(0);
});
