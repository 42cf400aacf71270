import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** What an administrator changes of the fees of an exchange that is open. */

let dataFolder = '';
let server: TestServer;
let [admin, trader] = [] as unknown as [HttpClient, HttpClient];
const id = 'tessera/BTCUSDT/spot';
const query = { symbol: 'BTCUSDT', account_type: 'spot' } as const;
const market = { exchange: 'tessera', ...query } as const;

const start = async (): Promise<void> => {
  server = await startTestServer({ dataFolder });
  [admin, trader] = [await server.signIn('admin'), await server.signIn('trader2')];
};
beforeAll(async () => {
  dataFolder = await freshDataDir();
  await start();
});
afterAll(() => server?.close());

const apiOf = async (client: HttpClient): Promise<number> =>
  (await client.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
const feesAt = async () => (await trader.call('accountFees', { query })).find((one) => one.id === id);
const traded = async (): Promise<string | undefined> => {
  const other = await server.signIn('trader3');
  const ask = { ...market, type: 'LIMIT', side: 'SELL', price: '50000', qty: '0.1' } as const;
  await other.call('doOrder', { body: { ...ask, api_id: await apiOf(other) } });
  const api_id = await apiOf(trader);
  const [order] = await trader.call('doOrder', { body: { ...ask, side: 'BUY', api_id } });
  const life = await trader.call('orderEvents', { query: { api_id, exchange: 'tessera', order_id: order?.order_id ?? '' } });
  return life.events.flatMap(({ fills }) => fills.map(({ fee }) => fee)).at(-1);
};
const audited = async () =>
  (await server.store.audit.page({ limit: 50 })).items
    .filter(({ action }) => action === 'fees.changed')
    .map(({ subject, reason, before, after }) => ({ subject, reason, before, after }))
    .reverse();

it('hold from the next fill on, are told by the fees of the account, and stand in the audit with what they were', async () => {
  expect(await feesAt()).toMatchObject({ maker_fee: '0.0008', taker_fee: '0.0009', tier: 2, discount: '0' });
  await admin.call('adminMarketFees', { body: { id, maker_fee: '0.0005', taker_fee: '0.002', reason: 'more makers' } });
  expect(await feesAt()).toMatchObject({ maker_fee: '0.0004', taker_fee: '0.0018' });
  expect(await traded()).toBe('0.00018');
  await admin.call('adminFeeTier', { body: { exchange: 'tessera', tier: 2, maker_share: '0.6', taker_share: '0.5', reason: 'as agreed' } });
  expect(await traded()).toBe('0.0001');
  const api_id = await apiOf(trader);
  await admin.call('adminAccountDiscount', { body: { api_id, discount: '0.2', reason: 'a large client' } });
  expect(await feesAt()).toMatchObject({ maker_fee: '0.00024', taker_fee: '0.0008', tier: 2, discount: '0.2' });
  expect(await traded()).toBe('0.00008');
  const charged = (await admin.call('adminExchangeFees')).find(({ exchange }) => exchange === 'tessera');
  expect(charged?.tiers[2]).toEqual({ tier: 2, maker_share: '0.6', taker_share: '0.5' });
  expect(charged?.discounts).toEqual([{ api_id, account_type: 'spot', tier: 2, discount: '0.2' }]);
  await expect(trader.call('adminExchangeFees')).rejects.toThrow('ACCESS_ROLE');
  expect(await audited()).toEqual([
    {
      subject: `market/${id}`,
      reason: 'more makers',
      before: { makerFee: '0.001', takerFee: '0.001' },
      after: { makerFee: '0.0005', takerFee: '0.002' },
    },
    {
      subject: 'exchange/tessera/tier/2',
      reason: 'as agreed',
      before: { makerShare: '0.8', takerShare: '0.9' },
      after: { makerShare: '0.6', takerShare: '0.5' },
    },
    { subject: `account/${api_id}/spot`, reason: 'a large client', before: { discount: '0' }, after: { discount: '0.2' } },
  ]);
});

it('are refused by field and rule, and to everybody but an administrator, and then change and note nothing', async () => {
  const [before, noted] = [await feesAt(), (await audited()).length];
  const reason = 'a test';
  const markets = (change: object) =>
    admin.call('adminMarketFees', { body: { id, maker_fee: '0.001', taker_fee: '0.001', reason, ...change } });
  await expect(markets({ reason: '    ' })).rejects.toThrow('FORM_FIELD_EMPTY');
  await expect(markets({ maker_fee: '1.1' })).rejects.toThrow('REQUEST_INVALID');
  await expect(markets({ taker_fee: '0.0000001' })).rejects.toThrow('REQUEST_INVALID');
  await expect(markets({ id: 'tessera/NOTHING/spot' })).rejects.toThrow('MARKET_UNKNOWN_INSTRUMENT');
  await expect(markets({ id: 'nowhere/BTCUSDT/spot' })).rejects.toThrow('MARKET_UNKNOWN_EXCHANGE');
  const tier = { exchange: 'tessera', tier: 9, maker_share: '1', taker_share: '1', reason };
  await expect(admin.call('adminFeeTier', { body: tier })).rejects.toThrow('REQUEST_INVALID');
  await expect(admin.call('adminFeeTier', { body: { ...tier, exchange: 'nowhere' } })).rejects.toThrow('MARKET_UNKNOWN_EXCHANGE');
  await expect(admin.call('adminAccountDiscount', { body: { api_id: 999_999, discount: '0.1', reason } })).rejects.toThrow(
    'ACCESS_ACCOUNT',
  );
  const own = { api_id: await apiOf(trader), discount: '1', reason };
  await expect(trader.call('adminAccountDiscount', { body: own })).rejects.toThrow('ACCESS_ROLE');
  expect([await feesAt(), (await audited()).length]).toEqual([before, noted]);
});

it('stay when the exchange is opened again, and when a level changes', async () => {
  const before = await feesAt();
  await server.close();
  await start();
  expect(await feesAt()).toEqual(before);
  const user = await server.store.users.byLogin('trader2');
  await server.people.change(user?.id ?? '', { vipLevel: 3 });
  trader = await server.signIn('trader2');
  await expect.poll(async () => (await feesAt())?.tier).toBe(3);
  expect(await feesAt()).toMatchObject({ taker_fee: '0.00128', discount: '0.2' });
});
