import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { NetworkQuota } from './network-quota.ts';

const dayMs = 24 * 60 * 60_000;

it('takes one form of a network at a time, an IPv6 /64 being one network', () => {
  const quota = new NetworkQuota(new ManualClock(0), 5);
  const turn = quota.begin('2001:db8::1');
  expect(turn.ok).toBe(true);
  expect(quota.begin('2001:db8::2')).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED', params: { retryAfterS: 5 } } });
  expect(quota.begin('203.0.113.7').ok).toBe(true);
  if (turn.ok) turn.value.end(false);
  expect(quota.begin('2001:db8::2').ok).toBe(true);
});

it('takes so many of a network in any 24 hours, and counts none that was refused', async () => {
  const clock = new ManualClock(0);
  const quota = new NetworkQuota(clock, 2);
  const send = (counted: boolean): void => {
    const turn = quota.begin('203.0.113.7');
    if (!turn.ok) throw turn.error;
    turn.value.end(counted);
  };
  for (let refusals = 0; refusals < 10; refusals++) send(false);
  send(true);
  await clock.advance(1_000);
  send(true);
  expect(quota.begin('203.0.113.7')).toMatchObject({ error: { params: { retryAfterS: 86_399 } } });
  await clock.advance(dayMs - 1_000);
  send(true);
  expect(quota.begin('203.0.113.7').ok).toBe(false);
});
