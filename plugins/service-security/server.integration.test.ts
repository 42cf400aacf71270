import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../schemas/wire/index.ts';
import { HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** The plugin in a real server. */
let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-people', 'service-security'].map(pluginSource), rateFactor: 100 });
  admin = await server.signIn('admin');
}, 120_000);
afterAll(async () => {
  await server?.close();
});

async function signIn(username: string, password: string): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  await client.signIn(username, password);
  return client;
}
/** Somebody new, with two sessions. */
async function somebody(username: string) {
  const terms = { username, email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason: 'a test' } as const;
  const { person, password: given } = await admin.call('personCreate', { body: terms });
  const here = server.guest();
  const password = await here.enter(username, given);
  return { userId: person.user_id, password, here, there: await signIn(username, password) };
}
const change = (client: HttpClient, old_password: string, new_password: string) =>
  client.call('securityPassword', { body: { old_password, new_password } });
const isIn = (client: HttpClient): Promise<boolean> =>
  client.call('currentUser').then(
    () => true,
    () => false,
  );

describe('the own password', () => {
  it('is changed by who knows the old one; it ends all other sessions with their sockets, and not the one that asks', async () => {
    const { userId, password, here, there } = await somebody('pw_ann');
    const stream = await StreamProbe.open(server.url);
    await stream.request({ op: 'auth', token: there.token });
    await change(here, password, 'Blue-Whale-Song 7');
    await stream.until(() => stream.closed, 5_000);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    await expect(signIn('pw_ann', password)).rejects.toThrow('LOGIN_WRONG');
    expect(await isIn(await signIn('pw_ann', 'Blue-Whale-Song 7'))).toBe(true);
    const { items } = await server.store.audit.page({ subject: `person/${userId}`, action: 'person.password', limit: 5 });
    const own = { actor: userId, before: null, after: null };
    expect(items, 'chosen at first, and changed').toMatchObject([own, own]);
    expect(JSON.stringify(await server.store.audit.page({ limit: 100 }))).not.toContain('Blue-Whale');
    stream.close();
  });

  it('stays as it is when the old one is wrong or the new one will not do, and says which field it is about', async () => {
    const { password, here, there } = await somebody('pw_bob');
    const refusals: string[] = [];
    for (const [old, wanted] of [
      ['not it', 'Blue-Whale-Song 7'],
      [password, password],
      [password, 'short'],
      [password, 'password1'],
      [password, 'x-pw_bob-Quarz 99'],
    ] as const)
      refusals.push(String((await refusalOf(change(here, old, wanted))).message.match(/[A-Z]+_[A-Z_]+ .*"field":"[a-z_]+"/)?.[0]));
    expect(refusals.map((one) => [one.split(' ')[0], /"field":"([a-z_]+)"/.exec(one)?.[1]])).toEqual([
      ['PASSWORD_WRONG', 'old_password'],
      ['PASSWORD_SAME', 'new_password'],
      ['PASSWORD_LENGTH', 'new_password'],
      ['PASSWORD_LOW', 'new_password'],
      ['PASSWORD_HAS_NAME', 'new_password'],
    ]);
    expect([await isIn(here), await isIn(there), await isIn(await signIn('pw_bob', password))]).toEqual([true, true, true]);
  });

  it('is not guessed from a session that somebody left open: guesses wait ever longer', async () => {
    const { password, here } = await somebody('pw_cid');
    for (let guess = 0; guess < 5; guess++)
      await expect(change(here, `guess ${guess}`, 'Blue-Whale-Song 7')).rejects.toThrow('PASSWORD_WRONG');
    await expect(change(here, password, 'Blue-Whale-Song 7')).rejects.toThrow('LOGIN_LOCKED');
    expect(await isIn(here)).toBe(true);
  });

  it('takes no other word than the two passwords, and nobody without a session', async () => {
    const { password, here } = await somebody('pw_dan');
    const body = { old_password: password, new_password: 'Blue-Whale-Song 7', user_id: 'another' };
    await expect(here.call('securityPassword', { body })).rejects.toThrow('REQUEST_INVALID');
    await expect(change(server.guest(), password, 'Blue-Whale-Song 7')).rejects.toThrow('SESSION_MISSING');
    const { token } = await here.call('apiKeyCreate', { body: { name: 'Bot', permission: 'trade', addresses: [], password } });
    const bot = new HttpClient(server.url);
    bot.token = token;
    await expect(change(bot, password, 'Blue-Whale-Song 7')).rejects.toThrow('KEY_FORBIDDEN');
    await expect(bot.call('securitySessions')).rejects.toThrow('KEY_FORBIDDEN');
    expect(routes.securityPassword).not.toHaveProperty('key');
  });
});

describe('the own sessions', () => {
  it('are listed, and end one by one or all but this one', async () => {
    const { userId, password, here, there } = await somebody('se_ann');
    const third = await signIn('se_ann', password);
    const listed = await here.call('securitySessions');
    expect(listed.map(({ current }) => current)).toEqual([false, false, true]);
    for (const one of listed) expect(one).toMatchObject({ ip: expect.any(String), used_time: one.opened_time });
    const [newest] = listed;
    expect(await here.call('securitySessionsEnd', { body: { session_id: newest?.session_id ?? '' } })).toEqual({ ended: 1 });
    expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, true, false]);
    expect(await here.call('securitySessionsEnd', { body: {} })).toEqual({ ended: 1 });
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect(await here.call('securitySessions')).toMatchObject([{ current: true }]);
    const { items } = await server.store.audit.page({ subject: `person/${userId}`, action: 'person.sessions-ended', limit: 5 });
    expect(items.map(({ actor, after }) => [actor, after])).toEqual([
      [userId, { sessions: 1, kept_session_id: expect.any(String) }],
      [userId, { sessions: 1, session_id: newest?.session_id }],
    ]);
  });

  it('of others cannot be named, nor the own one', async () => {
    const [ann, bob] = [await somebody('se_bob'), await somebody('se_cid')];
    for (const { session_id } of [
      ...(await bob.here.call('securitySessions')),
      ...(await ann.here.call('securitySessions')).filter((one) => one.current),
    ])
      await expect(ann.here.call('securitySessionsEnd', { body: { session_id } })).rejects.toThrow('PERSON_SESSION_UNKNOWN');
    expect([await isIn(ann.here), await isIn(bob.here), await isIn(bob.there)]).toEqual([true, true, true]);
  });
});
