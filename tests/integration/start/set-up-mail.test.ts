import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { solved } from '../../kit/servers/http-client.ts';
import { MailServer } from '../../kit/servers/mail-server.ts';
import { setUp, setUpAnswers } from '../../kit/servers/set-up.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** A mail server that was named at the first start, and a letter that goes by it. */

const account = { user: 'desk', password: 's3cret-w0rd' };
const log: string[] = [];
let post: MailServer;
let server: TestServer;

beforeAll(async () => {
  post = await MailServer.start({ account });
  const plugins = ['venue-house', 'service-people', 'service-platform', 'service-register'].map(pluginSource);
  server = await startTestServer({ demo: false, plugins, onLog: (line) => log.push(line) });
}, 120_000);
afterAll(async () => {
  await server?.close();
  await post?.close();
});

const named = () => ({
  ...{ host: '127.0.0.1', port: post.port, security: 'starttls' as const, user: account.user },
  ...{ sender: 'desk@firm.example', notify: ['olga@firm.example'] },
});

it('a set-up that names a mail server wrongly makes nobody, and says which field', async () => {
  const wrong = setUp(server.url, { mail: { ...named(), sender: 'desk', user_password: account.password } });
  await expect(wrong).rejects.toMatchObject({ number: 42382, params: { field: 'sender' } });
  expect(await server.guest().call('setUpLook', { body: { token: null } })).toBeTruthy();
});

it('the code with which its administrator sets another password comes by that server, whose own password nobody is shown', async () => {
  const admin = await setUp(server.url, { language: 'en', mail: { ...named(), user_password: account.password } });
  expect(await admin.call('platformMail')).toMatchObject({ origin: 'platform', has_password: true, server: named() });

  const guest = server.guest();
  const captcha = async () => solved(await guest.call('registerCaptcha'));
  const { email } = setUpAnswers;
  await guest.call('forgetPasswordEmail', { query: { email, ...(await captcha()) } });
  await vi.waitFor(() => expect(post.taken).toHaveLength(1), { timeout: 30_000, interval: 100 });
  const [mail] = post.taken;
  expect(mail).toMatchObject({ from: 'desk@firm.example', to: [email] });
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'none';
  const password = 'another-Lantern-88';
  await guest.call('resetPasswordEmail', { body: { email, code, password } });
  await server.guest().signIn(email, password);
  await expect(server.guest().signIn(email, setUpAnswers.password)).rejects.toThrow();

  const seen = JSON.stringify([await server.store.platform.all(), (await server.store.audit.page({ limit: 200 })).items, log]);
  expect(seen).not.toContain(account.password);
}, 60_000);
