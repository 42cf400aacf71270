import { expect, it } from 'vitest';
import { AppError } from '../../../core/contract/app-error.ts';
import { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { type RateClass, rateClasses } from '../../../schemas/wire/rate-class.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { CallerGuard, type GuardedRoute } from './caller-guard.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';

const sessionOf = (tokenHash: string, userId: string): UserSession => ({
  tokenHash,
  principal: { userId, username: userId, role: 'user', vipLevel: 0 },
  inviteCode: '',
  expiresMs: Number.MAX_SAFE_INTEGER,
});
const sessions = new Map([
  ['ann-1', sessionOf('h1', 'ann')],
  ['ann-2', sessionOf('h2', 'ann')],
  ['bob-1', sessionOf('h3', 'bob')],
  ['ann-key', { ...sessionOf('key:1', 'ann'), key: { keyId: '1', permission: 'trade' } as const }],
  ['ann-reads', { ...sessionOf('key:2', 'ann'), key: { keyId: '2', permission: 'read' } as const }],
]);

const noRefusals = { note: () => undefined };
const tokens = { find: (token: string) => sessions.get(token) ?? null } as unknown as TokenAuthenticator;

it('gives a person one allowance over all sessions, and each person an own one', () => {
  const guard = new CallerGuard(tokens, new RateLimiter(new ManualClock(0), 0.1), noRefusals, new RoleBook(), async () => null);
  const route = { name: 'export', access: 'session', rate: 'heavy' } as const;
  const passes = (token: string): boolean => !(guard.check(route, token, '203.0.113.7') instanceof Error);
  expect(['ann-1', 'ann-2', 'ann-1', 'ann-2', 'bob-1'].map(passes)).toEqual([true, true, false, false, true]);
});

it('gives the keys of a person no allowance of their own', () => {
  const guard = new CallerGuard(tokens, new RateLimiter(new ManualClock(0), 0.1), noRefusals, new RoleBook(), async () => null);
  const route = { name: 'export', access: 'session', key: 'read', rate: 'heavy' } as const;
  const passes = (token: string): boolean => !(guard.check(route, token, '203.0.113.7') instanceof Error);
  expect(['ann-1', 'ann-key', 'ann-reads', 'ann-2', 'bob-1'].map(passes)).toEqual([true, true, false, false, true]);
});

it.each([
  ['a route that says nothing of keys', {}, 'KEY_FORBIDDEN', 'KEY_FORBIDDEN'],
  ['a route for trading', { key: 'trade' }, 'KEY_READ_ONLY', null],
  ['a route for reading', { key: 'read' }, null, null],
] as const)('lets keys through to %s only by their permission', (_what, key, reads, trades) => {
  for (const access of ['public', 'session'] as const) {
    const guard = new CallerGuard(tokens, new RateLimiter(new ManualClock(0)), noRefusals, new RoleBook(), async () => null);
    const refusalOf = (token: string): string | null => {
      const result = guard.check({ name: 'it', access, rate: 'read', ...key }, `Bearer ${token}`, '203.0.113.7');
      return result instanceof AppError ? result.code : null;
    };
    expect([refusalOf('ann-reads'), refusalOf('ann-key'), refusalOf('ann-1')]).toEqual([reads, trades, null]);
  }
});

it('lets nothing else spend the allowance of stopping, and no key that of its owner', () => {
  const guard = new CallerGuard(
    tokens,
    new RateLimiter(new ManualClock(0), 1 / rateClasses.stop.perMinute),
    noRefusals,
    new RoleBook(),
    async () => null,
  );
  const passes = (token: string, name: string, rate: RateClass): boolean =>
    !(guard.check({ name, access: 'session', key: 'read', rate }, token, '203.0.113.7') instanceof Error);
  const spend = (token: string): void => {
    for (const rate of ['read', 'change', 'save', 'follow', 'heavy'] as const) while (passes(token, 'it', rate));
  };
  spend('ann-1');
  spend('bob-1');
  expect(passes('ann-key', 'halt', 'stop')).toBe(true);
  expect(passes('ann-key', 'halt', 'stop')).toBe(false);
  expect([passes('ann-1', 'halt', 'stop'), passes('ann-1', 'revoke', 'stop'), passes('bob-1', 'halt', 'stop')]).toEqual([true, true, true]);
  expect(passes('ann-2', 'halt', 'stop')).toBe(false);
});

it('leaves to whoever has a role that is gone his session and what is his own, and says why the rest is closed', () => {
  const role = 'role-clerk/clerk';
  const session: UserSession = { ...sessionOf('h4', 'cleo'), principal: { userId: 'cleo', username: 'cleo', role, vipLevel: 3 } };
  const tokensOf = { find: () => session } as unknown as TokenAuthenticator;
  const answersOf = (roles: RoleBook) => {
    const guard = new CallerGuard(tokensOf, new RateLimiter(new ManualClock(0)), noRefusals, roles, async () => null);
    const refusalOf = (route: Pick<GuardedRoute, 'access' | 'pluginId'>): string | null => {
      const result = guard.check({ name: 'it', rate: 'read', ...route }, 'cleo', '203.0.113.7');
      return result instanceof AppError ? result.code : null;
    };
    return [
      refusalOf({ access: 'public' }),
      refusalOf({ access: 'session' }),
      refusalOf({ access: { account: 'reduce' } }),
      refusalOf({ access: { account: 'trade' } }),
      refusalOf({ access: { roles: [role] } }),
      refusalOf({ access: {} }),
      refusalOf({ access: 'session', pluginId: 'panel-a' }),
    ];
  };
  expect(answersOf(new RoleBook([{ role, own: ['trade'], granted: [] }]))).toEqual(Array(7).fill(null));
  const gone = 'ROLE_GONE';
  expect(answersOf(new RoleBook())).toEqual([null, null, null, gone, gone, gone, gone]);
});
