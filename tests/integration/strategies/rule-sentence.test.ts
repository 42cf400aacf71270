import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, strategyMarket } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
let client: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'strategy-shock-grid'].map(pluginSource) });
  client = await server.signIn('trader3');
}, 150_000);
afterAll(() => server.close());

it("says in English which of the strategy's own rules params break, and names its key for pages", async () => {
  const prices = { lowPrice: '50000', highPrice: '40000', levels: 10, orderQty: '0.01', sellAtStop: false };
  const params = { apiId: await apiOf(client), instrumentId: strategyMarket, ...prices };
  const start = client.call('strategyStart', { body: { strategy: 'strategy-shock-grid/shock-grid', name: 'It', params } });
  const refusal = await start.catch((why: unknown) => why);
  expect(String(refusal)).toContain('highPrice: must be above the lowest price');
  expect(refusal).toMatchObject({ params: { field: 'highPrice', rule: 'rules.aboveLow' } });
});

it('fills in what the sentence names', async () => {
  const prices = { lowPrice: '40000', highPrice: '50000', levels: 10, orderQty: '0.010000001', sellAtStop: false };
  const params = { apiId: await apiOf(client), instrumentId: strategyMarket, ...prices };
  const start = client.call('strategyStart', { body: { strategy: 'strategy-shock-grid/shock-grid', name: 'It', params } });
  await expect(start).rejects.toThrow('orderQty: must be a multiple of 0.00001');
});
