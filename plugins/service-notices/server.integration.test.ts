import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { MailServer } from '../../tests/kit/servers/mail-server.ts';
import { PushService } from '../../tests/kit/servers/push-service.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let service: PushService;
let mail: MailServer;
let server: TestServer;
let trader: HttpClient;
beforeAll(async () => {
  service = await PushService.start();
  mail = await MailServer.start();
  server = await startTestServer({
    plugins: ['venue-house', 'service-alerts', 'service-announcements', 'service-notices'].map(pluginSource),
    environment: {
      TESSERA_PUSH_SERVICES: service.origin,
      TESSERA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      TESSERA_MAIL_FROM: 'desk@firm.example',
      TESSERA_MAIL_TO: 'house@firm.example',
    },
  });
  trader = await server.signIn('trader1');
}, 120_000);
afterAll(async () => {
  await server?.close();
  await service?.close();
  await mail?.close();
});

/** Two people trade with each other. */
async function trade(price: string): Promise<void> {
  for (const [by, side] of [
    [await server.signIn('trader2'), 'SELL'],
    [trader, 'BUY'],
  ] as const) {
    const api_id = (await by.call('apiList'))[0]?.api_id ?? 0;
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    await by.call('doOrder', { body: { api_id, ...market, side, type: 'LIMIT', price, qty: '0.001' } });
  }
}

const titles = () => service.taken.map(({ device, text }) => `${device}: ${(JSON.parse(text) as { title: string }).title}`);

it('tells a device of its owner, sealed and signed by the key that the browser was given, until it is removed', async () => {
  const ways = await trader.call('noticeWays');
  expect(ways).toMatchObject({ mail: true, sms: false, devices: [] });
  service.publicKey = ways.push_key;
  const device = await trader.call('noticeDeviceAdd', { body: { ...service.browser('laptop'), name: 'Chrome, Linux' } });
  expect((await trader.call('noticeWays')).devices).toEqual([device]);
  expect(await trader.call('noticeTry', { body: {} })).toEqual({ devices: 1 });
  await expect.poll(() => titles().length, { timeout: 20_000 }).toBe(1);
  await trader.call('noticeDeviceRemove', { body: { device_id: device.device_id } });
  expect(await trader.call('noticeTry', { body: {} })).toEqual({ devices: 0 });
});

it('tells a person whose page is closed of an announcement', async () => {
  await trader.call('noticeDeviceAdd', { body: { ...service.browser('phone'), name: '' } });
  const admin = await server.signIn('admin');
  const texts = { en: { title: 'Maintenance tonight', text: 'From ten to eleven.' } };
  await admin.call('adminAnnouncementSave', { body: { texts, pinned: false } });
  await expect.poll(titles, { timeout: 30_000 }).toContain('phone: Maintenance tonight');
}, 60_000);

it('tells a person whose page is closed of his deals, by the ways that he has chosen', async () => {
  const other = await server.signIn('trader2');
  const order = async (by: HttpClient, side: 'BUY' | 'SELL'): Promise<void> => {
    const api_id = (await by.call('apiList'))[0]?.api_id ?? 0;
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    await by.call('doOrder', { body: { api_id, ...market, side, type: 'LIMIT', price: '50000', qty: '0.01' } });
  };
  await order(other, 'SELL');
  await order(trader, 'BUY');
  await expect.poll(titles, { timeout: 30_000 }).toContain('phone: Bought 0.01 BTC at 50,000.00');
  expect(mail.taken).toEqual([]);
  await trader.call('configSave', { body: { config_json: JSON.stringify({ notices: { deal: { push: false, mail: true } } }) } });
  const told = titles().length;
  await order(other, 'SELL');
  await order(trader, 'BUY');
  const deals = async () => (await trader.call('messageList', { query: { type: 1 } })).length;
  await expect.poll(deals, { timeout: 10_000 }).toBe(2);
  const address = (await server.store.users.byLogin('trader1'))?.email;
  await expect
    .poll(() => mail.taken, { timeout: 30_000 })
    .toMatchObject([{ from: 'desk@firm.example', to: [address], headers: { subject: 'Bought 0.01 BTC at 50,000.00' } }]);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(titles()).toHaveLength(told);
  expect(mail.taken).toHaveLength(1);
  await trader.call('configSave', { body: { config_json: '{}' } });
}, 90_000);

