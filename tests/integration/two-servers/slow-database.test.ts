import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patienceMs } from '../../../server/leases/held-lease.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { LineProxy } from '../../kit/servers/line-proxy.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair, standing } from '../../kit/servers/server-pair.ts';
import type { ServerProcess } from '../../kit/servers/server-process.ts';
import { apiOf } from '../../kit/servers/strategy-client.ts';

const databaseUrl = await postgresUrl();
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

describe.skipIf(databaseUrl === null)('a server that trades over a slow line to its PostgreSQL', () => {
  let proxy: LineProxy;
  let slow: ServerPair;
  let others: ServerPair;
  let holder: ServerProcess;
  let second: { readonly url: string; readonly trading: Promise<ServerProcess> };
  let client: HttpClient;
  let apiId = 0;
  const told: string[] = [];
  const unknown: string[] = [];
  beforeAll(async () => {
    proxy = await LineProxy.open(databaseUrl ?? '');
    slow = new ServerPair(proxy.url);
    others = new ServerPair(databaseUrl ?? '');
    holder = await slow.start(await freePort());
    second = await others.standBy(await freePort());
    second.trading.catch(() => undefined);
    client = await holder.signIn('trader1');
    apiId = await apiOf(client);
  }, 120_000);
  afterAll(async () => {
    proxy.delayMs = 0;
    await slow.end();
    await others.end();
    await proxy.takeAway();
  });

  /** An order that rests; whether it was acknowledged. */
  const place = async (id: string): Promise<void> => {
    const order = { ...market, api_id: apiId, side: 'BUY' as const, type: 'LIMIT' as const, qty: '0.001', price: '20000' };
    const isTold = await client.call('doOrder', { body: { ...order, client_order_id: id } }).then(
      () => true,
      () => false,
    );
    (isTold ? told : unknown).push(id);
  };

  it('keeps the lease and answers every order while each statement takes more than half a second', { timeout: 60_000 }, async () => {
    proxy.delayMs = 300;
    for (let at = 0; at < 3; at++) await Promise.all([place(`slow-${at}-a`), place(`slow-${at}-b`)]);
    await new Promise((resolve) => setTimeout(resolve, 2 * patienceMs));
    expect(await standing(second.url)).toEqual({ status: 'standby', at: holder.url });
    expect([told.length, unknown]).toEqual([6, []]);
  });

  it('ends with a sentence once statements take longer than others are patient, and the other has what it acknowledged, nothing twice', {
    timeout: 60_000,
  }, async () => {
    proxy.delayMs = 2_000;
    await Promise.all(Array.from({ length: 4 }, (_, at) => place(`slower-${at}`)));
    expect(await holder.ended).toBe(1);
    expect(holder.lastWords).toMatch(/another server.* has taken over .*; this one ends/);
    const next = await second.trading;
    const asking = await next.signIn('trader1');
    const open = (await asking.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id ?? '');
    expect(open).toEqual([...new Set(open)]);
    expect(open).toEqual(expect.arrayContaining(told));
    expect([...told, ...unknown]).toEqual(expect.arrayContaining(open));
    const price = { side: 'BUY' as const, type: 'LIMIT' as const, qty: '0.001', price: '20000' };
    expect(await asking.call('doOrder', { body: { ...market, ...price, api_id: apiId } })).toHaveLength(1);
  });
});
