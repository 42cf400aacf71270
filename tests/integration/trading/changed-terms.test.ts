import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** What an administrator changes of the terms of a market whose exchange is open. */

let dataFolder = '';
let server: TestServer;
let [admin, trader] = [] as unknown as [HttpClient, HttpClient];
let apiId = 0;
const id = 'tessera/BTCUSDT/spot';
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

const start = async (): Promise<void> => {
  server = await startTestServer({ dataFolder });
  [admin, trader] = [await server.signIn('admin'), await server.signIn('trader2')];
  apiId = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
};
beforeAll(async () => {
  dataFolder = await freshDataDir();
  await start();
});
afterAll(() => server?.close());

const listed = async () => (await admin.call('adminMarkets')).find((one) => one.id === id);
const known = async () => (await trader.call('symbols')).find((one) => one.id === id);
const sent = (price: string, qty: string) =>
  trader.call('doOrder', { body: { api_id: apiId, ...market, type: 'LIMIT', side: 'BUY', price, qty } });
const audited = async () =>
  (await server.store.audit.page({ limit: 50 })).items
    .filter(({ action }) => action === 'terms.changed')
    .map(({ subject, reason, before, after }) => ({ subject, reason, before, after }));

it('bind the next order, are told to open pages, are read by everybody at once, and stand in the audit with what they were', async () => {
  const before = await listed();
  expect(before).toMatchObject({ changeable: true, max_resting: 200 });
  const [resting] = await sent('100.01', '0.5');
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'subscribe', topics: ['instruments'] });
  const change = { tick: '0.5', min_qty: '0.01', min_notional: '40', max_resting: 2 };
  expect(await admin.call('adminMarketTerms', { body: { id, ...change, reason: 'fewer small orders' } })).toEqual({ ...before, ...change });
  expect(await known()).toMatchObject({ tick: '0.5', min_qty: '0.01', min_notional: '40' });
  const told = () => probe.ofTopic('instruments').flatMap(({ k, d }) => (k === 'd' ? (d as { id: string; tick: string }[]) : []));
  await expect.poll(told).toMatchObject([{ id, tick: '0.5', min_qty: '0.01', min_notional: '40' }]);
  await probe.close();
  await expect(sent('100.01', '0.5')).rejects.toThrow('ORDER_PRICE_OFF_GRID');
  await expect(sent('100.5', '0.009')).rejects.toThrow('ORDER_QTY_TOO_SMALL');
  await expect(sent('100.5', '0.3')).rejects.toThrow('ORDER_NOTIONAL_TOO_SMALL');
  const [fitting] = await sent('100.5', '0.5');
  await expect(sent('101', '0.5')).rejects.toThrow('ORDER_TOO_MANY');
  for (const order of [resting, fitting])
    await trader.call('cancelOrder', { body: { api_id: apiId, ...market, order_id: order?.order_id ?? '' } });
  expect(await audited()).toEqual([
    {
      subject: `market/${id}`,
      reason: 'fewer small orders',
      before: { tick: before?.tick, minQty: before?.min_qty, minNotional: before?.min_notional, maxResting: 200 },
      after: { tick: '0.5', minQty: '0.01', minNotional: '40', maxResting: 2 },
    },
  ]);
});

it('are refused by field and rule, and to everybody but an administrator, and then change and note nothing', async () => {
  const [before, noted] = [await listed(), await audited()];
  const change = (body: object, who = admin) => who.call('adminMarketTerms', { body: { id, reason: 'a test', ...body } });
  await expect(change({ tick: '1', reason: '    ' })).rejects.toThrow('FORM_FIELD_EMPTY');
  await expect(change({ tick: '0.015' })).rejects.toThrow('REQUEST_INVALID');
  await expect(change({ max_resting: 1_001 })).rejects.toThrow('REQUEST_INVALID');
  await expect(change({})).rejects.toThrow('REQUEST_INVALID');
  await expect(change({ id: 'tessera/NOTHING/spot', tick: '1' })).rejects.toThrow('MARKET_UNKNOWN_INSTRUMENT');
  await expect(change({ id: 'nowhere/BTCUSDT/spot', tick: '1' })).rejects.toThrow('MARKET_UNKNOWN_EXCHANGE');
  await expect(change({ tick: '1' }, trader)).rejects.toThrow('ACCESS_ROLE');
  await expect(trader.call('adminMarkets')).rejects.toThrow('ACCESS_ROLE');
  expect([await listed(), await audited()]).toEqual([before, noted]);
});

it('stay when the exchange is opened again, for whoever reads and whoever trades', async () => {
  const before = await listed();
  await server.close();
  await start();
  expect(await listed()).toEqual(before);
  expect(await known()).toMatchObject({ tick: '0.5', min_notional: '40' });
  await expect(sent('100.01', '0.5')).rejects.toThrow('ORDER_PRICE_OFF_GRID');
});
