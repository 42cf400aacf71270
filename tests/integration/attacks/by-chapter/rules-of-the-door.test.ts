import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../../core/contract/error-catalogue.ts';
import { httpBase, type ProductRoutes, routes } from '../../../../schemas/wire/index.ts';
import type { QueryOf } from '../../../../schemas/wire/route.ts';
import { createLogger } from '../../../../server/logger.ts';
import { AheadClock } from '../../../kit/servers/ahead-clock.ts';
import { freshDataDir } from '../../../kit/servers/data-folder.ts';
import { type HttpClient, RefusedCall, solved } from '../../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../../kit/servers/test-server.ts';

/** What the house promises of whoever comes in, tried over HTTP by somebody who keeps to none of it. */
const clock = new AheadClock(createLogger('silent', () => undefined));
const hourMs = 3_600_000;
let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ clock });
  admin = await server.signIn('admin');
}, 60_000);
afterAll(() => server?.close());

const said = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof RefusedCall) return errorCodeOf(error.number) ?? String(error.number);
      throw error;
    },
  );
const passwordOf = (name: string): string => server.demoAccounts.find(({ username }) => username === name)?.password ?? '';
const account = () => ({ account: 'trader1', password: passwordOf('trader1') });
const challenge = (from: HttpClient) => from.call('captchaGenerate');
const enters = (query: QueryOf<ProductRoutes['login']>, body = account()): Promise<string> =>
  said(server.guest().call('login', { query, body }));

describe('the proof of work of a sign-in', () => {
  it('is good once, and not after its time', async () => {
    const once = await solved(await challenge(server.guest()));
    expect(await enters(once)).toBe('taken');
    expect(await enters(once)).toMatch(/^LOGIN_CAPTCHA/);
    const late = await solved(await challenge(server.guest()));
    clock.ahead(hourMs);
    expect(await enters(late)).toMatch(/^LOGIN_CAPTCHA/);
  });

  it('is refused where a sign of what the house has signed was changed, and where another server has signed it', async () => {
    const right = await solved(await challenge(server.guest()));
    const signed = JSON.parse(Buffer.from(right.captcha_id, 'base64url').toString()) as {
      readonly parameters: { readonly data: object };
    };
    const easier = { ...signed, parameters: { ...signed.parameters, data: { ...signed.parameters.data, expiresMs: 9_999_999_999_999 } } };
    expect(await enters({ ...right, captcha_id: Buffer.from(JSON.stringify(easier)).toString('base64url') })).toBe('LOGIN_CAPTCHA_WRONG');
    const other = await startTestServer();
    try {
      expect(await enters(await solved(await challenge(other.guest())))).toBe('LOGIN_CAPTCHA_WRONG');
    } finally {
      await other.close();
    }
    expect(await enters(right)).toBe('taken');
  }, 60_000);
});

describe('a session', () => {
  const looks = (client: HttpClient): Promise<string> => said(client.call('currentUser'));

  it('ends twelve hours after its last use', async () => {
    const client = await server.signIn('trader1');
    clock.ahead(11 * hourMs);
    expect(await looks(client)).toBe('taken');
    clock.ahead(12 * hourMs + 60_000);
    expect(await looks(client)).toMatch(/^SESSION_/);
  });

  it('ends a day after it was opened, however much it is used', async () => {
    const client = await server.signIn('trader2');
    for (let hours = 0; hours < 20; hours += 5) {
      clock.ahead(5 * hourMs);
      expect(await looks(client)).toBe('taken');
    }
    clock.ahead(4 * hourMs + 60_000);
    expect(await looks(client)).toMatch(/^SESSION_/);
  });
});

