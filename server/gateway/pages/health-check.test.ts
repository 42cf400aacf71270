import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { HealthCheck } from './health-check.ts';

it('asks the database once for all who come while it answers and in the second after', async () => {
  const clock = new ManualClock(1_000_000);
  let asked = 0;
  let answer: (healthy: boolean) => void = () => undefined;
  const check = new HealthCheck(() => {
    asked++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  }, clock);
  const first = Promise.all([check.isHealthy(), check.isHealthy()]);
  await clock.advance(2_900);
  const late = check.isHealthy();
  answer(true);
  expect(await first).toEqual([true, true]);
  expect(await late).toBe(true);
  await clock.advance(999);
  expect(await check.isHealthy()).toBe(true);
  expect(asked).toBe(1);
  await clock.advance(1);
  const next = check.isHealthy();
  answer(false);
  expect(await next).toBe(false);
  expect(asked).toBe(2);
});

it('asks anew after a question that failed', async () => {
  const clock = new ManualClock(1_000_000);
  let asked = 0;
  const check = new HealthCheck(async () => {
    if (++asked === 1) throw new Error('lost');
    return true;
  }, clock);
  await expect(check.isHealthy()).rejects.toThrow('lost');
  await clock.advance(1_000);
  expect(await check.isHealthy()).toBe(true);
});

it('takes a database that does not answer in time for one that is gone', async () => {
  const clock = new ManualClock(1_000_000);
  const check = new HealthCheck(() => new Promise(() => undefined), clock);
  const answer = check.isHealthy();
  await clock.advance(3_000);
  expect(await answer).toBe(false);
});

it('asks a database that hangs no second time before it has answered', async () => {
  const clock = new ManualClock(1_000_000);
  const answers: ((healthy: boolean) => void)[] = [];
  const check = new HealthCheck(() => new Promise((resolve) => void answers.push(resolve)), clock);
  const look = async (): Promise<boolean> => {
    const healthy = check.isHealthy();
    await clock.advance(4_000);
    return healthy;
  };
  expect([await look(), await look(), await look()]).toEqual([false, false, false]);
  expect(answers).toHaveLength(1);
  answers[0]?.(true);
  await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(1_000);
  const next = check.isHealthy();
  answers[1]?.(true);
  expect([await next, answers.length]).toEqual([true, 2]);
});
