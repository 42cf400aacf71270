import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, type ProductRoutes, routes } from '../../schemas/wire/index.ts';
import type { Envelope, QueryOf } from '../../schemas/wire/route.ts';
import { type HttpClient, solved } from '../../tests/kit/servers/http-client.ts';
import { MailServer } from '../../tests/kit/servers/mail-server.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { InboxTable } from './inbox-table.ts';

/** The plugin in a real server. Each network of the tests is an address that a proxy of ours tells. */
let server: TestServer;
let mails: MailServer;
beforeAll(async () => {
  mails = await MailServer.start();
  server = await startTestServer({
    plugins: ['venue-house', 'service-inbox'].map(pluginSource),
    environment: {
      TESSERA_TRUSTED_PROXIES: '127.0.0.1',
      TESSERA_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      TESSERA_MAIL_FROM: 'desk@trade.example',
      TESSERA_MAIL_TO: 'ann@trade.example',
    },
  });
}, 120_000);
afterAll(async () => {
  await server?.close();
  await mails?.close();
});

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
    expect(await stored()).toHaveLength(before + 1);
  });

  it('that is sent again with its proof of work, since the answer was lost, is taken once', async () => {
    const before = (await stored()).length;
    const query = await answer();
    const ip = freshAddress();
    for (let tries = 0; tries < 3; tries++) expect((await sendContact(contact, ip, query)).code).toBe(200);
    expect(await stored()).toHaveLength(before + 1);
    const refused = await answer();
    expect((await sendContact({ ...contact, email: '' }, ip, refused)).code).toBe(42381);
    expect((await sendContact(contact, ip, refused)).code).toBe(200);
    expect(await stored()).toHaveLength(before + 2);
  });

  it('is taken ten times a day from one network, and from others all the same', async () => {
    const ip = freshAddress();
    for (let sent = 0; sent < 10; sent++) expect((await sendContact(contact, ip)).code).toBe(200);
    expect(await sendContact(contact, ip)).toMatchObject({ code: 42901, params: { retryAfterS: expect.any(Number) } });
    expect((await sendContact(contact)).code).toBe(200);
  });
});

it('tells the house of each letter by one mail, which says nothing of who wrote', async () => {
  const { length } = await stored();
  await expect.poll(() => mails.taken.length, { timeout: 30_000 }).toBe(length);
  expect(mails.taken[0]).toMatchObject({ to: ['ann@trade.example'], headers: { subject: 'Tessera: the contact form' } });
  expect(JSON.stringify(mails.taken)).not.toMatch(/Ann|Lee|onerror/);
});

