import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../core/contract/app-error.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { SessionUser } from '../../schemas/wire/user.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { kitWork, solved } from '../../tests/kit/servers/http-client.ts';
import type { LoginLogRecord, SessionRecord, UserChanges, UserRecord } from '../store/records.ts';
import { KnownNetworks } from './known-networks.ts';
import { LoginThrottle } from './login-throttle.ts';
import { PasswordHasher } from './password-hasher.ts';
import { People } from './people.ts';
import { idleLifetimeMs, maxSessions, SessionRegistry } from './session-registry.ts';
import { SignIn } from './sign-in.ts';
import { challengeLifetimeMs, SignInChallenges } from './sign-in-challenges.ts';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const password = 'correct horse';
const passwords = new PasswordHasher();
const passwordHash = await passwords.hash(password);

const user = (changes: Partial<UserRecord> = {}): UserRecord => ({
  id: 'u1',
  username: 'ann',
  email: 'ann@example.com',
  phone: '+85212345678',
  passwordHash,
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
  ...changes,
});

/** Sign-in over tables in memory. */
function setUp(person: UserRecord = user(), demoAllowed = false) {
  const clock = new ManualClock(1_000_000_000_000);
  const sessions = new Map<string, SessionRecord>();
  const log: Omit<LoginLogRecord, 'id'>[] = [];
  const networks = new Set<string>();
  const reads = { sessions: 0 };
  const deeds: string[] = [];
  const people = { current: person };
  const store: never = {
    users: {
      get: async (id: string) => (id === people.current.id ? people.current : null),
      byLogin: async (login: string) =>
        [people.current.username, people.current.email, people.current.phone].includes(login) ? people.current : null,
      update: async (_id: string, changes: UserChanges) => {
        people.current = { ...people.current, ...changes };
        return { outcome: 'saved', user: people.current };
      },
      hold: async () => [],
      signedIn: async () => undefined,
    },
    knownNetworks: {
      has: async (hash: string) => networks.has(hash),
      greet: async (_userId: string, hash: string) => void networks.add(hash),
    },
    sessions: {
      create: async (session: SessionRecord) => void sessions.set(session.tokenHash, session),
      get: async (hash: string) => {
        reads.sessions++;
        return sessions.get(hash) ?? null;
      },
      activeOf: async (userId: string, nowMs: number) =>
        [...sessions.values()].filter((one) => one.userId === userId && one.revokedMs === null && one.expiresMs > nowMs).reverse(),
      extend: async (hash: string, expiresMs: number) => {
        const session = sessions.get(hash);
        if (session !== undefined) sessions.set(hash, { ...session, expiresMs });
      },
      revoke: async (hash: string, nowMs: number) => {
        const session = sessions.get(hash);
        if (session !== undefined) sessions.set(hash, { ...session, revokedMs: nowMs });
      },
      revokeAllOf: async (userId: string, nowMs: number) => {
        const own = [...sessions.values()].filter((session) => session.userId === userId);
        for (const session of own) sessions.set(session.tokenHash, { ...session, revokedMs: nowMs });
        return own.map((session) => session.tokenHash);
      },
    },
    pendingSignIns: { removeAllOf: async () => undefined },
    signInSteps: { require: async () => undefined },
    apiKeys: { of: async () => [] },
    audit: { append: async () => 1, appendOwn: async ({ action }: { action: string }) => deeds.push(action) > 0 },
    loginLog: { append: async (entry: Omit<LoginLogRecord, 'id'>) => void log.push(entry) },
    storage: { hold: async () => undefined },
    transaction: async (work: (repositories: unknown) => Promise<unknown>) => {
      const before = { sessions: new Map(sessions), networks: new Set(networks), lines: log.length };
      try {
        return await work(store);
      } catch (error) {
        sessions.clear();
        for (const [hash, session] of before.sessions) sessions.set(hash, session);
        networks.clear();
        for (const network of before.networks) networks.add(network);
        log.length = before.lines;
        throw error;
      }
    },
  } as never;
  const hourMs = 3_600_000;
  const start = () => {
    const challenges = new SignInChallenges(clock, kitWork);
    const registry = new SessionRegistry({ store, clock, logger: quiet, demoAllowed, longestMs: 24 * hourMs });
    const parts = { throttle: new LoginThrottle(clock), networks: new KnownNetworks(store, clock, Buffer.alloc(32, 7)), passwords };
    const signIn = new SignIn({
      roles: new RoleBook(),
      store,
      clock,
      challenges,
      ...parts,
      notice: { tell: async () => undefined },
      sessions: registry,
      pending: { begin: async () => null } as never,
      people: null as never,
      logger: quiet,
      demoAllowed,
    });
    const answer = async (effort = 0) => {
      const { captchaId, challenge } = await challenges.generate(effort);
      const { captcha_id, captcha_value } = await solved({ captcha_id: captchaId, challenge } as never);
      return { captchaId: captcha_id, captchaValue: captcha_value };
    };
    const attempt = async (account: string, typed: string, ip = '1.2.3.4', effort = 0) =>
      signIn.signIn({ ...(await answer(effort)), account, password: typed, ip, userAgent: 'test' }) as Promise<Outcome<SessionUser>>;
    return { challenges, registry, signIn, answer, attempt };
  };
  return { clock, sessions, networks, log, reads, deeds, people, store, start, ...start() };
}

