import { expect, it } from 'vitest';
import { SessionRegistry } from '../../../server/session/session-registry.ts';
import type { SessionRecord, UserRecord } from '../../../server/store/records.ts';
import type { Store } from '../../../server/store/store.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

it('does not take a session into memory that was ended while it was read from the database', async () => {
  const clock = new ManualClock(1_000_000_000_000);
  const records = new Map<string, SessionRecord>();
  const user = { id: 'u1', username: 'ann', role: 'user', vipLevel: 1, inviteCode: 'A', state: 'ACTIVE', demo: false } as UserRecord;
  let letGo: () => void = () => undefined;
  let held: Promise<void> = Promise.resolve();
  const store: Pick<Store, 'sessions' | 'users' | 'transaction'> = {
    sessions: {
      create: async (session: SessionRecord) => void records.set(session.tokenHash, session),
      get: async (tokenHash: string) => records.get(tokenHash) ?? null,
      activeOf: async () => [],
      revoke: async (tokenHash: string, nowMs: number) => {
        const record = records.get(tokenHash);
        if (record !== undefined) records.set(tokenHash, { ...record, revokedMs: nowMs });
      },
      extend: async () => undefined,
    },
    users: {
      get: async () => {
        await held;
        return user;
      },
    },
    storage: { hold: async () => undefined },
    audit: { appendOwn: async () => true },
    transaction: (work: (repositories: unknown) => unknown) => work(store),
  } as unknown as Pick<Store, 'sessions' | 'users' | 'transaction'>;
  const parts = { store, clock, logger: silent, demoAllowed: false, longestMs: 86_400_000 };
  const before = new SessionRegistry(parts);
  const token = (await before.open(user, { ip: '127.0.0.1', userAgent: '' }))?.token ?? '';

  // After a restart nothing is in memory: the first lookup signs out while a second one still waits for the user's row.
  const registry = new SessionRegistry(parts);
  const session = await registry.find(token);
  if (session === null) throw new Error('the session is valid');
  const fresh = new SessionRegistry(parts);
  held = new Promise((resolve) => {
    letGo = resolve;
  });
  const lookup = fresh.find(token);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await fresh.end(session, { ip: '127.0.0.1', userAgent: '' });
  letGo();
  await lookup;
  expect(await fresh.find(token)).toBeNull();
});
