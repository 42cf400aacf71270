import { expect, it } from 'vitest';
import type { Delivery, DeliveryFilter } from '../../core/contract/deliveries.ts';
import type { CheckTerms, FigureTerms } from '../../core/contract/operations.ts';
import { watchLetters } from './letter-watch.ts';

const nowMs = 100 * 60_000;
const letter = (fields: Partial<Delivery>) =>
  ({ channel: 'mail', state: 'WAITING', createdMs: nowMs, endedMs: null, ...fields }) as Delivery;

function watched(letters: readonly Delivery[], channels = { mail: true, sms: false }) {
  const figures: FigureTerms[] = [];
  const checks: CheckTerms[] = [];
  watchLetters({
    outbox: {
      channels,
      find: async ({ state }: DeliveryFilter) => ({ deliveries: letters.filter((one) => one.state === state), next: null }),
    },
    monitoring: { addFigure: (one) => void figures.push(one), addCheck: (one) => void checks.push(one) },
    clock: { nowMs: () => nowMs },
  });
  return { values: () => Promise.all(figures.map(({ read }) => read())), check: async () => checks[0]?.read() };
}

it('leaves letters alone that have just come, and counts apart those that are read by hand', async () => {
  const { values, check } = watched([letter({}), letter({ channel: 'sms', createdMs: 0 })]);
  expect([await values(), await check()]).toEqual([[1, 1, 0], { state: 'ok', detail: null }]);
});

it('warns of letters that wait for long, and of those that failed lately', async () => {
  const { values, check } = watched([
    letter({ createdMs: nowMs - 11 * 60_000 }),
    letter({ state: 'FAILED', endedMs: nowMs - 59 * 60_000 }),
    letter({ state: 'FAILED', endedMs: nowMs - 61 * 60_000 }),
  ]);
  expect(await values()).toEqual([1, 0, 1]);
  expect(await check()).toMatchObject({ state: 'warn', detail: { en: '1 wait longer than ten minutes, 1 failed in the last hour.' } });
});