const codeOf = (outcome: { ok: boolean; error?: { code: string } }): string => (outcome.ok ? 'OK' : (outcome.error?.code ?? ''));

describe('signing in', () => {
  it.each(['ann', 'ann@example.com', '+85212345678'])('works with %s', async (account) => {
    const { attempt, registry, sessions, log } = setUp();
    const outcome = await attempt(account, password);
    if (!outcome.ok) throw outcome.error;
    expect(outcome.value).toMatchObject({ role: 'user', username: 'ann', invite_code: 'ABC', vip_level: 1 });
    expect(outcome.value.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect([...sessions.keys()].join()).not.toContain(outcome.value.token);
    expect((await registry.find(outcome.value.token))?.principal).toEqual({ userId: 'u1', username: 'ann', role: 'user', vipLevel: 1 });
    expect(log).toMatchObject([{ userId: 'u1', outcome: 'OK', ip: '1.2.3.4' }]);
  });

  it.each(['loginLog', 'knownNetworks'] as const)('leaves no session behind, in memory or stored, when writing %s fails', async (table) => {
    const { attempt, registry, sessions, networks, log, store } = setUp();
    const opened: string[] = [];
    const { create } = (store as { sessions: { create: (session: SessionRecord) => Promise<void> } }).sessions;
    Object.assign((store as { sessions: object }).sessions, {
      create: (session: SessionRecord) => {
        opened.push(session.tokenHash);
        return create(session);
      },
    });
    const lost = () => Promise.reject(new Error('the database is away'));
    Object.assign((store as Record<string, object>)[table] ?? {}, { append: lost, greet: lost });
    await expect(attempt('ann', password)).rejects.toThrow('the database is away');
    expect(opened).toHaveLength(1);
    expect([sessions.size, networks.size, log]).toEqual([0, 0, []]);
    expect(await registry.isLive(opened[0] ?? '')).toBe(false);
  });

  it('says the same of a wrong password and an unknown user, and logs the first', async () => {
    const { attempt, log, deeds } = setUp();
    expect(codeOf(await attempt('ann', 'wrong'))).toBe('LOGIN_WRONG');
    expect(codeOf(await attempt('bob', password))).toBe('LOGIN_WRONG');
    expect(log.map((row) => row.outcome)).toEqual(['LOGIN_WRONG']);
    expect(deeds).toEqual(['session.refused']);
  });

  it('takes as long for an unknown user as for a wrong password', async () => {
    const { attempt } = setUp();
    await attempt('nobody', password);
    const time = async (account: string): Promise<number> => {
      const startMs = performance.now();
      await attempt(account, 'wrong', account + performance.now());
      return performance.now() - startMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 7; i++) {
      known.push(await time('ann'));
      unknown.push(await time('bob'));
    }
    const median = (times: number[]): number => times.sort((a, b) => a - b)[3] ?? 0;
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(1 / 3);
    expect(ratio).toBeLessThan(3);
  });

  it('takes a proof of work once, and none that is wrong, too old, or of another process', async () => {
    const { signIn, answer, start, clock } = setUp();
    const send = async (work: Awaited<ReturnType<typeof answer>>, by = signIn) =>
      codeOf(await by.signIn({ ...work, account: 'ann', password, ip: '1.2.3.4', userAgent: 'test' }));
    const work = await answer();
    expect(await send({ ...work, captchaValue: 'nope' })).toBe('LOGIN_CAPTCHA_WRONG');
    expect(await send({ ...work, captchaValue: `${work.captchaValue}0` })).toBe('LOGIN_CAPTCHA_WRONG');
    expect(await send({ ...work, captchaId: 'no-captcha-at-all' })).toBe('LOGIN_CAPTCHA_WRONG');
    expect(await send(work, start().signIn), 'after a restart').toBe('LOGIN_CAPTCHA_WRONG');
    expect(await send(work)).toBe('OK');
    expect(await send(work)).toBe('LOGIN_CAPTCHA_WRONG');
    const old = await answer();
    await clock.advance(challengeLifetimeMs);
    expect(await send(old)).toBe('LOGIN_CAPTCHA_EXPIRED');
  });

  it('locks an account for an address after five failures, ever longer, and forgives a right password', async () => {
    const { attempt, clock } = setUp();
    for (let i = 0; i < 5; i++) expect(codeOf(await attempt('ann', 'wrong'))).toBe('LOGIN_WRONG');
    const locked = await attempt('ANN', password);
    expect(locked).toMatchObject({ ok: false, error: { code: 'LOGIN_LOCKED', params: { retryAfterS: 15 } } });
    expect(codeOf(await attempt('ann', password, '5.6.7.8'))).toBe('OK');
    await clock.advance(15_000);
    expect(codeOf(await attempt('ann', 'wrong'))).toBe('LOGIN_WRONG');
    expect(await attempt('ann', password)).toMatchObject({ error: { params: { retryAfterS: 30 } } });
    await clock.advance(30_000);
    expect(codeOf(await attempt('ann', password))).toBe('OK');
    expect(codeOf(await attempt('ann', 'wrong'))).toBe('LOGIN_WRONG');
    expect(codeOf(await attempt('ann', password))).toBe('OK');
  });

  it('takes all addresses of an IPv6 network for one', async () => {
    const { attempt } = setUp();
    for (let i = 0; i < 5; i++) expect(codeOf(await attempt('ann', 'wrong', `2001:db8:0:1::${i}`))).toBe('LOGIN_WRONG');
    expect(codeOf(await attempt('ann', 'wrong', '2001:db8:0:1:ffff::9'))).toBe('LOGIN_LOCKED');
    expect(codeOf(await attempt('ann', 'wrong', '2001:db8:0:2::9'))).toBe('LOGIN_WRONG');
  });

  it('asks no more than usual where the owner signed in before, after a restart too, and tells nobody where that was', async () => {
    const { attempt, start, networks } = setUp();
    expect(codeOf(await attempt('ann', password, '203.0.113.1'))).toBe('OK');
    expect([...networks].join()).toMatch(/^[0-9a-f]{64}$/);
    const restarted = start();
    for (let i = 0; i < 25; i++) await restarted.attempt('ann', 'wrong', `198.51.100.${i}`);
    expect(await restarted.attempt('ann', password, '203.0.113.2')).toMatchObject({
      error: { code: 'LOGIN_WORK_NEEDED', params: { effort: 1 } },
    });
    expect(codeOf(await restarted.attempt('ann', password, '203.0.113.2', 1))).toBe('OK');
    expect(codeOf(await restarted.attempt('Ann', 'wrong', '203.0.113.1'))).toBe('LOGIN_WRONG');
    expect(codeOf(await restarted.attempt('ann', password, '203.0.113.1'))).toBe('OK');
  });

  it('lets the same person sign in from several windows at once', async () => {
    const { attempt } = setUp();
    const codes = (await Promise.all(Array.from({ length: 12 }, () => attempt('ann', password)))).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['OK']));
  });

  it('counts guesses made at the same time', async () => {
    const { attempt, store } = setUp();
    const { users } = store as { users: { byLogin: (login: string) => Promise<UserRecord | null> } };
    const { byLogin } = users;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    users.byLogin = (login) => held.then(() => byLogin(login));
    const codes: string[] = [];
    const guesses = Array.from({ length: 30 }, async () => codes.push(codeOf(await attempt('ann', 'wrong'))));
    // While twenty are being checked the others are turned away.
    await vi.waitFor(() => expect(codes).toHaveLength(10));
    expect(new Set(codes)).toEqual(new Set(['LOGIN_LOCKED']));
    letGo();
    await Promise.all(guesses);
    expect(codes.slice(10)).toEqual(Array.from({ length: 20 }, () => 'LOGIN_WRONG'));
    expect(await attempt('ann', password)).toMatchObject({ error: { code: 'LOGIN_LOCKED', params: { retryAfterS: 900 } } });
  });

  it('turns disabled users away, and demo users where the demo is not allowed', async () => {
    expect(codeOf(await setUp(user({ state: 'DISABLED' })).attempt('ann', password))).toBe('LOGIN_WRONG');
    expect(codeOf(await setUp(user({ demo: true })).attempt('ann', password))).toBe('LOGIN_WRONG');
    expect(codeOf(await setUp(user({ demo: true }), true).attempt('ann', password))).toBe('OK');
  });
});

