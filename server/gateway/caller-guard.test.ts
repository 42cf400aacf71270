import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import type { Session } from '../session/session-registry.ts';
import { CallerGuard } from './caller-guard.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { TokenDesk } from './token-desk.ts';

const sessionOf = (tokenHash: string, userId: string): Session => ({
  tokenHash,
  principal: { userId, username: userId, role: 'user', vipLevel: 0 },
  inviteCode: '',
  expiresMs: Number.MAX_SAFE_INTEGER,
});
const sessions = new Map([
  ['ann-1', sessionOf('h1', 'ann')],
  ['ann-2', sessionOf('h2', 'ann')],
  ['bob-1', sessionOf('h3', 'bob')],
]);

it('gives a person one allowance over all sessions, and each person an own one', () => {
  const tokens = { find: (token: string) => sessions.get(token) ?? null } as unknown as TokenDesk;
  const guard = new CallerGuard(tokens, new RateLimiter(new ManualClock(0)));
  const route = { name: 'export', access: 'session', limitPerMinute: 2 } as const;
  const passes = (token: string): boolean => !(guard.check(route, token, '203.0.113.7') instanceof Error);
  expect(['ann-1', 'ann-2', 'ann-1', 'ann-2', 'bob-1'].map(passes)).toEqual([true, true, false, false, true]);
});
