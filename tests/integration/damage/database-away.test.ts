import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteName } from '../../../schemas/wire/index.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { LineProxy } from '../../kit/servers/line-proxy.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { apiOf, until } from '../../kit/servers/strategy-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const databaseUrl = await postgresUrl();
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const pages = { limit: 10 };

describe.skipIf(databaseUrl === null)('while PostgreSQL is away', () => {
  let proxy: LineProxy;
  let server: TestServer;
  let client: HttpClient;
  let orderId: string;
  let apiId: number;
  beforeAll(async () => {
    proxy = await LineProxy.open(databaseUrl ?? '');
    server = await startTestServer({ environment: { TESSERA_DATABASE_URL: proxy.url } });
    client = await server.signIn('trader1');
    apiId = await apiOf(client);
    const placed = await client.call('doOrder', {
      body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.001' },
    });
    orderId = placed[0]?.order_id ?? '';
    await life();
  }, 150_000);
  afterAll(async () => {
    await proxy.giveBack().catch(() => undefined);
    await server.close();
    await proxy.takeAway();
  });
  const life = () => client.call('orderEvents', { query: { api_id: apiId, exchange: 'tessera', order_id: orderId } });

  it('answers histories with 503 and a sentence, and with what they hold once it is back', async () => {
    await proxy.takeAway();
    await expect(life()).rejects.toThrow('DATABASE_AWAY');
    const histories = ['userOrders', 'orderHistory', 'fills', 'closes'] as const satisfies readonly RouteName[];
    const answers = await Promise.all(histories.map((name) => client.call(name, { query: pages }).catch((why: unknown) => String(why))));
    expect(answers.map((answer) => /DATABASE_AWAY .*cannot be reached/.test(String(answer)))).toEqual(histories.map(() => true));
    await proxy.giveBack();
    const told = await until(
      () => life().catch(() => null),
      (answer) => answer !== null,
      'the history is there again',
    );
    expect(told?.order.order_id).toBe(orderId);
  }, 120_000);
});
