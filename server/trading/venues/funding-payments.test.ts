import { expect, it } from 'vitest';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { FundingDue } from '../../../core/contract/venue.ts';
import { linearPerpetual } from '../../../core/domain/markets/perpetual-terms.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { btcusdt, fakeVenue, silent } from '../trading-fixture.ts';
import { FundingPayments, type FundingRates } from './funding-payments.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-11-26T00:00:00Z');
const id = 'tessera/BTCPERP/usdm';
const contract = linearPerpetual({ ...btcusdt, id, symbol: 'BTCPERP', accountType: 'usdm' });
const rate = { mark: '50000', rate: '0.0001' };

/** A venue that keeps through when it has paid, and what it was asked for. */
function board(
  changes: { rates?: FundingRates; pay?: (due: FundingDue) => Promise<ReturnType<typeof accepted<void>>>; hours?: number } = {},
) {
  const asked: FundingDue[] = [];
  const warned: object[] = [];
  let fundedMs = startMs;
  const instruments = [btcusdt, { ...contract, fundingHours: changes.hours ?? 8 }];
  const venue = fakeVenue({
    instruments,
    fundedMs: (one) => (one === id ? fundedMs : null),
    payFunding: async (_id, due) => {
      asked.push(due);
      const outcome = (await changes.pay?.(due)) ?? accepted(undefined);
      if (outcome.ok) fundedMs = due.fundingMs;
      return outcome;
    },
  });
  const clock = new ManualClock(startMs);
  const payments = new FundingPayments({
    venues: () => [venue, fakeVenue({ exchange: 'plain' })],
    rates: changes.rates ?? { at: async () => rate },
    steadyMs: () => clock.nowMs(),
    clock,
    logger: { ...silent, warn: (fields) => void warned.push(fields as object) },
  });
  return { payments, clock, asked, warned, hours: () => asked.map(({ fundingMs }) => (fundingMs - startMs) / hourMs) };
}

it('asks for the hours of the terms as they come, once each, and ends with the room', async () => {
  const { payments, clock, asked, hours } = board();
  const stop = payments.start();
  await clock.advance(8 * hourMs - 1_000);
  expect(asked).toEqual([]);
  await clock.advance(5_000);
  expect(asked).toEqual([{ fundingMs: startMs + 8 * hourMs, ...rate }]);
  await clock.advance(8 * hourMs);
  expect(hours()).toEqual([8, 16]);
  await stop();
  expect(clock.timers).toBe(0);
});

it('takes the hours from the terms of each contract', async () => {
  const { payments, clock, hours } = board({ hours: 4 });
  await clock.advance(13 * hourMs);
  await payments.pay();
  expect(hours()).toEqual([4, 8, 12]);
});

it('waits with all that follows for a moment whose rate nobody knows, says so once, and goes on when it is known', async () => {
  let known = 8;
  const { payments, clock, hours, warned } = board({
    rates: { at: async (_id, fundingMs) => ((fundingMs - startMs) / hourMs > known ? null : rate) },
  });
  await clock.advance(30 * hourMs);
  await payments.pay();
  await payments.pay();
  expect([hours(), warned.length]).toEqual([[8], 1]);
  known = 24;
  await payments.pay();
  expect(hours()).toEqual([8, 16, 24]);
});

it('asks again for a moment that the venue refused or did not answer for, before the next one', async () => {
  const answers = [() => Promise.reject(new Error('stopped')), async () => refused('DISK_FULL'), async () => accepted(undefined)];
  const { payments, clock, hours, warned } = board({ pay: () => (answers.shift() ?? (async () => accepted(undefined)))() });
  await clock.advance(17 * hourMs);
  for (let turn = 0; turn < 4; turn++) await payments.pay();
  expect([hours(), warned.length]).toEqual([[8, 8, 8, 16], 1]);
});