it('keeps devices of others out of sight and out of reach, and sends to no machine of the house', async () => {
  const other = await server.signIn('trader2');
  const [device] = (await trader.call('noticeWays')).devices;
  expect((await other.call('noticeWays')).devices).toEqual([]);
  await other.call('noticeDeviceRemove', { body: { device_id: device?.device_id ?? '' } });
  expect((await trader.call('noticeWays')).devices).toHaveLength(1);
  const inside = { ...service.browser('inside'), endpoint: `${server.url}/sapi/user/notice/try`, name: '' };
  expect((await refusalOf(other.call('noticeDeviceAdd', { body: inside }))).number).toBe(42238);
});

it('tells a person whose page is closed of a price alert that was raised, in his language', async () => {
  await trader.call('configSave', { body: { config_json: JSON.stringify({ language: 'zh-CN' }) } });
  await trade('50000');
  const condition = { kind: 'CROSS', price: '50100' } as const;
  const instrument = 'tessera/BTCUSDT/spot';
  await trader.call('alertSave', { body: { instrument, condition, duration: 'CLOSE_MANUALLY', note: '' } });
  await trade('50200');
  await expect.poll(titles, { timeout: 30_000 }).toContain('phone: BTCUSDT 报 50,200');
  const pushed = service.taken.find(({ text }) => text.includes('BTCUSDT 报 50,200'));
  expect(JSON.parse(pushed?.text ?? '')).toMatchObject({ about: 'alert', body: expect.stringContaining('50,100') });
  expect(pushed?.claims).toMatchObject({ aud: service.origin, exp: expect.any(Number), sub: expect.stringMatching(/^(https|mailto):/) });
  await trader.call('configSave', { body: { config_json: '{}' } });
}, 60_000);

it('tells of a price alert the devices that it is for: phones alone, computers alone, or both', async () => {
  const owner = await server.signIn('trader3');
  for (const [device, name] of [
    ['pocket', 'Safari, iPhone'],
    ['desk', 'Firefox, Linux'],
  ] as const)
    await owner.call('noticeDeviceAdd', { body: { ...service.browser(device), name } });
  const alert = (price: string, channels: ('WEB' | 'APP')[]) =>
    owner.call('alertSave', {
      body: { instrument: 'tessera/BTCUSDT/spot', condition: { kind: 'CROSS', price }, duration: 'CLOSE_MANUALLY', note: '', channels },
    });
  await trade('50200');
  await alert('50300', ['APP']);
  await alert('50500', ['WEB']);
  await alert('50700', ['WEB', 'APP']);
  for (const price of ['50400', '50600', '50800']) await trade(price);
  const heard = () =>
    titles()
      .filter((line) => /^(pocket|desk): BTCUSDT/.test(line))
      .sort();
  const asChosen = ['desk: BTCUSDT at 50,600', 'desk: BTCUSDT at 50,800', 'pocket: BTCUSDT at 50,400', 'pocket: BTCUSDT at 50,800'];
  await expect.poll(heard, { timeout: 30_000 }).toEqual(asChosen);
  // What goes out after them shows that nothing of them was still on its way.
  expect(await owner.call('noticeTry', { body: {} })).toEqual({ devices: 2 });
  const tried = () => titles().filter((line) => /^(pocket|desk): (?!BTCUSDT)/.test(line)).length;
  await expect.poll(tried, { timeout: 20_000 }).toBe(2);
  expect(heard()).toEqual(asChosen);
}, 90_000);
