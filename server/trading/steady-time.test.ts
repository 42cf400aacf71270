import { expect, it } from 'vitest';
import { SystemClock } from '../clock.ts';
import { SteadyTime } from './steady-time.ts';

const hourMs = 3_600_000;
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function machineTime() {
  const machine = { wallMs: 1_760_000_000_000, elapsedMs: 5_000 };
  const clock = new SystemClock(quiet, { wallMs: () => machine.wallMs, elapsedMs: () => machine.elapsedMs });
  const pass = (ms: number): void => {
    machine.wallMs += ms;
    machine.elapsedMs += ms;
  };
  return { clock, time: new SteadyTime(clock), machine, pass };
}

it('passes as time passes while a clock that was put back lets the server’s own go at half pace', () => {
  const { clock, time, machine, pass } = machineTime();
  const before = time.nowMs();
  machine.wallMs -= 2 * hourMs;
  for (let second = 1; second <= 20; second++) {
    pass(1_000);
    expect(time.nowMs()).toBe(before + second * 1_000);
  }
  expect(clock.nowMs()).toBe(before + 10_000);
});

it('follows a step forwards, as of a machine that slept, after one back too', () => {
  const { time, machine, pass } = machineTime();
  const before = time.nowMs();
  machine.wallMs += hourMs;
  expect(time.nowMs()).toBe(before + hourMs);
  machine.wallMs -= 60_000;
  pass(1_000);
  expect(time.nowMs()).toBe(before + hourMs + 1_000);
  machine.wallMs += hourMs;
  expect(time.nowMs()).toBeGreaterThan(before + 2 * hourMs - 60_000);
});

it('does not run ahead by being asked often', () => {
  const { time, pass } = machineTime();
  const before = time.nowMs();
  for (let ask = 0; ask < 10_000; ask++) {
    pass(0.125);
    time.nowMs();
  }
  expect(time.nowMs()).toBe(before + 1_250);
});
