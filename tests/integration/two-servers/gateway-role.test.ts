import { afterAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair, standing } from '../../kit/servers/server-pair.ts';
import { apiOf } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';

const databaseUrl = await postgresUrl();
const bus = { TESSERA_BUS: process.env.TESSERA_TEST_NATS ?? 'nats://127.0.0.1:4222' };

describe.skipIf(databaseUrl === null)('a gateway alone beside a server with the rest, over PostgreSQL and NATS', () => {
  const traders = new ServerPair(databaseUrl ?? '', bus);
  const gateways = new ServerPair(databaseUrl ?? '', { ...bus, TESSERA_ROLES: 'gateway' });
  const leaving = new AbortController();
  afterAll(async () => {
    leaving.abort();
    await Promise.all([traders.end(), gateways.end()]);
  });

  it('serves people and takes their orders there, and never takes its place, also when it dies', { timeout: 300_000 }, async () => {
    const gateway = await gateways.standBy(await freePort(), leaving.signal);
    gateway.trading.catch(() => undefined);
    const first = await traders.start(await freePort());
    const client = new HttpClient(gateway.url);
    await client.signIn('trader1', first.account('trader1').password);
    const place = async (price: string) => {
      const body = {
        ...{ api_id: await apiOf(client), exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' as const },
        ...{ side: 'BUY' as const, type: 'LIMIT' as const, qty: '0.001', price },
      };
      return client.call('doOrder', { body });
    };
    const stream = await StreamProbe.open(gateway.url);
    await stream.request({ op: 'auth', token: client.token });
    await stream.request({ op: 'subscribe', topics: ['orders'] });
    await place('40001');
    await stream.until(() => JSON.stringify(stream.ofTopic('orders')).includes('40001'), 10_000);
    expect((await first.signIn('trader1').then((direct) => direct.call('openOrders', { query: {} }))).map(({ price }) => price)).toEqual([
      '40001',
    ]);

    await first.kill();
    // Longer than a standby would wait before it takes over.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(await standing(gateway.url)).toMatchObject({ status: 'standby' });
    expect((await refusalOf(place('40002'))).number).toBe(errorCatalogue.SERVER_STANDBY.number);

    await traders.start(await freePort());
    await expect
      .poll(
        () =>
          place('40003')
            .then(() => true)
            .catch(() => false),
        { timeout: 20_000 },
      )
      .toBe(true);
    const prices = (await client.call('openOrders', { query: {} })).map(({ price }) => price);
    expect(prices).toEqual(['40003', '40001']);
  });
});
