import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf, infoOf, strategyMarket, trade, tradeAt, until, untilStatus } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const plugins = ['venue-house', 'strategy-smart-execute', 'strategy-market-maker'].map((folder) => pluginSource(folder));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins });
}, 150_000);
afterAll(() => server.close());

describe('strategies with many orders at the house venue', () => {
  it('smart execution shows one part at a time, buys the whole quantity and stops by itself', async () => {
    await tradeAt(server, '50000');
    await trade(server, 'BUY', '49990', '0.5', 'trader2');
    await trade(server, 'SELL', '50010', '0.5', 'trader3');
    const client = await server.signIn('trader1');
    const started = await client.call('strategyStart', {
      body: {
        strategy: 'strategy-smart-execute/smart-execute',
        name: 'Parts',
        params: {
          apiId: await apiOf(client),
          instrumentId: strategyMarket,
          side: 'BUY',
          qty: '0.3',
          mode: 'ICEBERG',
          durationSeconds: 60,
          baseSplitOrders: 3,
          maxSplitOrders: 10,
          orderTimeoutSeconds: 60,
          totalTimeoutSeconds: 600,
          timeoutTakerAction: 'MARKET_REST',
        },
      },
    });
    for (let part = 0; part < 3; part++) {
      const { orders } = await until(
        () => infoOf(client, started),
        ({ orders: open }) => open.length === 1,
        `part ${part + 1} stands`,
      );
      expect(orders).toMatchObject([{ side: 'BUY', price: '49990' }]);
      expect(Number(orders[0]?.open_qty)).toBeLessThan(0.12);
      // Others stand before it at its price; what comes after them is its own.
      await trade(server, 'SELL', '49990', part === 0 ? '0.5' : '0.001', 'trader3');
      await trade(server, 'SELL', '49990', orders[0]?.open_qty ?? '0', 'trader3');
      await until(
        () => infoOf(client, started),
        ({ instance, orders: open }) => instance.status === 'STOPPED' || open[0]?.client_order_id !== orders[0]?.client_order_id,
        `part ${part + 1} is filled`,
      );
    }
    const stopped = await untilStatus(client, started, 'STOPPED');
    expect(stopped.orders).toEqual([]);
    expect(stopped.positions).toMatchObject([{ instrument: strategyMarket, side: 'LONG' }]);
  }, 150_000);

  it('a market maker quotes both sides and leaves nothing behind when it is stopped', async () => {
    const client = await server.signIn('trader3');
    const started = await client.call('strategyStart', {
      body: {
        strategy: 'strategy-market-maker/market-maker',
        name: 'Quotes',
        params: {
          apiId: await apiOf(client),
          instrumentId: strategyMarket,
          levels: 2,
          minOpenSpread: '0.01',
          priceInterval: '0.002',
          fairPrice: 'MID',
          spotSide: 'ALL',
          baseOrderQty: '0.01',
          startPosition: '0.1',
          orderTimeoutSeconds: 600,
          maxPosition: '0.1',
          maxDataAgeSeconds: 600,
          pauseSeconds: 30,
        },
      },
    });
    await trade(server, 'BUY', '49980', '0.01', 'trader2');
    const { orders } = await until(
      () => infoOf(client, started),
      ({ orders: open }) => open.length === 4,
      'it quotes two levels a side',
    );
    const buys = orders.filter(({ side }) => side === 'BUY').map(({ price }) => Number(price));
    const sells = orders.filter(({ side }) => side === 'SELL').map(({ price }) => Number(price));
    expect([buys.length, sells.length]).toEqual([2, 2]);
    expect(Math.min(...sells) / Math.max(...buys)).toBeCloseTo(1.01, 3);
    await client.call('strategyStop', { body: { instance_id: started.instance_id } });
    const stopped = await untilStatus(client, started, 'STOPPED');
    expect(stopped.orders).toEqual([]);
  }, 150_000);

  it('making markets is locked below VIP 3', async () => {
    const client = await server.signIn('trader2');
    const refused = client.call('strategyStart', {
      body: { strategy: 'strategy-market-maker/market-maker', name: 'No', params: { apiId: await apiOf(client) } },
    });
    await expect(refused).rejects.toThrow('ACCESS_VIP');
  });
});
