import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CodesKit } from '../../../kit/letters/codes.ts';
import { HttpClient } from '../../../kit/servers/http-client.ts';
import { StreamProbe } from '../../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../../kit/servers/test-server.ts';

let server: TestServer;
let admin: HttpClient;
const log: string[] = [];
beforeAll(async () => {
  const plugins = ['venue-house', 'service-outbox', 'service-people', 'service-register', 'service-security'].map(pluginSource);
  server = await startTestServer({ plugins, onLog: (line) => log.push(line) });
  admin = await server.signIn('admin');
}, 120_000);
afterAll(() => server?.close());

async function somebody(username: string) {
  const terms = { username, email: `${username}@firm.example`, phone: null, role: 'user', vip_level: 1, vip_until: null } as const;
  const { password: given } = await admin.call('personCreate', { body: { ...terms, reason: 'an attack' } });
  const client = server.guest();
  const password = await client.enter(username, given);
  return { username, email: terms.email, password, client };
}
const holding = (token: string | null): HttpClient => {
  const client = new HttpClient(server.url);
  client.token = token;
  return client;
};

describe('the token of a session', () => {
  it('is another one with every sign-in', async () => {
    const ann = await somebody('ps_ann');
    const tokens = [ann.client.token ?? ''];
    for (let i = 0; i < 5; i++) {
      // Signing in again, with the token of the session before.
      const client = holding(tokens.at(-1) ?? null);
      await client.signIn(ann.username, ann.password);
      tokens.push(client.token ?? '');
    }
    expect(new Set(tokens).size).toBe(6);
    for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32);
    const kept = JSON.stringify([await server.store.sql.run('select * from session'), log]);
    for (const token of tokens) expect(kept).not.toContain(token);
  });

  it('is nobody’s whose token somebody else has chosen', async () => {
    const bob = await somebody('ps_bob');
    const planted = 'p'.repeat((bob.client.token ?? '').length);
    const victim = holding(planted);
    await victim.signIn(bob.username, bob.password);
    expect(victim.token).not.toBe(planted);
    await expect(holding(planted).call('currentUser')).rejects.toThrow('SESSION_INVALID');
    // Nor by a field, a query or a cookie, which a page of another site could plant.
    for (const where of [{ token: planted }, { session_id: planted }])
      await expect(
        server.guest().call('login', { query: where as never, body: { account: bob.username, password: bob.password } }),
      ).rejects.toThrow('REQUEST_INVALID');
    const byCookie = await fetch(`${server.url}/sapi/user/currentUser`, {
      headers: { cookie: `token=${victim.token}; session=${victim.token}; authorization=${victim.token}` },
    });
    expect(byCookie.status).toBe(401);
    const byQuery = await fetch(`${server.url}/sapi/user/currentUser?token=${victim.token}`);
    expect(byQuery.status).toBeGreaterThanOrEqual(400);
  });

  it('opens nothing after its end, wherever it is tried', async () => {
    const ends: readonly (readonly [string, (owner: Awaited<ReturnType<typeof somebody>>) => Promise<unknown>])[] = [
      ['ps_out', async ({ client }) => client.call('outLogin')],
      [
        'ps_password',
        async ({ username, password }) => {
          const here = server.guest();
          await here.signIn(username, password);
          await here.call('securityPassword', { body: { old_password: password, new_password: 'quiet-Harbour-7411' } });
        },
      ],
      [
        'ps_others',
        async ({ username, password }) => {
          const here = server.guest();
          await here.signIn(username, password);
          await here.call('securitySessionsEnd', { body: {} });
        },
      ],
      [
        'ps_admin',
        async ({ username }) => {
          const { results } = await admin.call('peopleList', { query: { search: username } });
          await admin.call('personSessionsEnd', { body: { user_id: results[0]?.user_id ?? '', reason: 'it was stolen' } });
        },
      ],
    ];
    for (const [username, end] of ends) {
      const owner = await somebody(username);
      const thief = holding(owner.client.token);
      const open = await StreamProbe.open(server.url);
      expect((await open.request({ op: 'auth', token: thief.token })).code).toBe(200);
      expect(await thief.call('currentUser')).toMatchObject({ username });
      await end(owner);
      await open.until(() => open.closed);
      for (const call of ['currentUser', 'apiList', 'securitySessions', 'securityFactors'] as const)
        await expect(thief.call(call), `${username} ${call}`).rejects.toThrow('SESSION_INVALID');
      const late = await StreamProbe.open(server.url);
      expect((await late.request({ op: 'auth', token: thief.token })).code, username).not.toBe(200);
      late.close();
    }
  }, 60_000);

  it('opens with no new password past a second factor', async () => {
    const cid = await somebody('ps_cid');
    const { secret } = await cid.client.call('securityTotpBegin');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await cid.client.call('securityTotpConfirm', { body: { code } });
    // A thief of the mailbox sets another password.
    const letter = await new CodesKit(server.guest(), admin).letter(cid.email, 'reset');
    await server.guest().call('resetPasswordEmail', { body: { email: cid.email, code: letter.code, password: 'stolen-Harbour-7' } });
    const wants = await server.guest().login(cid.username, 'stolen-Harbour-7');
    expect(wants).toMatchObject({ wants: ['totp', 'recovery'] });
    expect(wants).not.toHaveProperty('token');
    await expect(cid.client.call('currentUser')).rejects.toThrow('SESSION_INVALID');
  });
});
