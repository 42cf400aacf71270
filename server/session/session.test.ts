import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import type { LoginLogRecord, SessionRecord, UserRecord } from '../store/records.ts';
import { CaptchaDesk, captchaLifetimeMs } from './captcha-desk.ts';
import { LoginThrottle } from './login-throttle.ts';
import { PasswordHasher } from './password-hasher.ts';
import { maxSessions, SessionRegistry, sessionLifetimeMs } from './session-registry.ts';
import { SignIn } from './sign-in.ts';

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
  ...changes,
});

/** Sign-in over tables in memory. */
function setUp(person: UserRecord = user(), demoAllowed = false) {
  const clock = new ManualClock(1_000_000_000_000);
  const sessions = new Map<string, SessionRecord>();
  const log: Omit<LoginLogRecord, 'id'>[] = [];
  const reads = { sessions: 0 };
  const people = { current: person };
  const store = {
    users: {
      get: async (id: string) => (id === people.current.id ? people.current : null),
      byLogin: async (login: string) =>
        [people.current.username, people.current.email, people.current.phone].includes(login) ? people.current : null,
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
    loginLog: { append: async (entry: Omit<LoginLogRecord, 'id'>) => void log.push(entry) },
  } as never;
  let ids = 0;
  const captchas = new CaptchaDesk(
    clock,
    () => ({ text: 'aB3', svg: '<svg/>' }),
    () => `captcha-${++ids}`,
  );
  const registry = new SessionRegistry(store, clock, quiet, demoAllowed);
  const throttle = new LoginThrottle(clock);
  const signIn = new SignIn({ store, clock, captchas, throttle, passwords, sessions: registry, logger: quiet, demoAllowed });
  const attempt = (account: string, typed: string, captchaValue = 'ab3', ip = '1.2.3.4') =>
    signIn.signIn({ captchaId: captchas.generate(), captchaValue, account, password: typed, ip, userAgent: 'test' });
  return { clock, sessions, log, reads, people, store, captchas, registry, attempt };
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

  it('says the same of a wrong password and an unknown user, and logs the first', async () => {
    const { attempt, log } = setUp();
    expect(codeOf(await attempt('ann', 'wrong'))).toBe('LOGIN_WRONG');
    expect(codeOf(await attempt('bob', password))).toBe('LOGIN_WRONG');
    expect(log.map((row) => row.outcome)).toEqual(['LOGIN_WRONG']);
  });

  it('takes as long for an unknown user as for a wrong password', async () => {
    const { attempt } = setUp();
    await attempt('nobody', password);
    const time = async (account: string): Promise<number> => {
      const startMs = performance.now();
      await attempt(account, 'wrong', 'ab3', account + performance.now());
      return performance.now() - startMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 7; i++) {
      known.push(await time('ann'));
      unknown.push(await time('bob'));
    }
    const median = (times: number[]): number => times.sort((a, b) => a - b)[3] ?? 0;
    expect(median(unknown)).toBeGreaterThan(median(known) / 3);
  });

  it('uses a captcha up, right or wrong, and lets it expire', async () => {
    const { attempt, captchas, clock } = setUp();
    expect(codeOf(await attempt('ann', password, 'nope'))).toBe('LOGIN_CAPTCHA_WRONG');
    const id = captchas.generate();
    expect(captchas.image(id)).toBe('<svg/>');
    expect(captchas.answer(id, ' AB3 ')).toBe('RIGHT');
    expect(captchas.answer(id, 'ab3')).toBe('WRONG');
    expect(captchas.image(id)).toBeNull();
    const old = captchas.generate();
    await clock.advance(captchaLifetimeMs + 1);
    expect(captchas.answer(old, 'ab3')).toBe('EXPIRED');
    expect(captchas.answer(old, 'ab3'), 'an expired one excuses one try').toBe('WRONG');
  });

  it('knows an expired captcha also after others have been drawn', async () => {
    const { captchas, clock } = setUp();
    const old = captchas.generate();
    await clock.advance(captchaLifetimeMs + 1);
    captchas.generate();
    expect(captchas.image(old)).toBeNull();
    expect(captchas.answer(old, 'ab3')).toBe('EXPIRED');
  });

  it('keeps a bounded number of captchas', () => {
    const { captchas } = setUp();
    const first = captchas.generate();
    for (let i = 0; i < 2_500; i++) captchas.generate();
    expect(captchas.image(first)).toBeNull();
  });

  it('locks an account for an address after five failures, ever longer, and forgives a right password', async () => {
    const { attempt, clock } = setUp();
    for (let i = 0; i < 5; i++) expect(codeOf(await attempt('ann', 'wrong'))).toBe('LOGIN_WRONG');
    const locked = await attempt('ANN', password);
    expect(locked).toMatchObject({ ok: false, error: { code: 'LOGIN_LOCKED', params: { retryAfterS: 15 } } });
    expect(codeOf(await attempt('ann', password, 'ab3', '5.6.7.8'))).toBe('OK');
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
    for (let i = 0; i < 5; i++) expect(codeOf(await attempt('ann', 'wrong', 'ab3', `2001:db8:0:1::${i}`))).toBe('LOGIN_WRONG');
    expect(codeOf(await attempt('ann', 'wrong', 'ab3', '2001:db8:0:1:ffff::9'))).toBe('LOGIN_LOCKED');
    expect(codeOf(await attempt('ann', 'wrong', 'ab3', '2001:db8:0:2::9'))).toBe('LOGIN_WRONG');
  });

  it.each(['ann', 'nobody'])('slows down guesses at %s over all addresses that never got in', async (account) => {
    const { attempt, clock } = setUp();
    const guess = async (at: number) => codeOf(await attempt(account, 'wrong', 'ab3', `198.51.100.${at}`));
    const codes: string[] = [];
    for (let i = 0; i < 25; i++) codes.push(await guess(i));
    expect(codes).toEqual([...Array(20).fill('LOGIN_WRONG'), ...Array(5).fill('LOGIN_LOCKED')]);
    await clock.advance(15_000);
    expect([await guess(100), await guess(101)]).toEqual(['LOGIN_WRONG', 'LOGIN_LOCKED']);
  });

  it('lets nobody lock the owner out of where he signed in before', async () => {
    const { attempt } = setUp();
    expect(codeOf(await attempt('ann', password, 'ab3', '203.0.113.1'))).toBe('OK');
    for (let i = 0; i < 25; i++) await attempt('ann', 'wrong', 'ab3', `198.51.100.${i}`);
    expect(codeOf(await attempt('ann', password, 'ab3', '203.0.113.2'))).toBe('LOGIN_LOCKED');
    expect(codeOf(await attempt('Ann', 'wrong', 'ab3', '203.0.113.1'))).toBe('LOGIN_WRONG');
    expect(codeOf(await attempt('ann', password, 'ab3', '203.0.113.1'))).toBe('OK');
  });

  it('lets the same person sign in from several windows at once', async () => {
    const { attempt } = setUp();
    const codes = (await Promise.all(Array.from({ length: 12 }, () => attempt('ann', password)))).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['OK']));
  });

  it('counts guesses made at the same time', async () => {
    const { attempt } = setUp();
    const codes = (await Promise.all(Array.from({ length: 30 }, () => attempt('ann', 'wrong')))).map(codeOf);
    expect(codes.filter((code) => code === 'LOGIN_WRONG')).toHaveLength(20);
    expect(codes.filter((code) => code === 'LOGIN_LOCKED')).toHaveLength(10);
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
    (await set.registry.open(set.people.current, { ip: 'ip', userAgent: '' })).token;

  it('ends twelve hours after its last use', async () => {
    const set = setUp();
    const token = await openSession(set);
    await set.clock.advance(sessionLifetimeMs - 1);
    expect(set.registry.hot(token)).toBeDefined();
    await set.clock.advance(sessionLifetimeMs - 1);
    expect(await set.registry.find(token)).not.toBeNull();
    await set.clock.advance(sessionLifetimeMs);
    expect(set.registry.hot(token)).toBeUndefined();
    expect(await set.registry.find(token)).toBeNull();
  });

  it('is found after a restart, and then without the database', async () => {
    const set = setUp();
    const token = await openSession(set);
    const restarted = new SessionRegistry(set.store, set.clock, quiet, false);
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
    await set.registry.end(session);
    expect(await set.registry.find(first)).toBeNull();
    expect(await set.registry.find(second)).not.toBeNull();
    await set.registry.endAllOf('u1');
    expect(await set.registry.find(second)).toBeNull();
    expect(ended).toContain(session.tokenHash);
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
    expect(await new SessionRegistry(set.store, set.clock, quiet, false).find(token)).toBeNull();
  });
});
