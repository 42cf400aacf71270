import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignInWants } from '../../schemas/wire/user.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** Attacks with passwords that an administrator has made, in a real server: they open nothing but the choice of another one. */
let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-people', 'service-security'].map(pluginSource), rateFactor: 100 });
  admin = await server.signIn('admin');
}, 120_000);
afterAll(() => server?.close());

const reason = 'a test';
const chosen = 'quiet-Meadow-7411';
async function make(username: string) {
  const terms = { username, email: `${username}@firm.example`, phone: null, role: 'user', vip_level: 0, vip_until: null } as const;
  const { person, password } = await admin.call('personCreate', { body: { ...terms, reason } });
  return { userId: person.user_id, given: password };
}
const giveAgain = async (userId: string): Promise<string> =>
  (await admin.call('personPassword', { body: { user_id: userId, reason } })).password;
async function wantsOf(username: string, password: string): Promise<SignInWants> {
  const wants = await server.guest().login(username, password);
  if (!('wants' in wants)) throw new Error('the sign-in wants nothing');
  return wants;
}
const choose = (wants: SignInWants, value: string): Promise<unknown> => server.guest().step(wants, 'new-password', value);

it('opens no session before another one is chosen: no call, no topic, nothing by what waits for it', async () => {
  const { given } = await make('gp_ann');
  const wants = await wantsOf('gp_ann', given);
  expect(wants.wants).toEqual(['new-password']);
  const thief = new HttpClient(server.url);
  thief.token = wants.pending_token;
  for (const call of ['currentUser', 'apiList', 'securitySessions', 'confirmWays', 'outLogin'] as const)
    await expect(thief.call(call), call).rejects.toThrow('SESSION_INVALID');
  const change = { old_password: given, new_password: chosen };
  await expect(thief.call('securityPassword', { body: change })).rejects.toThrow('SESSION_INVALID');
  const stream = await StreamProbe.open(server.url);
  expect((await stream.request({ op: 'auth', token: wants.pending_token })).code).not.toBe(200);
  expect((await stream.request({ op: 'subscribe', topics: ['messages'] })).code).not.toBe(200);
  stream.close();
  const body = { pending_token: wants.pending_token, kind: 'new-password' };
  await expect(server.guest().call('loginStepTerms', { body })).rejects.toThrow('REQUEST_INVALID');
  expect(
    await server.store.sql.run('select 1 from session s join app_user u on u.id = s.user_id where u.username = $1', ['gp_ann']),
  ).toEqual([]);
});

it('is replaced by one that may be chosen, which opens the session, and is worth nothing from then on', async () => {
  const { userId, given } = await make('gp_bob');
  const wants = await wantsOf('gp_bob', given);
  for (const [value, code] of [
    [given, 'PASSWORD_SAME'],
    ['short', 'PASSWORD_LENGTH'],
    // Among the first that are tried, though it keeps the rules.
    ['Q1w2e3r4', 'PASSWORD_LOW'],
    ['x-gp_bob-Quarz 99', 'PASSWORD_HAS_NAME'],
  ] as const)
    await expect(choose(wants, value), value).rejects.toThrow(code);
  const client = server.guest();
  await client.step(wants, 'new-password', chosen);
  expect(await client.call('currentUser')).toMatchObject({ username: 'gp_bob' });
  await expect(choose(wants, 'quiet-Harbour-7411')).rejects.toThrow('LOGIN_STEP_ENDED');
  await expect(server.guest().login('gp_bob', given)).rejects.toThrow('LOGIN_WRONG');
  await server.guest().signIn('gp_bob', chosen);
  const { items } = await server.store.audit.page({ subject: `person/${userId}`, action: 'person.password', limit: 5 });
  expect(items).toMatchObject([{ actor: userId, reason: null, before: null, after: null }]);
});

it('ends with too many tries, and with another one that is given meanwhile', async () => {
  const { userId, given } = await make('gp_cid');
  const guessed = await wantsOf('gp_cid', given);
  for (let at = 0; at < 5; at++) await expect(choose(guessed, 'short')).rejects.toThrow('PASSWORD_LENGTH');
  await expect(choose(guessed, chosen)).rejects.toThrow('LOGIN_STEP_ENDED');
  const before = await wantsOf('gp_cid', given);
  const again = await giveAgain(userId);
  await expect(choose(before, chosen)).rejects.toThrow('LOGIN_STEP_ENDED');
  await expect(server.guest().login('gp_cid', given)).rejects.toThrow('LOGIN_WRONG');
  expect((await wantsOf('gp_cid', again)).wants).toEqual(['new-password']);
});

it('is replaced once by two answers at once', async () => {
  const { given } = await make('gp_dan');
  const wants = await wantsOf('gp_dan', given);
  const words = ['quiet-Meadow-7411', 'loud-Harbour-7412'];
  const tries = await Promise.allSettled(words.map((one) => choose(wants, one)));
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const won = tries.findIndex(({ status }) => status === 'fulfilled');
  await server.guest().signIn('gp_dan', words[won] ?? '');
  await expect(server.guest().login('gp_dan', words[1 - won] ?? '')).rejects.toThrow('LOGIN_WRONG');
});

it('is no way around a second factor, which is asked for first', async () => {
  const { userId, given } = await make('gp_eve');
  const eve = server.guest();
  await eve.enter('gp_eve', given, chosen);
  const { secret } = await eve.call('securityTotpBegin');
  const codeOf = (aheadMs = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + aheadMs });
  const { recovery_codes: recovery } = await eve.call('securityTotpConfirm', { body: { code: codeOf() } });
  const again = await giveAgain(userId);
  await expect(eve.call('currentUser')).rejects.toThrow('SESSION_INVALID');
  const wants = await wantsOf('gp_eve', again);
  expect(wants.wants).not.toContain('new-password');
  await expect(choose(wants, 'loud-Harbour-7412')).rejects.toThrow('LOGIN_STEP_WRONG');
  await expect(server.guest().login('gp_eve', 'loud-Harbour-7412')).rejects.toThrow('LOGIN_WRONG');
  const body = { pending_token: wants.pending_token, kind: 'recovery', value: recovery[0] ?? '' };
  const next = await server.guest().call('loginStep', { body });
  expect(next).toMatchObject({ pending_token: wants.pending_token, wants: ['new-password'] });
  await choose(wants, 'loud-Harbour-7412');
  expect((await wantsOf('gp_eve', 'loud-Harbour-7412')).wants).not.toContain('new-password');
});
