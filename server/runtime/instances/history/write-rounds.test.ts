import { expect, it } from 'vitest';
import { ManualClock } from '../../../../tests/kit/manual-clock.ts';
import { WriteRounds, writeDelayMs, writeRoundMs } from './write-rounds.ts';

it('lets those who come within a round write together, none later than the delay, and forgets who leaves', async () => {
  const clock = new ManualClock(10_000);
  const rounds = new WriteRounds(clock);
  const told: string[] = [];
  const join = (name: string) => rounds.join(() => told.push(`${name} ${clock.nowMs() - 10_000}`));
  join('a');
  await clock.advance(writeRoundMs - 1);
  join('b');
  const leave = join('c');
  await clock.advance(1);
  join('d');
  leave();
  await clock.advance(2 * writeDelayMs);
  expect(told).toEqual(['a 500', 'b 500', 'd 600']);
});

it('keeps no timer for a round that everybody has left', () => {
  const clock = new ManualClock(0);
  const leave = new WriteRounds(clock).join(() => undefined);
  leave();
  leave();
  expect(clock.timers).toBe(0);
});
