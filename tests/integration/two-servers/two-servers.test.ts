import { afterAll, describe, expect, it } from 'vitest';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair } from '../../kit/servers/server-pair.ts';
import { infoOf, kitParams, unlimited } from '../../kit/servers/strategy-client.ts';

const databaseUrl = await postgresUrl();

describe.skipIf(databaseUrl === null)('two servers on one PostgreSQL, each with a folder of its own', () => {
  const pair = new ServerPair(databaseUrl ?? '');
  afterAll(() => pair.end());

  it('trade in one of them, which the other takes over with everything that was acknowledged, whether the first dies or stands still', {
    timeout: 240_000,
  }, async () => {
    let holder = await pair.start(await freePort());
    let client = await holder.signIn('trader3');
    const apiId = (await client.call('apiList'))[0]?.api_id ?? 0;
    const instance = await client.call('strategyStart', {
      body: {
        strategy: 'strategy-kit/busy',
        name: 'busy',
        environment: 'production',
        params: await kitParams(client, { pauseMs: 200 }),
        limits: unlimited,
      },
    });
    const ether = 'tessera/ETHUSDT/spot';
    const admin = await holder.signIn('admin');
    await admin.call('adminMarketFees', { body: { id: ether, maker_fee: '0.0004', taker_fee: '0.0007', reason: 'a test' } });
    const changed = await admin.call('adminMarketTerms', {
      body: { id: ether, tick: '0.5', min_notional: '40', max_resting: 3, reason: 'a test' },
    });
    const acknowledged: string[] = [];

    for (const end of ['pause', 'kill'] as const) {
      const { trading: taking } = await pair.standBy(await freePort());

      const before = (await infoOf(client, instance)).instance.step;
      const asking = client;
      let isUp = true;
      const load = (async () => {
        while (isUp) {
          const id = `mine-${acknowledged.length}-${end}`;
          const price = String(40_000 + acknowledged.length);
          const body = {
            api_id: apiId,
            exchange: 'tessera',
            symbol: 'BTCUSDT',
            account_type: 'spot',
            side: 'BUY',
            type: 'LIMIT',
            price,
            qty: '0.001',
            client_order_id: id,
          } as const;
          const answered = await asking.call('doOrder', { body }).then(
            () => true,
            () => false,
          );
          if (answered) acknowledged.push(id);
          else return;
        }
      })();
      const enough = acknowledged.length + 5;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(enough);
      const stopped = holder;
      if (end === 'kill') await stopped.kill();
      else stopped.pause();
      const next = await taking;
      isUp = false;

      client = await next.signIn('trader3');
      const open = (await client.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id);
      for (const id of acknowledged) expect(open.filter((other) => other === id)).toEqual([id]);
      // What an administrator has changed of a market holds here as well.
      const markets = await (await next.signIn('admin')).call('adminMarkets');
      expect(markets.find(({ id }) => id === ether)).toEqual(changed);
      expect(changed).toMatchObject({ tick: '0.5', min_notional: '40', max_resting: 3, maker_fee: '0.0004', taker_fee: '0.0007' });
      const off = { exchange: 'tessera', symbol: 'ETHUSDT', account_type: 'spot', side: 'BUY', type: 'LIMIT' } as const;
      await expect(client.call('doOrder', { body: { ...off, api_id: apiId, price: '2000.25', qty: '1' } })).rejects.toThrow(
        'ORDER_PRICE_OFF_GRID',
      );
      // The instance goes on, here and nowhere else.
      await expect.poll(async () => (await infoOf(client, instance)).instance.step, { timeout: 30_000 }).toBeGreaterThan(before + 2);
      if (end === 'pause') {
        stopped.resume();
        expect(await stopped.ended).toBe(1);
        expect(stopped.lastWords).toMatch(/another server.* has taken over .*; this one ends/);
      }
      await load;
      holder = next;
    }
    expect((await infoOf(client, instance)).instance.status).toBe('TRADING');
  });
});
