import { describe, expect, it } from 'vitest';
import { ManualClock } from '../tests/kit/manual-clock.ts';
import { openBus } from './bus/bus.ts';
import { processCarrier } from './bus/process-carrier.ts';
import { followIdentity, followRules } from './follow-news.ts';
import { ApiKeyRegistry } from './session/api-key-registry.ts';
import { SessionRegistry } from './session/session-registry.ts';
import type { ApiKeyRecord } from './store/people/api-key-store.ts';
import type { SessionRecord, UserRecord } from './store/records.ts';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const ann = { id: 'u1', username: 'ann', role: 'user', vipLevel: 1, inviteCode: 'A', state: 'ACTIVE', demo: false } as UserRecord;

/** Two servers' registries over the same tables, with a bus between them. */
function twoServers() {
  const sessions = new Map<string, SessionRecord>();
  const apiKeys = new Map<string, ApiKeyRecord>();
  const users = { current: ann };
  const store: never = {
    transaction: (work: (repositories: unknown) => unknown) => work(store),
    storage: { hold: async () => undefined },
    audit: { append: async () => undefined, appendOwn: async () => true },
    users: { get: async () => users.current },
    traces: { append: async () => undefined },
    sessions: {
      create: async (session: SessionRecord) => void sessions.set(session.tokenHash, session),
      get: async (hash: string) => sessions.get(hash) ?? null,
      activeOf: async () => [],
      revoke: async (hash: string) => void sessions.set(hash, { ...(sessions.get(hash) as SessionRecord), revokedMs: 1 }),
    },
    apiKeys: {
      create: async (record: ApiKeyRecord) => apiKeys.set(record.keyId, record) !== undefined,
      get: async (keyId: string) => apiKeys.get(keyId) ?? null,
      used: async () => undefined,
      delete: async (_userId: string, keyId: string) => {
        const record = apiKeys.get(keyId) ?? null;
        apiKeys.delete(keyId);
        return record;
      },
    },
  } as never;
  const carrier = processCarrier();
  const clock = new ManualClock(1_000_000);
  const server = (name: string) => {
    const bus = openBus(name, carrier, quiet);
    const parts = { store, clock, logger: quiet, demoAllowed: false, tell: bus.publish };
    const registry = new SessionRegistry({ ...parts, longestMs: 86_400_000 });
    const keys = new ApiKeyRegistry({ ...parts, refusals: { note: () => undefined } });
    const closed: string[] = [];
    registry.onEnd((hash) => closed.push(hash));
    keys.onEnd((hash) => closed.push(hash));
    followIdentity(bus, registry, keys);
    return { bus, registry, keys, closed };
  };
  return { a: server('a'), b: server('b'), users };
}
const signedIn = async (registry: SessionRegistry) => {
  const opened = await registry.open(ann, { ip: '1.1.1.1', userAgent: '' });
  if (opened === null) throw new Error('nobody was signed in');
  return opened;
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('two servers of one database', () => {
  it('end a session at both when one of them does, with its sockets', async () => {
    const { a, b } = twoServers();
    const { token, session } = await signedIn(a.registry);
    expect(await b.registry.find(token)).not.toBeNull();
    await a.registry.end(session, { ip: '1.1.1.1', userAgent: '' });
    await settled();
    expect(b.registry.hot(token)).toBeUndefined();
    expect(b.closed).toContain(session.tokenHash);
    expect(await b.registry.find(token)).toBeNull();
  });

  it('end sessions whose user has other rights, and leave those that go on', async () => {
    const { a, b, users } = twoServers();
    const { token } = await signedIn(a.registry);
    await b.registry.find(token);
    await a.registry.heardUser('u1');
    a.registry.ended('u1', []);
    await settled();
    expect(b.registry.hot(token)).toBeDefined();
    users.current = { ...ann, role: 'observer' };
    a.registry.ended('u1', []);
    await settled();
    expect(b.registry.hot(token)).toBeUndefined();
  });

  it('end an API key at both when one of them revokes it', async () => {
    const { a, b } = twoServers();
    const made = await a.keys.create('u1', { name: 'bot', permission: 'trade', addresses: [], days: 1 });
    if (!made.ok) throw made.error;
    const { record, token } = made.value;
    expect(await b.keys.find(token, '1.1.1.1')).toMatchObject({ principal: { userId: 'u1' } });
    await a.keys.revoke('u1', record.keyId);
    await settled();
    expect(await b.keys.find(token, '1.1.1.1')).toMatchObject({ code: 'KEY_INVALID' });
    expect(b.closed).toContain(`key:${record.keyId}`);
  });

  it('believe no message that the database does not bear out', async () => {
    const { a, b } = twoServers();
    const { token, session } = await signedIn(a.registry);
    await b.registry.find(token);
    a.bus.publish({ kind: 'session', tokenHash: session.tokenHash });
    await settled();
    expect(b.registry.hot(token)).toBeDefined();
    expect(b.closed).toEqual([]);
  });
});

describe('rules that another server has changed', () => {
  it('are read again soon where its news are lost, until nobody follows them any more', async () => {
    const clock = new ManualClock(0);
    const reads = { sets: 0, grants: 0 };
    const stop = followRules(
      { listen: () => () => undefined },
      { heardSets: async () => void reads.sets++, heardOptOuts: () => undefined },
      { readLimits: async () => undefined },
      { changed: async () => undefined, reload: async () => void reads.grants++ },
      clock,
    );
    await clock.advance(10_000);
    expect(reads).toEqual({ sets: 2, grants: 2 });
    await stop();
    await clock.advance(10_000);
    expect(reads).toEqual({ sets: 2, grants: 2 });
  });
});
