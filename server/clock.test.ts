import { expect, it, vi } from 'vitest';
import { SystemClock } from './clock.ts';

const hourMs = 3_600_000;

function machineClock() {
  const machine = { wallMs: 1_760_000_000_000, elapsedMs: 5_000 };
  const warnings: object[] = [];
  const logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (fields: object) => void warnings.push(fields),
    error: () => undefined,
  };
  const clock = new SystemClock(logger, { wallMs: () => machine.wallMs, elapsedMs: () => machine.elapsedMs });
  const pass = (ms: number): void => {
    machine.wallMs += ms;
    machine.elapsedMs += ms;
  };
  return { clock, machine, warnings, pass };
}

it('tells the time of the machine', () => {
  const { clock, machine, pass, warnings } = machineClock();
  expect(clock.nowMs()).toBe(machine.wallMs);
  pass(1_500);
  expect([clock.nowMs(), clock.elapsedMs()]).toEqual([machine.wallMs, 6_500]);
  machine.wallMs += 3 * hourMs;
  expect(clock.nowMs()).toBe(machine.wallMs);
  expect(warnings).toEqual([]);
});

it('goes on from what a server before has told, at half pace until the machine has caught up', () => {
  const { clock, machine, pass } = machineClock();
  const toldMs = machine.wallMs + hourMs;
  clock.notBefore(toldMs);
  expect(clock.nowMs()).toBe(toldMs);
  pass(60_000);
  expect(clock.nowMs()).toBe(toldMs + 30_000);
  clock.notBefore(machine.wallMs);
  expect(clock.nowMs()).toBe(toldMs + 30_000);
  pass(2 * hourMs);
  expect(clock.nowMs()).toBe(machine.wallMs);
});

it('goes on at half pace when the clock of the machine is put back by two hours, until that has caught up, and says so once', () => {
  const { clock, machine, pass, warnings } = machineClock();
  const before = clock.nowMs();
  machine.wallMs -= 2 * hourMs;
  expect(clock.nowMs()).toBe(before);
  for (let minute = 1; minute <= 60; minute++) {
    pass(60_000);
    expect(clock.nowMs()).toBe(before + minute * 30_000);
  }
  expect(clock.elapsedMs()).toBe(5_000 + hourMs);
  pass(3 * hourMs);
  expect(clock.nowMs()).toBe(machine.wallMs);
  pass(10);
  expect(clock.nowMs()).toBe(machine.wallMs);
  expect(warnings).toEqual([{ aheadMs: 2 * hourMs }]);
});

it('waits as long as it is told to, however long the timers of the machine can', async () => {
  vi.useFakeTimers();
  try {
    const { clock } = machineClock();
    const dayMs = 24 * hourMs;
    let rang = 0;
    clock.after(60 * dayMs, () => void rang++);
    const stop = clock.after(Number.POSITIVE_INFINITY, () => void rang++);
    await vi.advanceTimersByTimeAsync(60 * dayMs - 1);
    expect(rang).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(rang).toBe(1);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
