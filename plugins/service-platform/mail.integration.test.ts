import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { MailServer } from '../../tests/kit/servers/mail-server.ts';
import { setUp } from '../../tests/kit/servers/set-up.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

const account = { user: 'desk', password: 's3cret-w0rd' };
const log: string[] = [];
const onLog = (line: string): void => void log.push(line);
let server: TestServer;
let post: MailServer;
let admin: HttpClient;

beforeAll(async () => {
  post = await MailServer.start({ account });
  server = await startTestServer({ demo: false, plugins: [pluginSource('service-people'), pluginSource('service-platform')], onLog });
  admin = await setUp(server.url);
});
afterAll(async () => {
  await server?.close();
  await post?.close();
});

const ofFirm = () => ({
  ...{ host: '127.0.0.1', port: post.port, security: 'starttls' as const, user: 'desk', sender: 'desk@firm.example' },
  notify: ['olga@firm.example'],
});
const change = (version: number, named: object | null, reason = 'our own server') =>
  admin.call('platformMailChange', { body: { version, server: named, reason } as never });

describe('the mail server that an administrator names', () => {
  it('is none at first: nothing can be tried, and mails wait', async () => {
    expect(await admin.call('platformMail')).toEqual({ origin: 'none', version: 0, has_password: false, server: null });
    expect((await refusalOf(admin.call('platformMailTest'))).number).toBe(42380);
  });

  it('is refused beside the field that is wrong, and nothing is kept', async () => {
    const wrong = async (differs: object) => {
      const { number, params } = await refusalOf(change(0, { ...ofFirm(), user_password: 'x', ...differs }));
      return [number, params.field];
    };
    expect(await wrong({ host: '' })).toEqual([42380, 'host']);
    expect(await wrong({ host: 'smtp://mail.example' })).toEqual([40001, 'host']);
    expect(await wrong({ sender: 'desk' })).toEqual([42382, 'sender']);
    expect(await wrong({ notify: ['olga@firm.example', 'bo'] })).toEqual([42382, 'notify']);
    expect(await wrong({ user_password: null })).toEqual([42380, 'user_password']);
    expect((await admin.call('platformMail')).version).toBe(0);
  });

  it('takes mails from that moment on, and its password is told to nobody', async () => {
    const kept = await change(0, { ...ofFirm(), user_password: account.password });
    expect(kept).toEqual({ origin: 'platform', version: 1, has_password: true, server: ofFirm() });
    expect(await admin.call('platformMailTest')).toEqual({ to: 'olga@firm.example', fault: null, detail: null });
    expect(post.taken).toMatchObject([{ from: 'desk@firm.example', to: ['olga@firm.example'] }]);
    expect(post.taken[0]?.headers.subject).toContain('=?UTF-8?');
    const { items } = await server.store.audit.page({ action: 'mail-server.changed', limit: 10 });
    expect(items).toMatchObject([{ reason: 'our own server', before: null, after: { host: '127.0.0.1', password_changed: true } }]);
    expect(JSON.stringify([items, await server.store.platform.all()])).not.toContain(account.password);
  });

  it('keeps its password over a change of the rest, and tells no other server of it', async () => {
    expect(await change(1, { ...ofFirm(), sender: 'house@firm.example', user_password: null })).toMatchObject({
      version: 2,
      has_password: true,
    });
    expect(await admin.call('platformMailTest')).toMatchObject({ fault: null });
    const stolen = await refusalOf(change(2, { ...ofFirm(), host: 'evil.example', user_password: null }));
    expect([stolen.number, stolen.params.field]).toEqual([42380, 'user_password']);
  });

  it('says what the mail server said when it takes nothing', async () => {
    await change(2, { ...ofFirm(), user_password: 'another' });
    expect(await admin.call('platformMailTest')).toEqual({ to: 'olga@firm.example', fault: 'SIGN_IN', detail: '535' });
  });

  it('is not written over by who looked at it before, and is taken back', async () => {
    expect((await refusalOf(change(2, null))).number).toBe(40961);
    expect(await change(3, null)).toEqual({ origin: 'none', version: 4, has_password: false, server: null });
    expect((await refusalOf(change(4, null))).number).toBe(42398);
    expect((await refusalOf(admin.call('platformMailTest'))).number).toBe(42380);
  });

  it('is nobody’s who is no administrator', async () => {
    const guest = server.guest();
    await expect(guest.call('platformMail')).rejects.toThrow();
    await expect(guest.call('platformMailChange', { body: { version: 4, server: null, reason: 'no reason' } })).rejects.toThrow();
    await expect(guest.call('platformMailTest')).rejects.toThrow();
  });
});

it('yields to what the environment names, which the page says', async () => {
  const environment = {
    TESSERA_SMTP_URL: `smtp://desk:${account.password}@127.0.0.1:${post.port}`,
    ...{ TESSERA_MAIL_FROM: 'env@firm.example', TESSERA_MAIL_TO: 'ops@firm.example' },
  };
  const other = await startTestServer({ demo: false, plugins: [pluginSource('service-platform')], environment, onLog });
  try {
    const keeper = await setUp(other.url, { mail: { ...ofFirm(), port: 1, user_password: 'x' } });
    expect(await keeper.call('platformMail')).toMatchObject({ origin: 'environment', server: { port: 1 } });
    expect(await keeper.call('platformMailTest')).toMatchObject({ fault: null });
    expect(post.taken.at(-1)).toMatchObject({ from: 'env@firm.example', to: ['olga@firm.example'] });
    expect(JSON.stringify(await keeper.call('platformMail'))).not.toContain('env@firm.example');
  } finally {
    await other.close();
  }
});

it('stands in no line of the log with its password, taken or refused, named on the page or in the environment', () => {
  const text = log.join('');
  expect(log.length).toBeGreaterThan(0);
  const forms = [account.password, `\0desk\0${account.password}`].flatMap((word) => [word, Buffer.from(word).toString('base64')]);
  for (const form of [...forms, '"another"', Buffer.from('another').toString('base64')]) expect(text).not.toContain(form);
});