describe('an administrator', () => {
  let admin: HttpClient;
  const listed = async (query: QueryOf<ProductRoutes['inboxList']> = {}) => {
    const { results, total } = await admin.call('inboxList', { query });
    return { total, senders: results.map(({ sender }) => sender) };
  };
  const saved = (name: 'inboxFile' | 'inboxExport', query: object = {}): Promise<Response> =>
    fetch(`${server.url}${httpBase}${routes[name].path}?${new URLSearchParams({ ...query })}`, {
      headers: { authorization: admin.token ?? '' },
    });
  const pdf = '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript>>>> endobj\n%%EOF\n';

  beforeAll(async () => {
    admin = await server.signIn('admin');
    await server.store.tablesOf('service-inbox').run('delete from service_inbox__letter');
    for (const [firstName, company] of [
      ['Cy', 'Sun 100%'],
      ['Di', '=HYPERLINK("http://evil.example")'],
      ['Ed', 'Moon_Base'],
    ] as const)
      expect((await sendContact({ ...contact, firstName, company })).code).toBe(200);
    const form = new FormData();
    for (const [field, value] of Object.entries({ job: 'trader', name: '王芳', phone: '+852 5555 0101', email: 'wang@mail.example' }))
      form.append(field, value);
    form.append('resume', new Blob([pdf]), '简历.pdf');
    const headers = { 'x-forwarded-for': freshAddress() };
    await fetch(`${server.url}${httpBase}/client/base/application/career?${await answer()}`, { method: 'POST', headers, body: form });
  });

  it('reads letters newest first, a page at a time, and nobody else does', async () => {
    const first = await admin.call('inboxList', { query: { limit: 3 } });
    expect(first).toMatchObject({ total: 4, results: [{ sender: '王芳', kind: 'career' }, { sender: 'Ed Lee' }, { sender: 'Di Lee' }] });
    const second = await admin.call('inboxList', { query: { limit: 3, cursor: first.next ?? '' } });
    expect([second.results.map(({ sender }) => sender), second.next]).toEqual([['Cy Lee'], null]);
    const trader = await server.signIn('trader1');
    for (const one of ['inboxList', 'inboxLetter', 'inboxDelete', 'inboxFile', 'inboxExport'] as const) {
      const [query, body] = routes[one].method === 'GET' ? [{ letter_id: 'a' }, {}] : [{}, { letter_id: 'a' }];
      await expect(trader.call(one as 'inboxDelete', { query, body } as never)).rejects.toThrow('ACCESS_ROLE');
    }
  });

  it('finds letters by kind, by state, and by what stands in any field, of which no sign means anything', async () => {
    expect(await listed({ kind: 'career' })).toEqual({ total: 1, senders: ['王芳'] });
    expect(await listed({ search: 'moon_' })).toEqual({ total: 1, senders: ['Ed Lee'] });
    expect(await listed({ search: '100%' })).toEqual({ total: 1, senders: ['Cy Lee'] });
    expect(await listed({ search: '简历' })).toEqual({ total: 1, senders: ['王芳'] });
    expect(await listed({ search: 'firstName' })).toEqual({ total: 0, senders: [] });
    expect(await listed({ state: 'closed' })).toEqual({ total: 0, senders: [] });
  });

  it('reads a letter with all that was typed, works on it, and finds it by his notes', async () => {
    const letter_id = (await admin.call('inboxList', { query: { search: 'Moon' } })).results[0]?.letter_id ?? '';
    await admin.call('inboxState', { body: { letter_id, state: 'in progress' } });
    await admin.call('inboxNote', { body: { letter_id, body: ' Called back;\r\nwants a quote ' } });
    await expect(admin.call('inboxNote', { body: { letter_id, body: ' \u200b' } })).rejects.toThrow('FORM_FIELD_EMPTY');
    const letter = await admin.call('inboxLetter', { query: { letter_id } });
    expect(letter).toMatchObject({
      state: 'in progress',
      note_count: 1,
      file: null,
      fields: { company: 'Moon_Base', interest: 'market maker' },
    });
    expect(letter.notes).toMatchObject([{ author: 'admin', body: 'Called back;\nwants a quote' }]);
    expect(letter.expiry_time - letter.received_time).toBe(90 * 24 * 60 * 60_000);
    expect(await listed({ search: 'QUOTE', state: 'in progress' })).toEqual({ total: 1, senders: ['Ed Lee'] });
  });

  it('keeps no letter longer than was told when it was sent, and shorter when that is decided', async () => {
    const table = await InboxTable.open(server.store.tablesOf('service-inbox'));
    const letter_id = (await admin.call('inboxList', { query: { search: 'Moon' } })).results[0]?.letter_id ?? '';
    const days = async (retention_days: number): Promise<number> => {
      await admin.call('inboxRetention', { body: { retention_days } });
      const { expiry_time, received_time } = await admin.call('inboxLetter', { query: { letter_id } });
      return (expiry_time - received_time) / (24 * 60 * 60_000);
    };
    expect([await days(30), await days(3_650), await days(90)]).toEqual([30, 90, 90]);
    const { expiry_time } = await admin.call('inboxLetter', { query: { letter_id } });
    await table.forget(expiry_time - 1_000);
    expect((await listed({ search: 'Moon' })).total).toBe(1);
  });

  it('is told what the check found in a file, and gets it to be saved, whatever is in it', async () => {
    const [letter] = (await admin.call('inboxList', { query: { kind: 'career' } })).results;
    expect(letter?.file).toEqual({ name: '简历.pdf', bytes: pdf.length, format: 'pdf', findings: ['JAVASCRIPT', 'OPEN_ACTION'] });
    const response = await saved('inboxFile', { letter_id: letter?.letter_id });
    expect(await response.text()).toBe(pdf);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="__.pdf"; filename*=UTF-8''%E7%AE%80%E5%8E%86.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const [withoutFile] = (await admin.call('inboxList', { query: { kind: 'contact' } })).results;
    for (const [letter_id, code] of [
      [withoutFile?.letter_id, 40434],
      ['nobody', 40433],
    ])
      expect(await (await saved('inboxFile', { letter_id })).json()).toMatchObject({ code });
  });

  it('takes all that he sees as a table, in which nothing runs as a formula', async () => {
    const table = await (await saved('inboxExport', { kind: 'contact' })).text();
    expect(table.split('\r\n')[0]).toMatch(/^letter_id,received_time,kind,state,sender,firstName,/);
    expect(table).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(table).toMatch(/Z admin: Called back;\nwants a quote"/);
    expect(table).not.toContain('王芳');
  });

  it('deletes a letter with its notes and its file for good', async () => {
    const [letter] = (await admin.call('inboxList', { query: { kind: 'career' } })).results;
    const letter_id = letter?.letter_id ?? '';
    const folder = join(server.dataFolder, 'files', 'service-inbox');
    expect(readdirSync(folder)).toContain(letter_id);
    await admin.call('inboxNote', { body: { letter_id, body: 'Not for us' } });
    await admin.call('inboxDelete', { body: { letter_id } });
    expect(readdirSync(folder)).not.toContain(letter_id);
    expect((await listed()).senders).not.toContain('王芳');
    expect(await server.store.tablesOf('service-inbox').run('select * from service_inbox__note where letter_id = $1', [letter_id])).toEqual(
      [],
    );
    const { items } = await server.store.audit.page({ action: 'letter.deleted', limit: 5 });
    expect(items.map(({ subject, before, after }) => ({ subject, before, after }))).toEqual([
      { subject: `letter/${letter_id}`, before: { kind: 'career' }, after: null },
    ]);
    for (const gone of [
      () => admin.call('inboxDelete', { body: { letter_id } }),
      () => admin.call('inboxLetter', { query: { letter_id } }),
      () => admin.call('inboxNote', { body: { letter_id, body: 'a' } }),
      () => admin.call('inboxState', { body: { letter_id, state: 'closed' } }),
    ])
      await expect(gone()).rejects.toThrow('LETTER_UNKNOWN');
  });

  it('has none left when the time of all is over', async () => {
    const table = await InboxTable.open(server.store.tablesOf('service-inbox'));
    await table.forget(Date.now() + 91 * 24 * 60 * 60_000);
    expect((await listed()).total).toBe(0);
  });
});
