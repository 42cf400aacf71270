import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const accountOf = async (client: HttpClient): Promise<number> => (await client.call('apiList'))[0]?.api_id ?? 0;

it('lets others sell at a sane price after one user has traded with himself at an absurd one', async () => {
  const attacker = await server.signIn('trader3');
  const honest = await server.signIn('trader2');
  const market = { exchange: 'tessera', symbol: 'SOLUSDT', account_type: 'spot', type: 'LIMIT' } as const;
  const own = { ...market, api_id: await accountOf(attacker), price: '1000000', qty: '0.01' };
  await attacker.call('doOrder', { body: { ...own, side: 'SELL' } });
  await attacker.call('doOrder', { body: { ...own, side: 'BUY', stp: 'NONE' } }).catch(() => []);
  const [order] = await honest.call('doOrder', {
    body: { ...market, api_id: await accountOf(honest), side: 'SELL', price: '150', qty: '1' },
  });
  expect(order?.status).toBe('UNFILLED');
});

it('lets others buy one tick higher after a trade at the lowest price, where a fifth of the price is no tick', async () => {
  const attacker = await server.signIn('trader3');
  const partner = await server.signIn('trader1');
  const honest = await server.signIn('trader2');
  const market = { exchange: 'tessera', symbol: 'DOGEUSDT', account_type: 'spot', type: 'LIMIT' } as const;
  await attacker.call('doOrder', { body: { ...market, api_id: await accountOf(attacker), side: 'SELL', price: '0.0001', qty: '100000' } });
  await partner.call('doOrder', { body: { ...market, api_id: await accountOf(partner), side: 'BUY', price: '0.0001', qty: '100000' } });
  const body = { ...market, api_id: await accountOf(honest), side: 'BUY', price: '0.0002', qty: '100000' } as const;
  const [order] = await honest.call('doOrder', { body });
  expect(order?.status).toBe('UNFILLED');
});
