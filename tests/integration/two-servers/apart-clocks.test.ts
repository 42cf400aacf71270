import { afterAll, describe, expect, it } from 'vitest';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair, standing } from '../../kit/servers/server-pair.ts';
import type { ServerProcess } from '../../kit/servers/server-process.ts';
import { apiOf, infoOf, kitParams, unlimited } from '../../kit/servers/strategy-client.ts';

const databaseUrl = await postgresUrl();
const hourMs = 3_600_000;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

describe.skipIf(databaseUrl === null)('servers whose clocks are hours apart', () => {
  const pairs: ServerPair[] = [];
  /** A server whose clock is ahead by so many hours. */
  const ahead = (hours: number): ServerPair => {
    const pair = new ServerPair(databaseUrl ?? '', { TESSERA_KIT_SHIFT: String(hours * hourMs) });
    pairs.push(pair);
    return pair;
  };
  afterAll(async () => {
    for (const pair of pairs) await pair.end();
  });

  const at = (url: string, { token }: HttpClient): HttpClient => Object.assign(new HttpClient(url), { token });
  const order = (client: HttpClient, side: 'BUY' | 'SELL', more: object = {}) =>
    apiOf(client).then((api_id) => ({ api_id, ...market, side, type: 'LIMIT' as const, qty: '0.01', price: '40000', ...more }));

  it('keep lease, sessions and deadlines, and the next one goes on within seconds, loses and doubles nothing, and tells no time twice', {
    timeout: 240_000,
  }, async () => {
    let holder: ServerProcess = await ahead(1).start(await freePort());
    let buyer = await holder.signIn('trader1');
    let seller = await holder.signIn('trader2');
    const owner = await holder.signIn('trader3');
    const params = await kitParams(owner, { pauseMs: 100, price: '30000', qty: '0.001' });
    const body = { strategy: 'strategy-kit/busy', name: 'busy', environment: 'production' as const, params, limits: unlimited };
    const instance = await owner.call('strategyStart', { body });
    const resting: string[] = [];
    let traded = 0;
    const trade = async (): Promise<void> => {
      await seller.call('doOrder', { body: await order(seller, 'SELL') });
      await buyer.call('doOrder', { body: await order(buyer, 'BUY') });
      traded += 1;
    };
    const rest = async (client: HttpClient): Promise<void> => {
      const id = `rest-${resting.length}`;
      await client.call('doOrder', { body: await order(client, 'BUY', { price: '20000', client_order_id: id }) });
      resting.push(id);
    };
    const steps = async (): Promise<number> => (await infoOf(at(holder.url, owner), instance)).instance.step;

    // First behind by an hour, then ahead by three.
    for (const hours of [0, 3]) {
      const second = await ahead(hours).standBy(await freePort());
      await trade();
      for (const url of [holder.url, second.url]) await rest(at(url, buyer));
      const there = new HttpClient(second.url);
      await there.signIn('trader1', holder.account('trader1').password);
      for (const url of [holder.url, second.url]) expect(await at(url, there).call('checkToken')).toBe(1);
      const answer = await fetch(`${second.url}${httpBase}${routes.configGet.path}`, { headers: { authorization: buyer.token ?? '' } });
      expect([answer.status, answer.headers.get('x-server-time')]).toEqual([200, null]);
      expect((await standing(holder.url))?.healthy).toBe(true);

      const before = await steps();
      await holder.kill();
      holder = await second.trading;
      await expect.poll(steps, { timeout: 20_000 }).toBeGreaterThan(before + 3);
      [buyer, seller] = [at(holder.url, buyer), at(holder.url, seller)];
      await trade();
      await trade();
      const open = (await buyer.call('openOrders', { query: {} })).map(({ client_order_id }) => client_order_id);
      expect(open.toSorted()).toEqual(resting.toSorted());
    }
    const times = (await buyer.call('fills', { query: {} })).results.map(({ time }) => time);
    expect(times).toHaveLength(traded);
    expect(times.toReversed()).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    const candles = await buyer.call('klines', { query: { ...market, interval: '1m', limit: 1_000 } });
    expect(candles.reduce((sum, [, , , , , volume]) => sum + Number(volume), 0)).toBeCloseTo(0.01 * traded, 9);
    const opens = candles.map(([open]) => Number(open));
    expect(opens).toEqual([...new Set(opens)].toSorted((a, b) => a - b));
  });
});
