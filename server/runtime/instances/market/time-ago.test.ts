import { expect, it } from 'vitest';
import { TimeAgo } from './time-ago.ts';

const minuteMs = 60_000;

function setUp() {
  const time = { nowMs: 1_760_000_000_000, elapsedMs: 9 };
  let look = (): void => undefined;
  const clock = {
    nowMs: () => time.nowMs,
    elapsedMs: () => time.elapsedMs,
    every: (_ms: number, task: () => void | Promise<void>) => {
      look = () => void task();
      return () => undefined;
    },
  };
  const ago = new TimeAgo(clock, minuteMs);
  ago.start();
  /** Seconds, in which the clock goes at this pace. */
  const pass = (seconds: number, pace: number): void => {
    for (let second = 0; second < seconds; second++) {
      time.nowMs += 1_000 * pace;
      time.elapsedMs += 1_000;
      look();
    }
  };
  return { time, ago, pass };
}

it('is a minute less than the clock shows while it goes right, from the start on', () => {
  const { time, ago, pass } = setUp();
  expect(ago.nowMs).toBe(time.nowMs - minuteMs);
  pass(30, 1);
  expect(ago.nowMs).toBe(time.nowMs - minuteMs);
  pass(300, 1);
  expect(ago.nowMs).toBe(time.nowMs - minuteMs);
});

it('is half a minute less while the clock goes at half pace, and more than the step after it was put forward', () => {
  const { time, ago, pass } = setUp();
  pass(100, 1);
  pass(60, 0.5);
  expect(ago.nowMs).toBe(time.nowMs - minuteMs / 2);
  pass(90, 0.5);
  expect(ago.nowMs).toBe(time.nowMs - minuteMs / 2);
  time.nowMs += 60 * minuteMs;
  pass(20, 1);
  expect(ago.nowMs).toBe(time.nowMs - 60 * minuteMs - 20_000 - 20_000);
});
