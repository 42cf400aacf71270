import { expect, it } from 'vitest';
import { AppError, accepted } from '../../../core/contract/app-error.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { ContributedSchemes } from '../../contributions/contributed-schemes.ts';
import { RateLimiter } from './rate-limiter.ts';
import { TokenAuthenticator } from './token-authenticator.ts';

const principal = { userId: 'ann', username: 'ann', role: 'user', vipLevel: 0 } as const;

it('lets an address pay for tokens of a plugin that are not found, and not for those that were', async () => {
  const schemes = new ContributedSchemes();
  let live: readonly string[] = ['ticket_1'];
  schemes.of('kit').add({
    ...{ id: 'ticket', description: '', prefix: 'ticket_', isLive: async () => true },
    find: async (token) => (live.includes(token) ? accepted({ principal, credential: token, permission: 'trade' }) : null),
  });
  // One unknown token a minute.
  const tokens = new TokenAuthenticator([schemes], new RateLimiter(new ManualClock(0), 1 / 1_200));
  const tried = async (token: string): Promise<string> => {
    const found = await tokens.find(token, '203.0.113.7');
    return found instanceof AppError ? found.code : (found?.principal.userId ?? 'nobody');
  };
  expect([await tried('ticket_1'), await tried('ticket_1'), await tried('ticket_1')]).toEqual(['ann', 'ann', 'ann']);
  expect(await tried('ticket_2')).toBe('RATE_LIMITED');
  live = [];
  expect([await tried('ticket_1'), await tried('ticket_1')]).toEqual(['nobody', 'RATE_LIMITED']);
});