describe('a session', () => {
  const openSession = async (set: ReturnType<typeof setUp>): Promise<string> =>
    (await set.registry.open(set.people.current, { ip: 'ip', userAgent: '' }))?.token ?? '';

  it('ends twelve hours after its last use, and a day after it was opened however much it is used', async () => {
    const set = setUp();
    const idle = await openSession(set);
    await set.clock.advance(idleLifetimeMs);
    expect(set.registry.hot(idle)).toBeUndefined();
    expect(await set.registry.find(idle)).toBeNull();

    const used = await openSession(set);
    for (let hour = 1; hour < 24; hour++) {
      await set.clock.advance(3_600_000);
      expect(await set.registry.find(used), `after ${hour} hours`).not.toBeNull();
    }
    expect(set.sessions.size).toBe(2);
    await set.clock.advance(3_600_000);
    expect(set.registry.hot(used)).toBeUndefined();
    expect(await set.registry.find(used)).toBeNull();
    expect(await set.start().registry.find(used), 'after a restart').toBeNull();
  });

  it.each([
    ['role', { role: 'observer' }],
    ['VIP level', { vipLevel: 3 }],
    ['password', { passwordHash: 'another' }],
    ['state', { state: 'DISABLED' }],
  ] as const)('ends at once when the %s of its user changes, and at no other change', async (_, changes) => {
    const set = setUp();
    const ended: string[] = [];
    set.registry.onEnd((hash) => ended.push(hash));
    const people = new People({ store: set.store, passwords, sessions: set.registry, clock: set.clock, newId: () => 'id' });
    const token = await openSession(set);
    await people.change('u1', { email: 'new@example.com', role: 'user', vipLevel: 1 });
    expect(set.registry.hot(token)).toBeDefined();
    await people.change('u1', changes);
    expect(set.registry.hot(token)).toBeUndefined();
    expect(await set.registry.find(token)).toBeNull();
    expect(ended).toHaveLength(1);
  });

  it.each([
    ['password', { passwordHash: 'another' }],
    ['role', { role: 'observer' }],
  ] as const)('does not begin with what the user no longer has, when his %s changes while he signs in', async (_, changes) => {
    const set = setUp();
    const people = new People({ store: set.store, passwords, sessions: set.registry, clock: set.clock, newId: () => 'id' });
    const { users } = set.store as { users: { byLogin: (login: string) => Promise<UserRecord | null> } };
    const { byLogin } = users;
    users.byLogin = async (login) => {
      const found = await byLogin(login);
      await people.change('u1', changes);
      return found;
    };
    expect(codeOf(await set.attempt('ann', password))).toBe('LOGIN_WRONG');
    expect([...set.sessions.values()].filter(({ revokedMs }) => revokedMs === null)).toEqual([]);
  });

  it('ends within half a minute of use when another process took its user other rights', async () => {
    const set = setUp();
    const token = await openSession(set);
    set.people.current = { ...set.people.current, role: 'observer' };
    await set.clock.advance(30_000);
    set.registry.hot(token);
    await new Promise((resolve) => setImmediate(resolve));
    expect(set.registry.hot(token)).toBeUndefined();
    expect((await set.registry.find(token))?.principal.role, 'with the rights of now').toBe('observer');
  });

  it('is found after a restart, and then without the database', async () => {
    const set = setUp();
    const token = await openSession(set);
    const restarted = set.start().registry;
    expect(restarted.hot(token)).toBeUndefined();
    expect((await restarted.find(token))?.principal.userId).toBe('u1');
    const { sessions } = set.reads;
    expect((await restarted.find(token))?.principal.userId).toBe('u1');
    expect(set.reads.sessions).toBe(sessions);
  });

  it('ends at once when signed out or revoked, and says so', async () => {
    const set = setUp();
    const ended: string[] = [];
    const stop = set.registry.onEnd((hash) => ended.push(hash));
    const first = await openSession(set);
    const second = await openSession(set);
    const session = await set.registry.find(first);
    if (session === null) throw new Error('no session');
    await set.registry.end(session, { ip: '1.2.3.4', userAgent: 'a browser' });
    expect(await set.registry.find(first)).toBeNull();
    expect(await set.registry.find(second)).not.toBeNull();
    await set.registry.endAllOf('u1');
    expect(await set.registry.find(second)).toBeNull();
    expect(ended).toContain(session.tokenHash);
    expect(set.deeds).toEqual(['session.opened', 'session.opened', 'session.closed']);
    stop();
  });

  it('gives way to newer ones of its user when there are too many', async () => {
    const set = setUp();
    const tokens: string[] = [];
    for (let i = 0; i < maxSessions + 2; i++) tokens.push(await openSession(set));
    const left = await Promise.all(tokens.map(async (token) => (await set.registry.find(token)) !== null));
    expect(left).toEqual(tokens.map((_, at) => at >= 2));
  });

  it('of a demo user is void outside the demo, after a restart on the same data', async () => {
    const set = setUp(user({ demo: true }), true);
    const token = await openSession(set);
    expect(await set.registry.find(token)).not.toBeNull();
    expect(
      await new SessionRegistry({ store: set.store, clock: set.clock, logger: quiet, demoAllowed: false, longestMs: 1e9 }).find(token),
    ).toBeNull();
  });
});
