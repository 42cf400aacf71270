import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { testInstrument } from '../../kit/market-fixtures.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { LineProxy } from '../../kit/servers/line-proxy.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair } from '../../kit/servers/server-pair.ts';
import { farHost } from '../../kit/venues/far-plugin.ts';
import { FarServer } from '../../kit/venues/far-server.ts';
import { startFarExchange } from '../../kit/venues/open-far-venue.ts';

const databaseUrl = await postgresUrl();

describe.skipIf(databaseUrl === null)('an exchange elsewhere that one server trades at and another takes over', () => {
  let far: Awaited<ReturnType<typeof startFarExchange>>;
  let exchange: FarServer;
  let pair: ServerPair;
  const pairOn = (url: string) => new ServerPair(url, { [farHost]: exchange.host }, 'kit-far,venue-house');
  beforeAll(async () => {
    far = await startFarExchange({ longestMs: 4, remembered: 20, listed: [testInstrument.id] });
    exchange = await FarServer.start(far.far, far.line);
  });
  beforeEach(() => {
    pair = pairOn(databaseUrl ?? '');
  });
  afterEach(() => pair.end());
  afterAll(async () => {
    await exchange.close();
    await far.remove();
  });

  it('goes on there with its key, with every order and with the fate of one whose answer was lost', { timeout: 300_000 }, async () => {
    const first = await pair.start(await freePort());
    const second = await pair.standBy(await freePort());
    const client = await first.signIn('trader1');
    const apiId = (await client.call('apiList')).find((one) => one.exchange === 'aurora')?.api_id ?? 0;
    const order = (id: string, price: string) => ({
      ...{ api_id: apiId, exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' as const },
      ...{ side: 'BUY' as const, type: 'LIMIT' as const, qty: '0.001', price, client_order_id: id },
    });
    for (let at = 0; at < 5; at++) await client.call('doOrder', { body: order(`kept-${at}`, String(30_000 + at)) });
    far.line.loses = 'answers';
    await refusalOf(client.call('doOrder', { body: order('lost', '29000') }));
    await first.kill();
    far.line.loses = 'nothing';
    const [open] = far.far.matching.openOrders(spotAccount(apiId));
    if (open !== undefined) await far.far.cancel(open);

    await second.trading;
    const here = Object.assign(new HttpClient(second.url), { token: client.token });
    const query = { api_id: apiId, account_type: 'spot' as const, client_order_id: 'lost' };
    await expect.poll(() => here.call('findOrder', { query }), { timeout: 10_000 }).toMatchObject({ state: 'PLACED' });
    const ids = (await here.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id).sort();
    expect(ids).toEqual(['kept-1', 'kept-2', 'kept-3', 'kept-4', 'lost']);
    const { results } = await here.call('orderHistory', { query: {} });
    expect(results).toMatchObject([{ client_order_id: 'kept-0', status: 'CANCELED' }]);
    expect(await here.call('doOrder', { body: order('after', '31000') })).toMatchObject([{ status: 'UNFILLED' }]);
    expect(exchange.keys).toHaveLength(1);
  });

  it('hears nothing more of a server that has lost the database while another one goes on', { timeout: 300_000 }, async () => {
    const proxy = await LineProxy.open(databaseUrl ?? '');
    const cutOff = pairOn(proxy.url);
    try {
      const first = await cutOff.start(await freePort());
      const second = await pair.standBy(await freePort());
      const client = await first.signIn('trader1');
      const apiId = (await client.call('apiList')).find((one) => one.exchange === 'aurora')?.api_id ?? 0;
      const market = { api_id: apiId, exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' as const };
      const order = { ...market, side: 'BUY' as const, type: 'LIMIT' as const, qty: '0.001', price: '28000' };
      const [before] = await client.call('doOrder', { body: order });
      const open = () => far.far.matching.openOrders(spotAccount(apiId)).map(({ orderId }) => orderId);
      const orders = open();
      await proxy.takeAway();
      await second.trading;
      const late = await refusalOf(client.call('doOrder', { body: order }));
      await client.call('cancelOrder', { body: { ...market, order_id: before?.order_id ?? '' } }).catch(() => undefined);
      expect(open()).toEqual(orders);
      expect(late.message).toContain('VENUE_UNAVAILABLE');
      await proxy.giveBack();
      expect(await first.ended).toBe(1);
      expect(first.lastWords).toContain('has taken over the exchanges and strategies of this database');
    } finally {
      await cutOff.end();
      await proxy.takeAway();
    }
  });
});
