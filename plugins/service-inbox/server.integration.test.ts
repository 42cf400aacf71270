import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase } from '../../schemas/wire/index.ts';
import type { Envelope } from '../../schemas/wire/route.ts';
import { solved } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** The plugin in a real server. Each network of the tests is an address that a proxy of ours tells. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    plugins: ['venue-house', 'service-inbox'].map(pluginSource),
    environment: { TESSERA_TRUSTED_PROXIES: '127.0.0.1' },
  });
}, 120_000);
afterAll(() => server?.close());

const contact = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann.lee@fund.example',
  telegram: '@annlee',
  company: 'Lee Capital',
  position: 'Partner',
  interest: 'market maker',
  business: 'hedge fund',
  assetRange: '10M-100M',
  country: 'Singapore',
};

let networks = 0;
const freshAddress = (): string => `198.51.${Math.floor(++networks / 250)}.${networks % 250}`;
const answer = async (): Promise<URLSearchParams> => new URLSearchParams(await solved(await server.guest().call('formCaptcha')));

async function sendContact(body: object, ip = freshAddress(), query?: URLSearchParams): Promise<Envelope<unknown>> {
  const response = await fetch(`${server.url}${httpBase}/client/base/contact?${query ?? (await answer())}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Envelope<unknown>;
}

interface StoredLetter {
  readonly kind: string;
  readonly sender: string;
  readonly email: string;
  readonly fields: string;
  readonly state: string;
}
const stored = (): Promise<readonly StoredLetter[]> =>
  server.store.tablesOf('service-inbox').run<StoredLetter>('select * from service_inbox__letter order by received_ms');

it('tells everybody how long letters are kept, which administrators alone decide', async () => {
  expect(await server.guest().call('formTerms')).toEqual({ retention_days: 180, resume_limit_mb: 10 });
  const trader = await server.signIn('trader1');
  await expect(trader.call('inboxRetention', { body: { retention_days: 1 } })).rejects.toThrow('ACCESS_ROLE');
  const admin = await server.signIn('admin');
  await admin.call('inboxRetention', { body: { retention_days: 90 } });
  expect((await server.guest().call('formTerms')).retention_days).toBe(90);
});

it('tells each administrator of a letter, and nobody who wrote it', async () => {
  const admin = await server.signIn('admin');
  const told = async (): Promise<readonly string[]> =>
    (await admin.call('messageList', { query: { type: 3 } })).map(({ title, body }) => `${title} ${body}`);
  const before = (await told()).length;
  expect((await sendContact(contact)).code).toBe(200);
  expect(await told()).toHaveLength(before + 1);
  expect((await told())[0]).toMatch(/^inbox: contact [0-9a-f-]+$/);
});

describe('the contact form', () => {
  it('is taken from guests, every field as it was typed, and HTML as nothing but text', async () => {
    const company = '<img src=x onerror=alert(1)> & "Sons"';
    expect(await sendContact({ ...contact, company })).toMatchObject({ code: 200, data: null });
    const letter = (await stored()).at(-1);
    expect(letter).toMatchObject({ kind: 'contact', sender: 'Ann Lee', email: contact.email, state: 'new' });
    expect(JSON.parse(letter?.fields ?? '')).toEqual({ ...contact, company });
  });

  it('names the field that is missing or wrong, says the sentence of the form, and stores nothing', async () => {
    const before = (await stored()).length;
    const { email: _email, ...withoutEmail } = contact;
    const cases: readonly (readonly [object, string, string])[] = [
      [withoutEmail, 'email', 'Email address cannot be empty'],
      [{ ...contact, email: 'ann' }, 'email', 'Please enter the correct email address'],
      ...['firstName', 'lastName', 'telegram', 'company', 'interest', 'business', 'assetRange', 'country'].map(
        (field) => [{ ...contact, [field]: ' ' }, field, 'Cannot be empty'] as const,
      ),
      [{ ...contact, business: 'bank' }, 'business', 'Please choose one of the options'],
    ];
    for (const [body, field, sentence] of cases)
      expect(await sendContact(body)).toMatchObject({ data: null, msg: `${sentence} (${field})`, params: { field } });
    for (const [body, field] of [
      [{ ...contact, firstName: 1 }, 'firstName'],
      [{ ...contact, role: 'admin' }, 'role'],
    ] as const)
      expect(await sendContact(body)).toMatchObject({ code: 40001, params: { field } });
    expect(await stored()).toHaveLength(before);
  });

  it('needs a proof of work, which is good once', async () => {
    const before = (await stored()).length;
    const query = await answer();
    const wrong = new URLSearchParams({ captcha_id: query.get('captcha_id') ?? '', captcha_value: '0.00' });
    expect((await sendContact(contact, freshAddress(), wrong)).code).toBe(40103);
    expect((await sendContact(contact, freshAddress(), new URLSearchParams())).code).toBe(40001);
    expect((await sendContact(contact, freshAddress(), query)).code).toBe(200);
    expect((await sendContact(contact, freshAddress(), query)).code).toBe(40103);
    expect(await stored()).toHaveLength(before + 1);
  });

  it('is taken ten times a day from one network, and from others all the same', async () => {
    const ip = freshAddress();
    for (let sent = 0; sent < 10; sent++) expect((await sendContact(contact, ip)).code).toBe(200);
    expect(await sendContact(contact, ip)).toMatchObject({ code: 42901, params: { retryAfterS: expect.any(Number) } });
    expect((await sendContact(contact)).code).toBe(200);
  });
});