describe('a password', () => {
  it('is chosen by no call that is too short, too long, on every list or made of the own name', async () => {
    const client = await server.signIn('trader3');
    const chooses = (new_password: string): Promise<string> =>
      said(client.call('securityPassword', { body: { old_password: passwordOf('trader3'), new_password } }));
    expect(await chooses('aB3$xy7')).toBe('PASSWORD_LENGTH');
    expect(await chooses('aB3$xy7'.repeat(3))).toBe('PASSWORD_LENGTH');
    expect(await chooses('Password-1')).toBe('PASSWORD_LOW');
    expect(await chooses('Tessera-2026')).toBe('PASSWORD_LOW');
    expect(await chooses('my-Trader3-key')).toBe('PASSWORD_HAS_NAME');
    await server.signIn('trader3');
  });

  it('opens nothing in another case, cut short, or with a blank beside it', async () => {
    const password = passwordOf('trader1');
    const others = [password.toUpperCase(), password.slice(0, -1), `${password} `, ` ${password}`, `${password}\u0301`];
    for (const wrong of others.filter((one) => one !== password))
      expect(await enters(await solved(await challenge(server.guest())), { account: 'trader1', password: wrong })).toBe('LOGIN_WRONG');
    // Guesses make the next one wait.
    clock.ahead(hourMs);
  });
});

it('an account of the demo opens nothing once the demo is over, though its password is known', async () => {
  const dataFolder = await freshDataDir();
  const demo = await startTestServer({ dataFolder });
  const [known] = demo.demoAccounts;
  await demo.close();
  const real = await startTestServer({ dataFolder, demo: false });
  try {
    const client = real.guest();
    expect(known?.username).toBeDefined();
    expect(await said(client.login(known?.username ?? '', known?.password ?? ''))).toBe('LOGIN_WRONG');
  } finally {
    await real.close();
  }
}, 60_000);

it('the secret of a second factor is another one at each beginning, of 160 bits', async () => {
  const secrets: string[] = [];
  for (const name of ['trader1', 'trader1', 'trader2']) secrets.push((await (await server.signIn(name)).call('securityTotpBegin')).secret);
  expect(new Set(secrets).size).toBe(3);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('what is encoded twice is decoded once, and kept as it was typed', async () => {
  const client = await server.signIn('trader1');
  for (const typed of ['%3Cb%3E', '&lt;b&gt;', '\\u003cb\\u003e', '%2527', '%00']) {
    await client.call('accountGroupSave', { body: { name: typed } });
    expect((await client.call('accountGroupList')).map(({ name }) => name)).toContain(typed);
  }
  const market = `${server.url}${httpBase}${routes.depth.path}?exchange=tessera&account_type=spot&symbol=`;
  expect((await fetch(`${market}BTC%55SDT`)).status).toBe(200);
  expect((await fetch(`${market}BTC%2555SDT`)).status).toBe(400);
});

it('a file of a name that would end the header is given as a file of that name', async () => {
  const name = 'a";\r\nset-cookie: planted=1;x="简历’s.pdf';
  const [finance, owner] = [await server.signIn('finance'), await server.signIn('trader1')];
  const form = new FormData();
  form.append('proof', new Blob(['%PDF-1.7\n%%EOF\n']), name);
  const headers = { authorization: finance.token ?? '' };
  const sent = await fetch(server.url + httpBase + routes.movementProof.path, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { readonly data: { readonly file_id: string } };
  const api_id = (await owner.call('apiList'))[0]?.api_id ?? 0;
  const deposit = { kind: 'deposit', api_id, account_type: 'spot', asset: 'USDT', amount: '1', reason: 'his deposit', proof: '' } as const;
  await finance.call('movementAsk', { body: { ...deposit, movement_id: 'named-proof', file_id: data.file_id } });
  const given = await fetch(`${server.url}${httpBase}${routes.movementFile.path}?movement_id=named-proof`, { headers });
  expect(given.headers.get('set-cookie')).toBeNull();
  expect(given.headers.get('x-content-type-options')).toBe('nosniff');
  expect(given.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w.%-]*\.pdf$/);
});

it('a key that everybody can sign for is trusted by no administrator', async () => {
  await admin.signIn('admin', passwordOf('admin'));
  const points = ['00'.repeat(32), `01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`, `${'00'.repeat(31)}80`];
  for (const point of points) {
    const public_key = Buffer.from(point, 'hex').toString('base64');
    expect(await said(admin.call('adminPackageKeyAdd', { body: { name: 'Anybody', public_key } }))).not.toBe('taken');
  }
  const own = Buffer.from(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  expect(await said(admin.call('adminPackageKeyAdd', { body: { name: 'Somebody', public_key: own } }))).toBe('taken');
  expect(await admin.call('adminPackageKeys')).toMatchObject([{ name: 'Somebody' }]);
});
