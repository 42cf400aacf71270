import { expect, it } from 'vitest';
import { ServerTime } from './server-time.ts';

const start = (): { time: ServerTime; pass: (ms: number) => void; answer: (serverMs: number, wayMs: number) => void } => {
  let elapsedMs = 0;
  const time = new ServerTime(() => elapsedMs);
  return {
    time,
    pass: (ms) => {
      elapsedMs += ms;
    },
    answer: (serverMs, wayMs) => {
      const sentMs = elapsedMs;
      elapsedMs += wayMs;
      time.heard(serverMs, sentMs);
    },
  };
};

it('knows nothing before the first answer, and then never says more than the server’s clock shows', () => {
  const { time, pass, answer } = start();
  expect(time.in(0)).toBeNull();
  // 10 ms there, 90 ms back: the server shows 1,000,100 now.
  answer(1_000_010, 100);
  expect(time.in(0)).toBe(1_000_010);
  pass(900);
  answer(1_001_005, 10);
  expect(time.in(5_000)).toBe(1_006_005);
});

it('tells what the server’s clock showed before its first answer', () => {
  const { time, pass, answer } = start();
  const openedMs = time.elapsedMs();
  pass(700);
  expect(time.at(openedMs)).toBeNull();
  answer(1_000_000, 100);
  pass(60_000);
  expect(time.at(openedMs)).toBe(999_200);
});

it('follows a clock that was set, forwards or back, with the first answer after it', () => {
  const { time, answer } = start();
  answer(1_000_000, 10);
  answer(8_200_000, 20);
  expect(time.in(0)).toBe(8_200_000);
  answer(500_000, 20);
  expect(time.in(0)).toBe(500_000);
});
