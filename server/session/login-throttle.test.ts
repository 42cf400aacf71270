import { expect, it } from 'vitest';
import { mostEffort } from '../../core/domain/accounts/sign-in-effort.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { type LoginAttempt, LoginThrottle } from './login-throttle.ts';

/** What a throttle says to tries, and their end in a wrong or right password. */
function setUp() {
  const clock = new ManualClock(1_000_000_000_000);
  const throttle = new LoginThrottle(clock);
  const attempt = (changes: Partial<LoginAttempt>, isRight = false): string => {
    const begun = throttle.begin({ account: 'ann', ip: '203.0.113.1', isKnown: false, effort: 0, ...changes });
    if (!begun.ok) return begun.error.code;
    begun.value.ended(isRight);
    return isRight ? 'OK' : 'LOGIN_WRONG';
  };
  return { clock, throttle, attempt };
}

it('lets one network guess at an account five times an hour in the long run', async () => {
  const { attempt, clock } = setUp();
  let wrong = 0;
  for (let minute = 0; minute < 12 * 60; minute++) {
    if (attempt({}) === 'LOGIN_WRONG') wrong++;
    await clock.advance(60_000);
  }
  expect(wrong).toBeGreaterThan(5);
  expect(wrong / 12).toBeLessThan(6);
});

it('makes a network wait that tries a password at ever other accounts, and not those who are known there', () => {
  const { attempt } = setUp();
  const codes = Array.from({ length: 35 }, (_, at) => attempt({ account: `user${at}` }));
  expect(codes).toEqual([...Array(30).fill('LOGIN_WRONG'), ...Array(5).fill('LOGIN_LOCKED')]);
  expect(attempt({}, true)).toBe('LOGIN_LOCKED');
  expect(attempt({ isKnown: true }, true)).toBe('OK');
});

it('excuses nobody who signs in to an account of his own between the guesses', () => {
  const { attempt } = setUp();
  const codes = Array.from({ length: 31 }, (_, at) => {
    attempt({ account: 'mallory' }, true);
    return attempt({ account: `user${at}` });
  });
  expect(codes.slice(-1)).toEqual(['LOGIN_LOCKED']);
});

it('asks ever more work of strangers who guess at one account from ever other networks, up to a bound', () => {
  const { attempt, throttle } = setUp();
  const needed: number[] = [];
  let effort = 0;
  for (let at = 0; at < 150; at++) {
    const stranger = { account: 'ann', ip: `198.51.100.${at}`, isKnown: false };
    const begun = throttle.begin({ ...stranger, effort });
    if (begun.ok) begun.value.ended(false);
    else {
      expect(begun.error.code).toBe('LOGIN_WORK_NEEDED');
      effort = Number(begun.error.params.effort);
      needed.push(effort);
      expect(attempt({ ...stranger, effort })).toBe('LOGIN_WRONG');
    }
  }
  expect(needed).toEqual(Array.from({ length: mostEffort }, (_, at) => at + 1));
});

it('lets the owner in from a new network however many guess, for the most work and without a wait', () => {
  const { attempt } = setUp();
  for (let at = 0; at < 20_000; at++) attempt({ ip: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, effort: mostEffort });
  expect(attempt({}, true)).toBe('LOGIN_WORK_NEEDED');
  expect(attempt({ effort: mostEffort }, true)).toBe('OK');
});

it('asks no work of who is known at his network, or is signed in and gives his password again', () => {
  const { attempt } = setUp();
  for (let at = 0; at < 100; at++) attempt({ ip: `198.51.100.${at}`, effort: mostEffort });
  expect(attempt({ isKnown: true }, true)).toBe('OK');
  expect(attempt({ effort: null }, true)).toBe('OK');
});

it('forgets an hour later what strangers did', async () => {
  const { attempt, clock } = setUp();
  for (let at = 0; at < 20; at++) attempt({ ip: `198.51.100.${at}` });
  expect(attempt({ ip: '198.51.100.20' })).toBe('LOGIN_WRONG');
  expect(attempt({}, true)).toBe('LOGIN_WORK_NEEDED');
  await clock.advance(60 * 60_000);
  expect(attempt({}, true)).toBe('OK');
});

it('lets no more than a few guesses at one account be under way, whoever else comes and goes meanwhile', async () => {
  const { clock, throttle, attempt } = setUp();
  await clock.advance(2 * 60 * 60_000);
  const begin = () => throttle.begin({ account: 'ann', ip: '203.0.113.1', isKnown: false, effort: mostEffort }).ok;
  const begun = Array.from({ length: 25 }, () => begin());
  attempt({ account: 'bob', ip: '203.0.113.2' });
  expect([...begun, begin()].filter(Boolean)).toHaveLength(20);
});
