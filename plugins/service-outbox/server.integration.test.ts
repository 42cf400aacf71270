import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLetter } from '../../tests/kit/letters/letters.ts';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { MailServer } from '../../tests/kit/servers/mail-server.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-outbox'].map(pluginSource) });
  admin = await server.signIn('admin');
}, 120_000);
afterAll(() => server?.close());

it('tells administrators what waits, without its words, and shows these to who asks, which stands in the audit once', async () => {
  const id = await addLetter(server, { kind: 'code', subject: 'Your code', address: 'ann@firm.example' });
  const { results, channels, next } = await admin.call('outboxList', { query: { search: 'ANN@' } });
  expect([channels, next]).toEqual([{ mail: false, sms: false }, null]);
  expect(results).toMatchObject([
    { delivery_id: id, state: 'WAITING', channel: 'mail', kind: 'code', username: null, subject: 'Your code', has_body: true },
  ]);
  expect(JSON.stringify(results)).not.toContain('words of');
  expect(await admin.call('outboxBody', { query: { delivery_id: id } })).toEqual({ body: `words of ${id}` });
  await admin.call('outboxBody', { query: { delivery_id: id } });
  const { items } = await server.store.audit.page({ action: 'delivery.viewed', limit: 10 });
  expect(items.map(({ subject }) => subject)).toEqual([`delivery/${id}`]);
  expect((await refusalOf(admin.call('outboxBody', { query: { delivery_id: 'none' } }))).number).toBe(40476);
});

it('tells no administrator a code that goes out by itself, for with it he would be somebody else', async () => {
  const mail = await MailServer.start();
  const sending = await startTestServer({
    plugins: ['venue-house', 'service-outbox'].map(pluginSource),
    environment: {
      TESSERA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      TESSERA_MAIL_FROM: 'house@firm.example',
      TESSERA_MAIL_TO: 'house@firm.example',
    },
  });
  try {
    const reader = await sending.signIn('admin');
    const code = await addLetter(sending, { kind: 'code', subject: 'Your code', address: 'ann@firm.example' });
    const news = await addLetter(sending, { kind: 'account', subject: 'Your account', address: 'ann@firm.example' });
    const { results } = await reader.call('outboxList', { query: {} });
    const shown = (id: string) => results.find(({ delivery_id }) => delivery_id === id)?.has_body;
    expect([shown(code), shown(news)]).toEqual([false, expect.anything()]);
    expect(await reader.call('outboxBody', { query: { delivery_id: code } })).toEqual({ body: null });
  } finally {
    await sending.close();
    await mail.close();
  }
});

it('lets a letter that failed wait again, once', async () => {
  const id = await addLetter(server, { kind: 'password', subject: 'Your password', address: '+85211111111', failed: true });
  expect(await admin.call('outboxList', { query: { state: 'FAILED', channel: 'sms' } })).toMatchObject({
    results: [{ delivery_id: id, error: 'REFUSED', error_detail: '550', tries: 1 }],
  });
  expect(await admin.call('outboxRetry', { body: { delivery_id: id } })).toMatchObject({ state: 'WAITING', error: 'REFUSED' });
  expect((await refusalOf(admin.call('outboxRetry', { body: { delivery_id: id } }))).number).toBe(40976);
});

it('is nobody’s who is no administrator', async () => {
  const trader = await server.signIn('trader1');
  for (const client of [trader, server.guest()])
    for (const name of ['outboxList', 'outboxBody'] as const) {
      const { number } = await refusalOf(client.call(name, { query: { delivery_id: 'a' } as never }));
      expect([40101, 40301, 40304]).toContain(number);
    }
});
