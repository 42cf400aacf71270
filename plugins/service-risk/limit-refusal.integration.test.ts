import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { apiOf, infoOf, startKit, stopAndWait, tradeAt, until } from '../../tests/kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../tests/kit/strategy-plugins.ts';

let server: TestServer;
let risk: HttpClient;
let trader: HttpClient;
let api = 0;
const reason = 'more than the desk can bear';

beforeAll(async () => {
  const own = ['venue-house', 'venue-paper', 'service-risk', 'service-money', 'service-accounts'].map(pluginSource);
  server = await startTestServer({ plugins: own.concat(sampleStrategy, strategyKit) });
  [risk, trader] = [await server.signIn('risk'), await server.signIn('trader1')];
  api = await apiOf(trader);
  await tradeAt(server, '50000');
  await vi.waitFor(async () => expect((await row())?.gross).toMatch(/^[1-9]/), { timeout: 20_000, interval: 200 });
}, 150_000);
afterAll(() => server?.close());

const market = () => ({ api_id: api, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' });
const order = (changes: object = {}) =>
  trader.call('doOrder', { body: { ...market(), side: 'BUY', type: 'LIMIT', price: '40000', qty: '0.02', ...changes } as never });
const amend = (changes: object) => trader.call('amendOrder', { body: { ...market(), ...changes } as never });
const row = async () => (await risk.call('riskExposure', {})).rows.find(({ kind, key }) => kind === 'account' && key === String(api));
const limitOf = (kind: 'account' | 'exchange' | 'asset', key: string, gross: string | null, refuses: boolean) =>
  risk.call('riskLimitSave', { body: { kind, key, net: null, gross, refuses, reason } });
const limit = (gross: string | null, refuses: boolean) => limitOf('account', String(api), gross, refuses);

it('refuses from the moment it is set what enlarges the exposure, lets through what reduces it, and cancels, until it is kept again', async () => {
  const [resting] = await order();
  const order_id = resting?.order_id ?? '';
  await limit('1', false);
  await order();
  await limit('1', true);
  expect(await row()).toMatchObject({ limit: { gross: '1', refuses: true }, breached: ['gross'] });
  const [told] = await risk.call('messageList', { query: {} });
  expect(told).toMatchObject({ title: expect.stringMatching(/^Limit breached: account trader1 · /), is_read: false });
  await expect(order()).rejects.toThrow('EXPOSURE_ACCOUNT');
  await expect(amend({ order_id, qty: '0.03' })).rejects.toThrow('EXPOSURE_ACCOUNT');
  await expect(amend({ order_id, price: '40001' })).rejects.toThrow('EXPOSURE_ACCOUNT');
  expect(await amend({ order_id, qty: '0.01' })).toMatchObject({ qty: '0.01' });
  await trader.call('cancelOrder', { body: { ...market(), order_id } as never });
  expect(await order({ side: 'SELL', price: '60000' })).toHaveLength(1);
  // What a strategy sends goes by the same path.
  const instance = await startKit(trader, 'busy');
  const { events } = await until(
    () => infoOf(trader, instance),
    (now) => now.events.some(({ kind }) => kind === 'denied'),
    'an order is denied',
  );
  expect(events.find(({ kind }) => kind === 'denied')?.params).toMatchObject({ code: 'EXPOSURE_ACCOUNT', limit: '1' });
  await stopAndWait(trader, instance);
  await limit('999999999', true);
  expect(await order()).toHaveLength(1);
  const { items } = await server.store.audit.page({ subject: `account/${api}`, limit: 20 });
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['risk.limit-changed', 'risk.orders-barred', 'risk.orders-allowed']),
  );
}, 120_000);

it('refuses whoever it is what enlarges the exposure of an exchange or of an asset, which stand in rows of their own, and nothing beside it', async () => {
  const second = await server.signIn('trader2');
  const theirs = (symbol: string, changes: object = {}) =>
    apiOf(second).then((api_id) =>
      second.call('doOrder', {
        body: { ...market(), api_id, symbol, side: 'BUY', type: 'LIMIT', price: '2000', qty: '0.1', ...changes } as never,
      }),
    );
  const rows = async () => (await risk.call('riskExposure', {})).rows;
  const found = async (kind: string, key: string) => (await rows()).find((one) => one.kind === kind && one.key === key);
  // Each holding counts in its asset as well as in its exchange; rows are cut off at the cent.
  const all = await rows();
  const grossOf = (kind: string) => all.filter((one) => one.kind === kind).reduce((sum, { gross }) => sum + Number(gross), 0);
  expect(Number((await found('asset', 'BTC'))?.gross)).toBeGreaterThan(0);
  expect(Math.abs(grossOf('asset') - grossOf('exchange'))).toBeLessThan(1);

  await limitOf('exchange', 'tessera', '1', true);
  expect(await found('exchange', 'tessera')).toMatchObject({ limit: { gross: '1', refuses: true }, breached: ['gross'] });
  await expect(order()).rejects.toThrow('EXPOSURE_EXCHANGE {"exchange":"tessera"}');
  await expect(theirs('BTCUSDT')).rejects.toThrow('EXPOSURE_EXCHANGE {"exchange":"tessera"}');
  expect(await order({ side: 'SELL', price: '60000' })).toHaveLength(1);
  await limitOf('exchange', 'tessera', null, true);
  expect(await order()).toHaveLength(1);

  await limitOf('asset', 'BTC', '1', true);
  expect(await found('asset', 'BTC')).toMatchObject({ account: null, limit: { gross: '1', refuses: true }, breached: ['gross'] });
  await expect(order()).rejects.toThrow('EXPOSURE_ASSET {"asset":"BTC"}');
  await expect(theirs('BTCUSDT')).rejects.toThrow('EXPOSURE_ASSET {"asset":"BTC"}');
  expect(await theirs('ETHUSDT')).toHaveLength(1);
  expect(await order({ side: 'SELL', price: '60000' })).toHaveLength(1);
  await limitOf('asset', 'BTC', null, true);
  expect(await order()).toHaveLength(1);
}, 60_000);

it('tells whoever has frozen or halted that somebody else lets it go, and why, and of what he lets go himself nothing', async () => {
  await server.people.create({ username: 'risk-two', email: null, password: 'a long password 7', role: 'risk', vipLevel: 0, demo: false });
  const second = server.guest();
  await second.signIn('risk-two', 'a long password 7');
  const told = async () =>
    (await risk.call('messageList', { query: {} })).map(({ body }) => body).filter((body) => body.includes('which you had'));
  const press = (target: object, by: HttpClient, call: 'riskSwitchThrow' | 'riskSwitchRelease') =>
    by.call(call, { body: { target, reason } as never });
  const targets = [
    { about: 'account', api_id: api },
    { about: 'market', instrument: 'tessera/BTCUSDT/spot' },
  ];
  for (const target of targets) {
    await press(target, risk, 'riskSwitchThrow');
    await press(target, risk, 'riskSwitchRelease');
  }
  expect(await told()).toEqual([]);
  for (const target of targets) {
    await press(target, risk, 'riskSwitchThrow');
    await press(target, second, 'riskSwitchRelease');
  }
  expect((await told()).toSorted()).toEqual([
    expect.stringMatching(/^risk-two has resumed tessera\/BTCUSDT\/spot, which you had halted: more than/),
    expect.stringMatching(/^risk-two has unfrozen account .*, which you had frozen: more than/),
  ]);
});
