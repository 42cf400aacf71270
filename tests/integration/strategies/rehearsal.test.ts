import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { InstanceView } from '../../../schemas/wire/strategy.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, infoOf, kinds, kitParams, stopAndWait, strategyMarket, trade, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer, type TestServerOptions } from '../../kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../kit/strategy-plugins.ts';

const dataFolder = await freshDataDir();
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const plugins = [pluginSource('venue-house'), sampleStrategy, strategyKit];
const open: TestServer[] = [];
const serve = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const server = await startTestServer({ plugins, ...options });
  open.push(server);
  return server;
};
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const sample = async (client: HttpClient, environment: InstanceView['environment'], over: object = {}): Promise<InstanceView> => {
  const params = { apiId: await apiOf(client), instrumentId: strategyMarket, price: '49000', qty: '0.1', ...over };
  return client.call('strategyStart', { body: { strategy: 'strategy-sample/sample', name: 'Rehearsed', environment, params } });
};
const ofAccount = async (client: HttpClient) => ({ query: { api_ids: String(await apiOf(client)) } });
const openOrders = async (client: HttpClient) => client.call('openOrders', await ofAccount(client));
const balances = async (client: HttpClient) => client.call('balances', await ofAccount(client));
const deviations = (client: HttpClient, { instance_id }: InstanceView) => client.call('instanceDeviations', { query: { instance_id } });
const accepted = (client: HttpClient, one: InstanceView) =>
  until(
    () => infoOf(client, one),
    ({ orders, events }) => orders.length === 1 && events.some(({ kind }) => kind === 'accepted'),
    'its order works',
  );
const filled = (client: HttpClient, one: InstanceView) =>
  until(
    () => infoOf(client, one),
    ({ instance }) => instance.fills > 0,
    'it was filled',
  );

describe('an instance whose orders are not sent', () => {
  let shared: TestServer;
  let client: HttpClient;
  beforeAll(async () => {
    shared = await startTestServer({ plugins });
    client = await shared.signIn('trader1');
    await tradeAt(shared, '50000');
  }, 150_000);
  afterAll(() => shared.close());

  it.each([
    'test',
    'shadow',
  ] as const)('trades in %s on the live market with its real fees, and the exchange hears nothing', async (environment) => {
    const before = await balances(client);
    const one = await sample(client, environment);
    expect(one).toMatchObject({ environment, status: 'TRADING' });
    await tradeAt(shared, '50000');
    await accepted(client, one);
    expect(await openOrders(client)).toEqual([]);
    // Sold through its price: nobody else bids there, so that the exchange itself sees no trade of it.
    await trade(shared, 'BUY', '48900', '0.3', 'trader2');
    await trade(shared, 'SELL', '48900', '0.3');
    const { instance, positions } = await filled(client, one);
    expect(instance).toMatchObject({ fills: 1, fees: '4.9' });
    expect(positions).toMatchObject([{ side: 'LONG', entry_price: '49000' }]);
    expect(await balances(client)).toEqual(before);
    const [deviation] = await deviations(client, one);
    expect(deviation).toMatchObject({ expected_price: '49000', price: '49000', slippage_bps: '0', wanted_qty: '0.1' });
    if (environment === 'shadow') expect(deviation?.book).toMatchObject({ bids: expect.any(Array), asks: expect.any(Array) });
    else expect(deviation?.book).toBeNull();
    expect(kinds(await stopAndWait(client, one))).toEqual(['created', 'started', 'accepted', 'fill', 'note', 'stopping', 'stopped']);
  }, 150_000);

  it('is held to the rules of its market and to the money it had at its start', async () => {
    const denialOf = async (over: object) => {
      const one = await sample(client, 'test', over);
      await tradeAt(shared, '50000');
      const { events } = await until(
        () => infoOf(client, one),
        (now) => now.events.some(({ kind }) => kind === 'denied'),
        'its order is denied',
      );
      await stopAndWait(client, one);
      return events.find(({ kind }) => kind === 'denied')?.params.code;
    };
    expect(await denialOf({ price: '49000.001' })).toBe('ORDER_PRICE_OFF_GRID');
    expect(await denialOf({ qty: '500' })).toBe('ORDER_INSUFFICIENT_BALANCE');
    expect((await client.call('orderHistory', await ofAccount(client))).results).toEqual([]);
  }, 150_000);

  it('replays only where the exchange is a replay, and says which field names another', async () => {
    await expect(sample(client, 'replay')).rejects.toThrow(/STRATEGY_NEEDS_REPLAY.*instrumentId/);
    expect(await client.call('instanceList', { query: { state: 'running' } })).toEqual([]);
  });

  it('needs an account of its owner all the same', async () => {
    const body = { strategy: 'strategy-kit/busy', name: 'It', environment: 'test' as const };
    await expect(
      client.call('strategyStart', { body: { ...body, params: await kitParams(client, { apiId: undefined }) } }),
    ).rejects.toThrow('STRATEGY_NO_ACCOUNT');
    await expect(client.call('strategyStart', { body: { ...body, params: await kitParams(client, { apiId: 999_999 }) } })).rejects.toThrow(
      'ACCESS_ACCOUNT',
    );
  });
});

describe('an amendment that is refused', () => {
  it.each(['production', 'test', 'shadow'] as const)('is told to the strategy in %s, and its order works on', async (environment) => {
    const server = await serve();
    const client = await server.signIn('trader1');
    await tradeAt(server, '50000');
    const params = await kitParams(client);
    const one = await client.call('strategyStart', { body: { strategy: 'strategy-kit/amends', name: 'It', environment, params } });
    const { events, orders } = await until(
      () => infoOf(client, one),
      (info) => info.events.some(({ kind }) => kind === 'note'),
      'it has heard of it',
    );
    const note = { key: 'note.refused', tag: 'rest', action: 'amend', code: 'ORDER_PRICE_OFF_GRID' };
    expect(events.find(({ kind }) => kind === 'note')?.params).toMatchObject(note);
    expect(orders).toMatchObject([{ price: '49000', open_qty: '0.01' }]);
    await stopAndWait(client, one);
  }, 150_000);
});

describe('after a restart', () => {
  it('an order on paper is where it was, and fills by what trades from then on', async () => {
    const first = await serve({ dataFolder });
    const before = await first.signIn('trader1');
    const one = await sample(before, 'test');
    await tradeAt(first, '50000');
    await accepted(before, one);
    open.splice(0);
    await first.close();

    const second = await serve({ dataFolder });
    const client = await second.signIn('trader1');
    expect((await infoOf(client, one)).orders).toMatchObject([{ price: '49000', open_qty: '0.1' }]);
    await trade(second, 'BUY', '48900', '0.04', 'trader2');
    await trade(second, 'SELL', '48900', '0.04');
    const { instance } = await filled(client, one);
    expect(instance.fills).toBe(1);
    expect((await infoOf(client, one)).orders).toMatchObject([{ open_qty: '0.06' }]);
    const { events } = await stopAndWait(client, one);
    expect(events.filter(({ kind }) => kind === 'fill')).toHaveLength(1);
    expect(events[1]?.kind).toBe('canceled');
  }, 150_000);
});
