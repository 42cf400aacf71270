import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { setUp } from '../../tests/kit/servers/set-up.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

const log: string[] = [];
const onLog = (line: string): void => void log.push(line);
let server: TestServer;
let admin: HttpClient;

beforeAll(async () => {
  server = await startTestServer({ demo: false, plugins: [pluginSource('service-people'), pluginSource('service-platform')], onLog });
  admin = await setUp(server.url);
});
afterAll(() => server?.close());

const secret = 'Bearer s3cret-t0ken';
const ofFirm = {
  ...{ url: 'https://127.0.0.1:1/send', header: 'Authorization', sender: 'Meridian' },
  body: '{"from":"{sender}","to":"{to}","text":"{text}"}',
};
const change = (version: number, gateway: object | null, client = admin) =>
  client.call('platformSmsChange', { body: { version, gateway, reason: 'our own gateway' } as never });

describe('the gateway of text messages that an administrator names', () => {
  it('is none at first: nothing can be tried, and messages wait', async () => {
    expect(await admin.call('platformSms')).toEqual({ origin: 'none', version: 0, has_secret: false, gateway: null });
    expect((await refusalOf(admin.call('platformSmsTest', { body: { to: '+85255550101' } }))).params).toEqual({ field: 'url' });
  });

  it('is refused beside the field that is wrong, and plainly at this machine too, and nothing is kept', async () => {
    const wrong = async (differs: object) => {
      const { number, params } = await refusalOf(change(0, { ...ofFirm, header_value: secret, ...differs }));
      return [number, params.field];
    };
    expect(await wrong({ url: '' })).toEqual([42380, 'url']);
    for (const url of ['http://sms.example/send', 'http://127.0.0.1:8080/', 'file:///etc/passwd', 'https://user:word@sms.example/', 'sms'])
      expect([url, await wrong({ url })]).toEqual([url, [40001, 'url']]);
    expect(await wrong({ header: 'No name' })).toEqual([40001, 'header']);
    expect(await wrong({ header_value: null })).toEqual([42380, 'header_value']);
    expect(await wrong({ header_value: 'two\nlines' })).toEqual([40001, 'header_value']);
    expect(await wrong({ sender: '' })).toEqual([42380, 'sender']);
    for (const body of ['{"to":"{to}"}', 'no JSON', '{"to":"{to}","text":"{text}"}'])
      expect(await wrong({ body })).toEqual([40001, 'body']);
    expect((await admin.call('platformSms')).version).toBe(0);
  });

  it('counts from that moment on, its secret is told to nobody, and no other address hears it', async () => {
    expect(await change(0, { ...ofFirm, header_value: secret })).toEqual({
      origin: 'platform',
      version: 1,
      has_secret: true,
      gateway: ofFirm,
    });
    expect(await admin.call('platformSmsTest', { body: { to: '+85255550101' } })).toEqual({
      ...{ to: '+85255550101', fault: 'UNREACHABLE', detail: null },
    });
    expect((await refusalOf(admin.call('platformSmsTest', { body: { to: null } }))).params).toEqual({ field: 'to' });
    expect((await refusalOf(admin.call('platformSmsTest', { body: { to: '12' } }))).params).toMatchObject({ field: 'to' });
    const { items } = await server.store.audit.page({ action: 'sms-gateway.changed', limit: 10 });
    expect(items).toMatchObject([{ reason: 'our own gateway', before: null, after: { url: ofFirm.url, secret_changed: true } }]);
    expect(JSON.stringify([items, await server.store.platform.all()])).not.toContain('s3cret');
    expect(await change(1, { ...ofFirm, sender: 'Firm', header_value: null })).toMatchObject({ version: 2, has_secret: true });
    expect((await refusalOf(change(2, { ...ofFirm, url: 'https://other.example/', header_value: null }))).params).toEqual({
      field: 'header_value',
    });
    expect((await refusalOf(change(1, null))).number).toBe(40961);
    expect(await change(2, null)).toMatchObject({ origin: 'none', has_secret: false, gateway: null });
  });

  it('yields to what the environment names, by which a message goes at once', async () => {
    const taken: { readonly opens: string | undefined; readonly body: unknown }[] = [];
    const gateway: Server = createServer((request, response) => {
      let text = '';
      request
        .on('data', (piece) => (text += piece))
        .on('end', () => {
          taken.push({ opens: request.headers.authorization, body: JSON.parse(text) });
          response.end();
        });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.address() as AddressInfo;
    const other = await startTestServer({
      ...{ demo: false, plugins: [pluginSource('service-people'), pluginSource('service-platform')] },
      environment: { TESSERA_SMS_URL: `http://127.0.0.1:${port}/`, TESSERA_SMS_HEADER: `Authorization: ${secret}` },
      onLog,
    });
    try {
      const olga = await setUp(other.url);
      expect((await change(0, { ...ofFirm, header_value: secret }, olga)).origin).toBe('environment');
      expect(await olga.call('platformSmsTest', { body: { to: '+85255550101' } })).toMatchObject({ fault: null });
      expect(taken).toEqual([{ opens: secret, body: { to: '+85255550101', text: expect.stringContaining('Meridian & Sons') } }]);
    } finally {
      await other.close();
      await new Promise((resolve) => gateway.close(resolve));
    }
  });

  it('stands in no line of the log with its secret, whether it was reached or not', () => {
    expect(log.length).toBeGreaterThan(0);
    expect(log.join('')).not.toContain('s3cret');
  });
});
