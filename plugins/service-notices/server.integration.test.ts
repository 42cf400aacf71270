import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpClient, refusalOf } from '../../tests/kit/servers/http-client.ts';
import { PushService } from '../../tests/kit/servers/push-service.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

let service: PushService;
let server: TestServer;
let trader: HttpClient;
beforeAll(async () => {
  service = await PushService.start();
  server = await startTestServer({
    plugins: ['venue-house', 'service-alerts', 'service-announcements', 'service-notices'].map(pluginSource),
    environment: { TESSERA_PUSH_SERVICES: service.origin },
  });
  trader = await server.signIn('trader1');
}, 120_000);
afterAll(async () => {
  await server?.close();
  await service?.close();
});

const titles = () => service.taken.map(({ device, text }) => `${device}: ${(JSON.parse(text) as { title: string }).title}`);

it('tells a device of its owner, sealed and signed by the key that the browser was given, until it is removed', async () => {
  const ways = await trader.call('noticeWays');
  expect(ways).toMatchObject({ mail: false, sms: false, devices: [] });
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
  await trader.call('configSave', { body: { config_json: JSON.stringify({ notices: { deal: { push: false, mail: true } } }) } });
  const told = titles().length;
  await order(other, 'SELL');
  await order(trader, 'BUY');
  const deals = async () => (await trader.call('messageList', { query: { type: 1 } })).length;
  await expect.poll(deals, { timeout: 10_000 }).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(titles()).toHaveLength(told);
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
  const other = await server.signIn('trader2');
  const trade = async (price: string): Promise<void> => {
    for (const [by, side] of [
      [other, 'SELL'],
      [trader, 'BUY'],
    ] as const) {
      const api_id = (await by.call('apiList'))[0]?.api_id ?? 0;
      const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
      await by.call('doOrder', { body: { api_id, ...market, side, type: 'LIMIT', price, qty: '0.001' } });
    }
  };
  await trader.call('configSave', { body: { config_json: JSON.stringify({ language: 'zh-CN' }) } });
  await trade('50000');
  const condition = { kind: 'CROSS', price: '50100' } as const;
  const instrument = 'tessera/BTCUSDT/spot';
  await trader.call('alertSave', { body: { instrument, condition, duration: 'CLOSE_MANUALLY', note: '' } });
  await trade('50200');
  await expect.poll(titles, { timeout: 30_000 }).toContain('phone: BTCUSDT 报 50,200');
  await trader.call('configSave', { body: { config_json: '{}' } });
}, 60_000);
