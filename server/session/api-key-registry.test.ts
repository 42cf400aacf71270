import { describe, expect, it } from 'vitest';
import { AppError } from '../../core/contract/app-error.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import type { ApiKeyRecord } from '../store/people/api-key-store.ts';
import type { UserRecord } from '../store/records.ts';
import { silent } from '../trading/trading-fixture.ts';
import { ApiKeyRegistry } from './api-key-registry.ts';

const user: UserRecord = {
  id: 'u1',
  username: 'ann',
  email: 'ann@example.com',
  phone: null,
  passwordHash: 'none',
  role: 'user',
  vipLevel: 1,
  inviteCode: 'ABC',
  invitedBy: null,
  state: 'ACTIVE',
  demo: false,
  createdMs: 0,
  vipUntilMs: null,
  version: 0,
  productVersion: null,
  lastSignInMs: null,
};

/** Keys over tables in memory, which answer, refuse or stay silent. */
async function setUp() {
  const clock = new ManualClock(1_800_000_000_000);
  const keys = new Map<string, ApiKeyRecord>();
  const database = { mode: 'answers' as 'answers' | 'refuses' | 'is silent', reads: 0, state: user.state };
  const notes: string[] = [];
  const newPlaces: unknown[] = [];
  const answer = async <T>(value: T): Promise<T> => {
    database.reads++;
    if (database.mode === 'refuses') throw new Error('the database is gone');
    return database.mode === 'is silent' ? new Promise<T>(() => undefined) : value;
  };
  const store = {
    apiKeys: {
      create: async (record: ApiKeyRecord) => keys.set(record.keyId, record) === keys,
      get: (keyId: string) => answer(keys.get(keyId) ?? null),
      of: async () => [...keys.values()],
      delete: async (_userId: string, keyId: string) => {
        const record = keys.get(keyId) ?? null;
        keys.delete(keyId);
        return record;
      },
      used: async (_keyId: string, { ip }: { ip: string }) => void notes.push(ip),
    },
    users: { get: () => answer({ ...user, state: database.state }) },
  };
  const audit = { append: async () => 1, appendOwn: async ({ after }: { after: unknown }) => newPlaces.push(after) > 0 };
  Object.assign(store, { audit, transaction: (work: (all: unknown) => unknown) => work(store) });
  const registry = new ApiKeyRegistry({
    store: store as never,
    clock,
    logger: silent,
    refusals: { note: () => undefined },
    demoAllowed: false,
  });
  const made = await registry.create(user.id, { name: 'Bot', permission: 'trade', addresses: [], days: null });
  if (!made.ok) throw made.error;
  const { record, token } = made.value;
  const use = (ip = '203.0.113.9') => registry.find(token, ip);
  expect(await use()).toMatchObject({ principal: { userId: 'u1' } });
  return { clock, database, registry, record, token, use, notes, newPlaces };
}

describe('an API key in use', () => {
  it('is looked up at the cost of its address once its user may come in no more, and at none again when he may', async () => {
    const { clock, database, registry, token, use } = await setUp();
    expect(registry.knows(token)).toBe(true);
    database.state = 'DISABLED';
    await clock.advance(31_000);
    expect(await use()).toMatchObject({ code: 'KEY_INVALID' });
    expect(registry.knows(token)).toBe(false);
    database.state = 'ACTIVE';
    expect(await use()).toMatchObject({ principal: { userId: 'u1' } });
    expect(registry.knows(token)).toBe(true);
  });

  it.each(['refuses', 'is silent'] as const)('answers at once for half a minute while the database %s', async (mode) => {
    const { clock, database, use } = await setUp();
    database.mode = mode;
    for (let second = 1; second < 30; second++) {
      await clock.advance(1_000);
      expect(use()).toMatchObject({ principal: { userId: 'u1' } });
    }
    await clock.advance(1_000);
    const late = use();
    expect(late).toBeInstanceOf(Promise);
    if (mode === 'refuses') await expect(late).rejects.toThrow('the database is gone');
  });

  it('is read once a second behind the calls, and void in the call after it was found locked', async () => {
    const { clock, database, use } = await setUp();
    const before = database.reads;
    for (let call = 0; call < 100; call++) use();
    expect(database.reads).toBe(before);
    await clock.advance(1_000);
    database.state = 'DISABLED';
    for (let call = 0; call < 100; call++) expect(use()).toMatchObject({ principal: { userId: 'u1' } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(database.reads).toBe(before + 2);
    expect(await use()).toEqual(new AppError('KEY_INVALID'));
  });

  it('is void at once when it is revoked here, whatever is being read', async () => {
    const { clock, registry, record, use } = await setUp();
    await clock.advance(1_000);
    use();
    await registry.revoke(user.id, record.keyId);
    expect(await use()).toEqual(new AppError('KEY_INVALID'));
  });

  it('has its last use written once in ten seconds, though two places use it in turn', async () => {
    const { clock, use, notes, newPlaces } = await setUp();
    const places = ['203.0.113.9', '198.51.100.7'];
    for (let call = 0; call < 100; call++) await use(places[call % 2]);
    expect(notes).toEqual(places);
    expect(newPlaces).toEqual(places.map((address) => ({ address })));
    await clock.advance(10_000);
    for (let call = 0; call < 100; call++) await use(places[call % 2]);
    expect(notes).toHaveLength(3);
  });
});
